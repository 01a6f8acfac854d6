/** Whatever goes wrong in a run is said in both languages, with the same numbers and names. */
import { describe, expect, test } from 'vitest'
import { print } from '../base/print.ts'
import type { RunPlace, RunProblem } from '../collectives/run-problem.ts'
import { runProblem as english } from './en/run-problems.ts'
import { runProblem as chinese } from './zh/run-problems.ts'

const place: RunPlace = { sequence: 17, operation: 'all_reduce', algorithm: 'ring', step: 4, steps: 14 }
const message: RunPlace = { sequence: 23, operation: 'send' }

/** Every kind, with and without what may be absent. */
const PROBLEMS: { readonly [Kind in RunProblem['kind']]: readonly Extract<RunProblem, { kind: Kind }>[] } = {
  timeout: [
    { kind: 'timeout', rank: 3, seconds: 30, waiting: [] },
    {
      kind: 'timeout',
      rank: 3,
      seconds: 0.25,
      place,
      waiting: [
        { peer: 5, direction: 'receive', channel: 0 },
        { peer: 6, direction: 'send', channel: 1 },
      ],
    },
    {
      kind: 'timeout',
      rank: 3,
      seconds: 30,
      place: message,
      waiting: [{ peer: 5, direction: 'send', channel: 0 }],
    },
    { kind: 'timeout', rank: 3, seconds: 30, waiting: [], calledBy: 'Sync' },
  ],
  'peer-lost': [
    { kind: 'peer-lost', rank: 3, peer: 5 },
    { kind: 'peer-lost', rank: 3, peer: 5, place, reason: 'ECONNRESET' },
  ],
  mismatch: [
    {
      kind: 'mismatch',
      rank: 3,
      peer: 5,
      place,
      here: 'all_reduce(f32, sum, count=64, ring)',
      there: 'barrier()',
    },
    {
      kind: 'mismatch',
      rank: 3,
      peer: 5,
      place,
      here: 'barrier()',
      there: 'barrier(#18)',
      calledBy: 'Promise',
    },
  ],
  'world-size': [{ kind: 'world-size', here: 4, there: 8, peer: 5 }],
  'rank-taken': [
    { kind: 'rank-taken', rank: 3 },
    { kind: 'rank-taken', rank: 3, by: '10.0.0.7:4711' },
  ],
  'rank-missing': [
    { kind: 'rank-missing', ranks: [2], seconds: 60 },
    { kind: 'rank-missing', ranks: [2, 6], seconds: 60 },
  ],
  'address-in-use': [{ kind: 'address-in-use', address: '127.0.0.1:29500' }],
  'address-not-here': [{ kind: 'address-not-here', address: '192.0.2.7:29500', reason: 'EADDRNOTAVAIL' }],
  'rendezvous-unreachable': [
    { kind: 'rendezvous-unreachable', address: '127.0.0.1:29500', seconds: 60, reason: 'ECONNREFUSED' },
  ],
  refused: (['token', 'protocol', 'version'] as const).map((reason) => ({
    kind: 'refused',
    address: '127.0.0.1:29500',
    reason,
  })),
  'rank-failed': [{ kind: 'rank-failed', rank: 3, reason: 'TypeError: x' }],
  unsettled: [
    { kind: 'unsettled', rank: 3, exitCode: 13, nested: false },
    { kind: 'unsettled', rank: 3, exitCode: 0, nested: true },
  ],
  'memory-exhausted': [
    { kind: 'memory-exhausted', wantedBytes: 2 ** 30, freeBytes: 2 ** 20, arenaBytes: 2 ** 28 },
  ],
  'unsupported-algorithm': [
    {
      kind: 'unsupported-algorithm',
      algorithm: 'rings',
      operation: 'all_reduce',
      ranks: 6,
      known: ['ring', 'two-shot'],
    },
  ],
  unavailable: (['koffi', 'kernels'] as const).map((what) => ({
    kind: 'unavailable',
    what,
    reason: 'ENOENT',
  })),
  'mpi-not-found': [
    { kind: 'mpi-not-found', tried: ['libmpi.so.40: ENOENT'] },
    { kind: 'mpi-not-found', wanted: 'mpich', tried: ['libmpich.so.12: ENOENT', 'libmpi.so.12: ENOENT'] },
  ],
  'mpi-not-launched': [{ kind: 'mpi-not-launched', wantedRanks: 4, ranks: 1 }],
  'mpi-pipe-lost': [{ kind: 'mpi-pipe-lost', descriptor: 8 }],
  'mpi-other-launcher': [
    { kind: 'mpi-other-launcher', launcher: 'MPICH', library: 'Open MPI 4.1.4', wantedRanks: 4, ranks: 1 },
  ],
  'mpi-error': [
    { kind: 'mpi-error', rank: 3, routine: 'MPI_Isend', reason: 'MPI_ERR_COMM' },
    { kind: 'mpi-error', rank: 3, routine: 'MPI_Isend', reason: 'MPI_ERR_COMM', place },
  ],
  argument: [{ kind: 'argument', argument: 'output', seen: 'Float32Array(7)', wanted: 'Float32Array(8)' }],
  unset: [{ kind: 'unset', variable: 'WORLD_SIZE', wanted: '1, 2, 3, …' }],
  freed: [{ kind: 'freed', argument: 'input' }],
  overlap: [{ kind: 'overlap', arguments: ['input', 'output'] }],
  'no-sync': [{ kind: 'no-sync', transport: 'tcp' }],
  'under-way': [{ kind: 'under-way', rank: 3, operation: 'broadcast' }],
  closed: [
    { kind: 'closed', rank: 3 },
    { kind: 'closed', rank: 3, underWay: 'all_reduce' },
    { kind: 'closed', rank: 3, failed: true },
  ],
}

const numbers = (text: string): readonly string[] => (text.match(/\d+(\.\d+)?/g) ?? []).sort()
/** Names and values as they were given stand in both. */
const givenWords = (problem: RunProblem): readonly string[] =>
  Object.values(problem)
    .filter((value): value is string => typeof value === 'string')
    .slice(1)

describe.each(Object.entries(PROBLEMS))('%s', (_, problems) => {
  test.each(problems.map((problem) => [problem] as const))('%o', (problem) => {
    const [one, other] = [english(problem, print), chinese(problem, print)]
    expect(numbers(other)).toEqual(numbers(one))
    expect(one).not.toMatch(/\p{Script=Han}|undefined/u)
    expect(other).toMatch(/\p{Script=Han}/u)
    expect(other).not.toMatch(/undefined/)
    if (problem.kind !== 'refused')
      for (const word of givenWords(problem)) {
        expect(one).toContain(word)
        expect(other).toContain(word)
      }
  })
})

test('who waited for whom, how long, and where', () => {
  expect(english(PROBLEMS.timeout[1] as RunProblem, print)).toBe(
    'rank 3 waited 250 ms for rank 5 to send and for rank 6 to receive a message in collective 17 (all_reduce by ring, step 5 of 14)',
  )
  expect(english(PROBLEMS.timeout[2] as RunProblem, print)).toBe(
    'rank 3 waited 30 s for rank 5 to receive a message in message 23 (send)',
  )
})
