/** The status of a report follows from its findings, those that stand under a cause included. */
import { expect, test } from 'vitest'
import type { facts } from '../analysis/hand-made.fixtures.ts'
import { en } from '../messages/en/index.ts'
import { findingOf } from '../report/diagnose/finding.ts'
import { rules } from '../rules/index.ts'
import { railsOf } from '../rules/rails.fixtures.ts'
import { runRules } from '../rules/run.ts'
import { statusOf } from './status.ts'

const statusFor = (given: ReturnType<typeof facts>) =>
  statusOf(runRules(given, rules).found.map((found) => findingOf(found, en)))

const hosts = ['gpu-01', 'gpu-02', 'gpu-03']

test('a job that was aborted is broken, also where a cause stands above the abort', () => {
  expect(statusFor(railsOf({ hosts, unanswered: true }))).toBe('broken')
  expect(statusFor(railsOf({ hosts }))).toBe('unknown')
})
