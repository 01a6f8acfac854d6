/**
 * Ranks of one communicator call different collectives, or with different sizes, at the same point: the job hangs there, or
 * data is mixed up. Known from the calls that NCCL logs (COLL), or from PyTorch's watchdog, which names each rank's
 * operation. One call that differs while all go on together is a torn line. Source: NCCL src/enqueue.cc; nccl #1911.
 */
import { evidenceOf, type Facts } from '../../analysis/facts.ts'
import { NOT_TORN } from '../../analysis/torn-lines.ts'
import { groupBy } from '../../base/group-by.ts'
import type { LogOperation, LogWatchdog } from '../../evidence/nccl-log-trouble.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'
import { USUAL, unequalCalls } from './collective-mismatch.last-calls.ts'

type Finding = Found<CollectiveMismatchValues>

/** What the findings about the processes of a job need: versions, CPU cores, calls that differ, calls that do not end. */
export interface Call {
  /** "AllReduce", "ALLREDUCE": as the line names it. */
  readonly collective: string
  /** Elements. */
  readonly count?: number
}

export interface OddCall extends Call {
  readonly host?: string
  readonly rank?: number
  readonly gpu?: number
}

export interface CollectiveMismatchValues {
  /** The number of the call. */
  readonly call: number
  readonly ranks: number
  /** What most ranks call. */
  readonly usual?: Call
  readonly usualRanks?: number
  readonly odd: readonly OddCall[]
  readonly by: 'calls' | 'watchdog'
}

export const collectiveMismatch = rule({
  id: 'collective-mismatch',
  needs: ['nccl-log'],
  sources: ['NCCL src/enqueue.cc', 'torch ProcessGroupNCCL.cpp', 'nccl #1911'],
  meaning: { breaks: true },
  check: (facts): readonly Found<CollectiveMismatchValues>[] => {
    const calls = fromCalls(facts)
    return calls.length > 0 ? calls : fromWatchdogs(facts)
  },
  looked: (facts) => enoughIf(evidenceOf(facts, 'nccl-log').some(({ operations }) => operations.length > 1)),
})

function fromCalls(facts: Facts): Finding[] {
  const stopped = evidenceOf(facts, 'nccl-log').some(({ watchdogs }) => watchdogs.length > 0)
  return unequalCalls(facts).flatMap(
    ({ opCount, ranks, usual, others, times, recovered, named }): Finding[] => {
      const [first] = others
      if (!first || recovered) return []
      const sure = stopped || (named && times >= NOT_TORN.value)
      return [
        {
          severity: sure ? 'error' : 'warning',
          confidence: sure ? 'certain' : 'likely',
          concerns: others.flatMap(({ caller }) => (caller.host === undefined ? [] : [caller.host])),
          values: {
            call: opCount,
            ranks,
            ...(usual ? { usual: callOf(usual.operation), usualRanks: usual.callers } : {}),
            odd: others.slice(0, 8).map(({ caller, operation }) => ({
              ...(caller.host === undefined ? {} : { host: caller.host }),
              ...(caller.rank === undefined ? {} : { rank: caller.rank }),
              ...(caller.device === undefined ? {} : { gpu: caller.device }),
              ...callOf(operation),
            })),
            by: 'calls',
          },
          evidence: [
            first.operation.place,
            ...(usual ? [usual.operation.place] : []),
            ...others.slice(1).map(({ operation }) => operation.place),
          ].slice(0, 4),
          explains: ['hang'],
        },
      ]
    },
  )
}

function fromWatchdogs(facts: Facts): Finding[] {
  const all = evidenceOf(facts, 'nccl-log').flatMap(({ watchdogs }) => watchdogs)
  const known = all.filter(({ operation, sequence }) => operation !== undefined && sequence !== undefined)
  return [...groupBy(known, ({ group, sequence }) => `${group} ${sequence}`).values()].flatMap(
    (watchdogs): Finding[] => {
      const byCall = [
        ...groupBy(watchdogs, ({ operation, elements }) => `${operation} ${elements}`).values(),
      ].sort((a, b) => b.length - a.length)
      const [most, ...rest] = byCall
      const odd = rest.flat()
      const [usual] = most ?? []
      const [first] = odd
      // A gather or scatter rightly has other sizes at its root.
      if (
        !usual ||
        !first ||
        odd.every(({ operation }) => operation === usual.operation && ROOTED.test(operation ?? ''))
      )
        return []
      const majority = (most?.length ?? 0) > USUAL.value * watchdogs.length
      return [
        {
          severity: 'error',
          confidence: 'certain',
          values: {
            call: usual.sequence ?? 0,
            ranks: watchdogs.length,
            ...(majority ? { usual: of(usual), usualRanks: most?.length ?? 0 } : {}),
            odd: (majority ? odd : watchdogs).slice(0, 8).map((one) => ({ rank: one.rank, ...of(one) })),
            by: 'watchdog',
          },
          evidence: [first.place, usual.place],
          explains: ['hang'],
        },
      ]
    },
  )
}

const ROOTED = /^_?(?:GATHER|SCATTER|REDUCE|BROADCAST|SEND|RECV|ALLTOALL\w*|COALESCED)$/i

const callOf = ({ collective, count }: LogOperation) => ({ collective, count })
const of = ({ operation = '', elements }: LogWatchdog) => ({
  collective: operation,
  ...(elements === undefined ? {} : { count: elements }),
})
