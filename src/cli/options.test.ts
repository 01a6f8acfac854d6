import { describe, expect, test } from 'vitest'
import { failsOn } from './options.ts'

describe('options', () => {
  test.each([
    ['error', 'error', true],
    ['warning', 'error', false],
    ['warning', 'warning', true],
    ['info', 'warning', false],
    ['info', 'info', true],
    ['ok', 'info', false],
    ['error', 'never', false],
    ['never', 'never', false],
  ] as const)('%s with --fail-on %s: %s', (severity, failOn, fails) => {
    expect(failsOn(severity, failOn)).toBe(fails)
  })
})
