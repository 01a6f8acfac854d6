import { expect, test } from 'vitest'
import type { RunProblem } from '../../core/collectives/run-problem.ts'
import { endOf, failureOf, rootCause } from './rank-end.ts'

const waits = (rank: number, ...peers: readonly number[]): RunProblem => ({
  kind: 'timeout',
  rank,
  seconds: 1,
  waiting: peers.map((peer) => ({ peer, direction: 'receive', channel: 0 })),
})
const lost = (rank: number, peer: number): RunProblem => ({ kind: 'peer-lost', rank, peer })
const threw: RunProblem = { kind: 'rank-failed', rank: 2, reason: 'Error: no' }

test.each<[string, readonly RunProblem[], RunProblem]>([
  ['who threw, not who lost it', [lost(0, 2), threw, lost(1, 0)], threw],
  [
    'along a ring, who waits for the one that says nothing',
    [waits(0, 3), waits(3, 2), waits(2, 1)],
    waits(2, 1),
  ],
  ['who lost a rank that says nothing', [lost(0, 2), lost(2, 1)], lost(2, 1)],
  ['a time-out before the losses that follow', [lost(0, 2), waits(2, 1), lost(3, 0)], waits(2, 1)],
  ['the first of equals', [waits(2, 1), waits(0, 1)], waits(2, 1)],
  ['any when all accuse each other', [waits(0, 1), waits(1, 0)], waits(0, 1)],
])('of several failures: %s', (_, problems, cause) => {
  expect(rootCause(problems.map((problem) => ({ problem })))?.problem).toEqual(cause)
})

test('what cannot be cloned is told in words', () => {
  const failure = failureOf(1, () => {})
  expect(failure.problem).toMatchObject({ kind: 'rank-failed', rank: 1 })
  expect(structuredClone(failure)).toEqual(failure)
  class Odd extends Error {
    readonly handle = () => {}
  }
  const odd = failureOf(0, new Odd('odd'))
  expect(structuredClone(odd).thrown).toMatchObject({ message: 'odd' })
})

test('a failure outweighs a result; who was stopped is no cause', () => {
  const gone = { rank: 0, module: new URL('file:///x.js'), reason: 1, stopped: true }
  const started = { kind: 'started' } as const
  const failed = { kind: 'failed', problem: threw } as const
  expect(endOf([started, { kind: 'result', value: 1 }, failed], gone)).toEqual(failed)
  expect(endOf([started], gone)).toEqual({ kind: 'stopped' })
  expect(endOf([started], { ...gone, stopped: false })).toMatchObject({ problem: { reason: 'exit code 1' } })
  expect(endOf([], { ...gone, stopped: false })).toMatchObject({ problem: { argument: 'module' } })
})

test.each([
  ['a module that awaits nothing any more', 13, [], { exitCode: 13, nested: false }],
  ['a rank that launched ranks', 13, ['launched'], { exitCode: 13, nested: true }],
  ['process.exit()', 0, [], { exitCode: 0, nested: false }],
] as const)('it ended without an error before its function did: %s', (_, reason, kinds, wanted) => {
  const messages = [{ kind: 'started' } as const, ...kinds.map((kind) => ({ kind }))]
  const end = endOf(messages, { rank: 2, module: new URL('file:///x.js'), reason, stopped: false })
  expect(end).toEqual({ kind: 'failed', problem: { kind: 'unsettled', rank: 2, ...wanted } })
})
