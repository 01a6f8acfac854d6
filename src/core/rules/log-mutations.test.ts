/** Logs as they reach us: cut, shuffled, doubled, garbled. A healthy job then has no error that names a node. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Facts } from '../analysis/facts.ts'
import { jobLog, nvSwitch } from '../parsers/nccl-log.fixtures.ts'
import { ncclLog } from '../parsers/nccl-log.ts'
import { rules } from './index.ts'
import { type RuleFinding, runRules } from './run.ts'

const MUTATIONS = 1000

/** Mulberry32: the same numbers on every run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let its = Math.imul(state ^ (state >>> 15), 1 | state)
    its = (its + Math.imul(its ^ (its >>> 7), 61 | its)) ^ its
    return ((its ^ (its >>> 14)) >>> 0) / 4294967296
  }
}

/** One to three of: a cut end, a cut beginning, lines that change places, lines twice, lines gone, characters replaced, two lines in one. */
function mutated(text: string, seed: number): string {
  const next = random(seed)
  const below = (most: number): number => Math.floor(next() * most)
  let lines = text.split('\n')
  for (let turn = 0; turn <= below(3); turn++) {
    const at = below(lines.length)
    const line = lines[at] ?? ''
    switch (below(7)) {
      case 0:
        lines = lines.join('\n').slice(0, below(text.length)).split('\n')
        break
      case 1:
        lines = lines.join('\n').slice(below(text.length)).split('\n')
        break
      case 2:
        lines = lines
          .map((its) => ({ its, key: next() }))
          .sort((a, b) => a.key - b.key)
          .map(({ its }) => its)
        break
      case 3:
        lines = lines.flatMap((its) => (next() < 0.2 ? [its, its] : [its]))
        break
      case 4:
        lines = lines.filter(() => next() > 0.1)
        break
      case 5:
        lines[at] = [...line]
          .map((its) => (next() < 0.1 ? String.fromCharCode(33 + below(93)) : its))
          .join('')
        break
      default:
        lines[at] = line.slice(0, below(line.length)) + (lines[(at + 1) % lines.length] ?? '')
    }
  }
  return lines.join('\n')
}

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

const sample = (name: string) => readFileSync(new URL(`../../../samples/${name}`, import.meta.url), 'utf8')
const names = (value: unknown): boolean => /gpu-\d|node-[ab]|amd-\d/.test(JSON.stringify(value))

const HEALTHY = {
  'two hosts of A100': jobLog({ gpus: 4, channels: 8, topology: nvSwitch() }),
  'one host': jobLog({ hosts: ['gpu-01'], gpus: 4, channels: 8, topology: nvSwitch() }),
  'nccl-healthy-2-nodes': sample('nccl-healthy-2-nodes/nccl.log'),
  'nccl-2.4': sample('nccl-old-and-torn/nccl-2.4.log'),
  'nccl-2.30': sample('nccl-old-and-torn/nccl-2.30.log'),
  rccl: sample('rccl-log/rccl.log'),
}

describe.each(Object.entries(HEALTHY))('%s', (_, text) => {
  test('as it is: no error and no warning', () => {
    const { findings, notes } = diagnosed(text)
    expect(notes).toEqual([])
    expect(
      findings.filter(({ found: { severity } }) => severity === 'error' || severity === 'warning'),
    ).toEqual([])
  })

  test(`${MUTATIONS} mutations: no crash, and no error that names a node`, { timeout: 120_000 }, () => {
    for (let seed = 1; seed <= MUTATIONS; seed++) {
      const { findings, notes } = diagnosed(mutated(text, seed))
      expect(notes).toEqual([])
      const accused = findings.filter(
        ({ found: { severity, values, subject } }) => severity === 'error' && names([values, subject]),
      )
      expect({ seed, accused: accused.map(({ rule }) => rule) }).toEqual({ seed, accused: [] })
    }
  })
})

const FAULTY = ['nccl-gdr-asymmetric/nccl.log', 'nccl-tcp-fallback/nccl.log', 'nccl-watchdog/train.log']

test.each(FAULTY)(`${MUTATIONS} mutations of %s: no crash`, { timeout: 120_000 }, (name) => {
  for (let seed = 1; seed <= MUTATIONS; seed++)
    expect(diagnosed(mutated(sample(name), seed)).notes).toEqual([])
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
