/**
 * Logs as they reach us: cut, shuffled, doubled, garbled. A healthy job then has no error that names a node. The logs of
 * samples/ are treated so in test/mutations.
 */
import { describe, expect, test } from 'vitest'
import { sampled, upTo } from '../../../test/sampled.ts'
import type { Facts } from '../analysis/facts.ts'
import { jobLog, nvSwitch } from '../parsers/nccl-log/nccl-log.fixtures.ts'
import { ncclLog } from '../parsers/nccl-log/nccl-log.ts'
import { rules } from './index.ts'
import { mutated } from './mutated.fixtures.ts'
import { type RuleFinding, runRules } from './run.ts'

const MUTATIONS = 1000

function diagnosed(text: string): { findings: readonly RuleFinding[]; notes: readonly unknown[] } {
  const reader = ncclLog.start('nccl.log')
  for (const [at, line] of text.split('\n').entries())
    if (reader.takes?.(line, at + 1) !== true) reader.line(line, at + 1)
  const facts: Facts = { evidence: reader.end().evidence, options: {} }
  const { found, notes } = runRules(facts, rules)
  const flat = (its: readonly RuleFinding[]): readonly RuleFinding[] =>
    its.flatMap((one) => [one, ...flat(one.consequences)])
  return { findings: flat(found), notes }
}

const errorsIn = (findings: readonly RuleFinding[]): readonly string[] =>
  findings.flatMap(({ rule, found: { severity } }) => (severity === 'error' ? [rule] : []))
const names = (value: unknown): boolean => /gpu-\d|node-[ab]|amd-\d/.test(JSON.stringify(value))

const HEALTHY = {
  'two hosts of A100': jobLog({ gpus: 4, channels: 8, topology: nvSwitch() }),
  'one host': jobLog({ hosts: ['gpu-01'], gpus: 4, channels: 8, topology: nvSwitch() }),
}

describe.each(Object.entries(HEALTHY))('%s', (name, text) => {
  test('as it is: no error and no warning', () => {
    const { findings, notes } = diagnosed(text)
    expect(notes).toEqual([])
    expect(
      findings.filter(({ found: { severity } }) => severity === 'error' || severity === 'warning'),
    ).toEqual([])
  })

  const seeds = sampled(upTo(MUTATIONS), { share: 0.1 }, `log mutations, ${name}`)
  test(`${seeds.length} mutations: no crash, and no error that names a node`, { timeout: 120_000 }, () => {
    for (const seed of seeds) {
      const { findings, notes } = diagnosed(mutated(text, seed))
      expect(notes).toEqual([])
      const accused = findings.filter(
        ({ found: { severity, values, subject } }) => severity === 'error' && names([values, subject]),
      )
      expect({ seed, accused: accused.map(({ rule }) => rule) }).toEqual({ seed, accused: [] })
    }
  })
})

test('a log cut in the middle of a line, wherever: no error, and what stands before the cut is still found', {
  timeout: 120_000,
}, () => {
  const healthy = HEALTHY['two hosts of A100']
  for (let at = 1; at < healthy.length; at += 211) {
    const { findings, notes } = diagnosed(healthy.slice(0, at))
    expect(notes).toEqual([])
    expect({ at, errors: errorsIn(findings) }).toEqual({ at, errors: [] })
  }
  const faulty = jobLog({
    hosts: ['gpu-01', 'gpu-02', 'gpu-03'],
    edit: (message, { host }) => (host === 'gpu-02' ? message.replace('/GDRDMA', '') : message),
  })
  expect(errorsIn(diagnosed(faulty).findings)).toEqual(['gdr-asymmetric'])
  // Within the last line of the last host.
  const cut = faulty.slice(0, -40)
  expect(cut.endsWith('\n')).toBe(false)
  expect(errorsIn(diagnosed(cut).findings)).toEqual(['gdr-asymmetric'])
})

test('two jobs in one file are not mixed up', () => {
  const one = jobLog({ hosts: ['gpu-01', 'gpu-02'] })
  const other = jobLog({
    hosts: ['gpu-03', 'gpu-04'],
    version: '2.18.3+cuda12.1',
    commId: '0x77',
    nics: 4,
    edit: (message) => message.replace('/GDRDMA', ''),
  })
  const lines = [one.split('\n'), other.split('\n')]
  const together = Array.from({ length: Math.max(...lines.map((its) => its.length)) }, (_, at) =>
    lines.flatMap((its) => its[at] ?? []),
  ).flat()
  const loud = diagnosed(together.join('\n')).findings.filter(
    ({ found: { severity } }) => severity === 'error',
  )
  expect(loud).toEqual([])
})
