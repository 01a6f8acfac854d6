/**
 * A collective did not end. PyTorch's watchdog says so, with the last work that each rank enqueued and completed; NCCL's RAS
 * names ranks that are behind. The rank that is behind the others, or says nothing, is where to look; ranks that wait are not
 * to blame. A log that ends between "Init START" and "Init COMPLETE" may only be cut: info.
 * Source: torch ProcessGroupNCCL.cpp; NCCL user guide, RAS; docs/diagnosis.md, In which order experts look.
 */
import { communicators } from '../../analysis/communicators.ts'
import { evidenceOf, type Facts } from '../../analysis/facts.ts'
import { groupBy } from '../../base/group-by.ts'
import { threshold } from '../../base/threshold.ts'
import type { LogWatchdog } from '../../evidence/nccl-log-trouble.ts'
import type { RasRank } from '../../evidence/ras-report.ts'
import { type Found, rule } from '../rule.ts'
import { rasStates } from './hang.ras-states.ts'

type Finding = Found<HangValues>

const BEHIND = threshold(
  'hang.behind',
  0.5,
  'share',
  'our choice: where half of the ranks and more did less, the others may be ahead for a reason of their own',
)
const SILENT = threshold(
  'hang.silent',
  0.5,
  'share',
  'our choice: where half of the ranks and more have no line, the log shows only a part of them',
)

export interface HangValues {
  readonly by: 'watchdog' | 'ras' | 'setup'
  readonly operation: string
  readonly sequence?: number
  readonly seconds: number
  /** Ranks that timed out, or that began their setup. */
  readonly waiting: number
  /** Ranks that did less than the others. */
  readonly behind: readonly number[]
  readonly why: 'enqueued' | 'completed' | 'sequence' | 'unknown'
  /** Where the ranks that report stand at different calls: each with its ranks, the lowest first. */
  readonly calls?: readonly { readonly sequence: number; readonly ranks: readonly number[] }[]
  /** Ranks without a line. */
  readonly silent: readonly number[]
  readonly group?: string
  /** Of the ranks behind or silent, where RAS names them. */
  readonly hosts: readonly string[]
  /** Two queries of RAS show the same, or it has given the ranks up. */
  readonly repeated: boolean
}

export const hang = rule({
  id: 'hang',
  needs: [['nccl-log', 'ras-report']],
  sources: ['torch ProcessGroupNCCL.cpp', 'NCCL user guide, RAS'],
  meaning: { breaks: true },
  check: (facts): readonly Found<HangValues>[] => {
    const stopped = [...fromWatchdogs(facts), ...fromRas(facts)]
    return stopped.length > 0 ? stopped : fromSetup(facts)
  },
})

function fromWatchdogs(facts: Facts): Finding[] {
  const all = evidenceOf(facts, 'nccl-log').flatMap(({ watchdogs }) => watchdogs)
  const timedOut = all.filter(
    ({ operation, timeoutSeconds }) => operation !== undefined && timeoutSeconds !== undefined,
  )
  return [...groupBy(timedOut, ({ group }) => group).values()].flatMap((watchdogs): Finding[] => {
    // The earliest work of the group hangs; later ones wait behind it.
    const [first] = watchdogs.toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0))
    if (first?.operation === undefined) return []
    const calls = callsOf(watchdogs)
    const { behind, why } = behindOthers(
      all.filter(({ group }) => group === first.group),
      calls,
    )
    return [
      {
        severity: 'error',
        confidence: 'certain',
        values: {
          by: 'watchdog',
          repeated: false,
          hosts: [],
          operation: first.operation,
          ...(first.sequence === undefined ? {} : { sequence: first.sequence }),
          seconds: first.timeoutSeconds ?? 0,
          waiting: watchdogs.length,
          behind,
          why,
          silent: silentRanks(watchdogs),
          ...(calls.length > 1 ? { calls } : {}),
          ...(first.group === undefined ? {} : { group: first.group }),
        },
        evidence: [
          ...watchdogs.filter(({ rank }) => behind.includes(rank)).map(({ place }) => place),
          first.place,
          ...watchdogs.filter((one) => one !== first && !behind.includes(one.rank)).map(({ place }) => place),
        ]
          .filter((place, at, list) => list.indexOf(place) === at)
          .slice(0, 3),
      },
    ]
  })
}

/** At which calls the ranks of a group stand, the earliest first. */
function callsOf(watchdogs: readonly LogWatchdog[]): NonNullable<HangValues['calls']> {
  const numbered = watchdogs.flatMap(({ sequence, rank }) =>
    sequence === undefined ? [] : [{ sequence, rank }],
  )
  return [...groupBy(numbered, ({ sequence }) => sequence)]
    .map(([sequence, alike]) => ({ sequence, ranks: alike.map(({ rank }) => rank).sort((a, b) => a - b) }))
    .sort((a, b) => a.sequence - b.sequence)
}

