/** What is injected into a simulation: slow or missing links, late ranks, latencies that differ. */
import { failed, ok, type Result } from '../base/result.ts'
import type { Problem } from '../messages/cli.ts'
import type { Fault } from '../report/simulate/answer.ts'
import type { LinkFault } from '../topology/injected.ts'
import { slowLinks } from './topology.ts'
import { duration, unreadable } from './values.ts'

export interface FaultsAsked {
  readonly slowLink?: readonly string[]
  readonly slowRank?: readonly string[]
  readonly jitter?: string
  readonly runs?: string
  readonly seed?: string
}

export interface Faults {
  readonly links: readonly LinkFault[]
  readonly late: ReadonlyMap<number, number>
  readonly jitter?: { readonly p99Seconds: number; readonly rank?: number }
  /** All of them, as the answer names them. */
  readonly shown: readonly Fault[]
}

export function faultsOf(asked: FaultsAsked, ranks: number): Result<Faults, Problem> {
  const [unused] = (['runs', 'seed'] as const).filter(
    (option) => asked[option] !== undefined && asked.jitter === undefined,
  )
  if (unused) return failed({ id: 'option-needs', values: { option: `--${unused}`, needs: '--jitter' } })
  const links = slowLinks('--slow-link', asked.slowLink ?? [])
  if (!links.ok) return links
  const late = new Map<number, number>()
  for (const text of asked.slowRank ?? []) {
    const [rank, time] = text.split(':')
    const read = /^\d+$/.test(rank ?? '') && time !== undefined ? duration('--slow-rank', time) : undefined
    if (!read?.ok) return unreadable('--slow-rank', text, 'slow-rank')
    if (Number(rank) >= ranks) return unknownRank('--slow-rank', Number(rank), ranks)
    late.set(Number(rank), read.value)
  }
  const jitter = asked.jitter === undefined ? ok(undefined) : jitterOf(asked.jitter, ranks)
  if (!jitter.ok) return jitter
  return ok({
    links: links.value,
    late,
    ...(jitter.value ? { jitter: jitter.value } : {}),
    shown: [
      ...links.value.map((fault) => ({ kind: 'slow-link' as const, ...fault })),
      ...[...late].map(([rank, seconds]) => ({ kind: 'slow-rank' as const, rank, seconds })),
      ...(jitter.value ? [{ kind: 'jitter' as const, ...jitter.value }] : []),
    ],
  })
}

/** "5us", "5us@3". */
function jitterOf(seen: string, ranks: number): Result<NonNullable<Faults['jitter']>, Problem> {
  const [time = '', rank] = seen.split('@')
  const p99 = duration('--jitter', time)
  if (!p99.ok || (rank !== undefined && !/^\d+$/.test(rank))) return unreadable('--jitter', seen, 'jitter')
  if (rank !== undefined && Number(rank) >= ranks) return unknownRank('--jitter', Number(rank), ranks)
  return ok({ p99Seconds: p99.value, ...(rank === undefined ? {} : { rank: Number(rank) }) })
}

const unknownRank = (
  option: string,
  seen: number,
  ranks: number,
): { readonly ok: false; readonly problem: Problem } =>
  failed({ id: 'rank-unknown', values: { option, seen, ranks } })