/** Ranks that enqueued less than the others, else ranks that completed less, else ranks that stand at an earlier call. */
function behindOthers(
  watchdogs: readonly LogWatchdog[],
  calls: NonNullable<HangValues['calls']>,
): { readonly behind: readonly number[]; readonly why: HangValues['why'] } {
  for (const [why, of] of [
    ['enqueued', (one: LogWatchdog) => one.lastEnqueued],
    ['completed', (one: LogWatchdog) => one.lastCompleted],
  ] as const) {
    const known = watchdogs.flatMap((one) => {
      const value = of(one)
      return value === undefined ? [] : [{ rank: one.rank, value }]
    })
    const most = Math.max(...known.map(({ value }) => value))
    const fewer = known.filter(({ value }) => value < most)
    if (fewer.length > 0 && fewer.length < BEHIND.value * known.length)
      return { behind: fewer.map(({ rank }) => rank).sort((a, b) => a - b), why }
  }
  const earlier = calls.slice(0, -1).flatMap(({ ranks }) => ranks)
  const standing = calls.reduce((sum, { ranks }) => sum + ranks.length, 0)
  return earlier.length > 0 && earlier.length < BEHIND.value * standing
    ? { behind: earlier, why: 'sequence' }
    : { behind: [], why: 'unknown' }
}

/** Of ranks 0 … the highest that timed out, those without a line. */
function silentRanks(watchdogs: readonly LogWatchdog[]): readonly number[] {
  const seen = new Set(watchdogs.map(({ rank }) => rank))
  const highest = Math.max(...seen)
  const silent = Array.from({ length: Math.min(highest, 100_000) + 1 }, (_, rank) => rank).filter(
    (rank) => !seen.has(rank),
  )
  return isMinority(silent.length, seen.size) ? silent : []
}

/** Whether those without a line are few enough to be named. */
const isMinority = (silent: number, seen: number): boolean => silent < SILENT.value * (silent + seen)

/** One query proves little, since ranks are never in step; two with the same counts show that nothing moves. */
function fromRas(facts: Facts): Finding[] {
  return [...groupBy(rasStates(facts), ({ hash }) => hash).values()].flatMap((states): Finding[] => {
    const last = states.at(-1)
    if (!last) return []
    const { behind, collective, launched, missing, dead, place } = last
    if (missing.length > 0)
      return [
        {
          severity: dead ? 'error' : 'warning',
          confidence: 'certain',
          concerns: hostsOf(missing),
          values: {
            ...rasValues,
            operation: '',
            silent: missing.map(({ rank }) => rank),
            repeated: dead,
            hosts: hostsOf(missing),
          },
          evidence: [place],
        },
      ]
    const stuck = states.length > 1 && states.at(-2)?.counts === last.counts
    return [
      {
        severity: stuck ? 'error' : 'info',
        confidence: stuck ? 'certain' : 'possible',
        concerns: hostsOf(behind),
        values: {
          ...rasValues,
          operation: collective,
          sequence: launched,
          waiting: last.ahead,
          behind: behind.map(({ rank }) => rank),
          why: 'enqueued',
          repeated: stuck,
          hosts: hostsOf(behind),
        },
        evidence: [place],
      },
    ]
  })
}

const hostsOf = (ranks: readonly RasRank[]): string[] => [...new Set(ranks.flatMap(({ host }) => host ?? []))]

const rasValues = { by: 'ras', seconds: 0, waiting: 0, behind: [], why: 'unknown', silent: [] } as const

function fromSetup(facts: Facts): Finding[] {
  return communicators(facts).flatMap(({ ranks, members }): Finding[] => {
    const all = [...members.values()]
    const [first] = all
    // Logs of versions that do not say START cannot show it; nor can an excerpt.
    if (!first || all.some(({ complete, started }) => complete !== undefined || started === undefined))
      return []
    const missing = Array.from({ length: Math.min(ranks, 100_000) }, (_, rank) => rank).filter(
      (rank) => !members.has(rank),
    )
    if (all.length < 2 || !isMinority(missing.length, all.length)) return []
    return [
      {
        severity: 'info',
        confidence: 'possible',
        values: {
          by: 'setup',
          repeated: false,
          hosts: [],
          operation: 'ncclCommInitRank',
          seconds: 0,
          waiting: all.length,
          behind: [],
          why: 'unknown',
          silent: missing,
        },
        evidence: [first.place],
      },
    ]
  })
}
