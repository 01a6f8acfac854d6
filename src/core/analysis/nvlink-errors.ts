/**
 * NVLinks whose error counters stand far out of all others', or grow from one listing to the next, and GPUs of which the
 * kernel's log tells NVLink errors (Xid 74; 144 to 150 since Blackwell). A few corrected errors are how a fast link works.
 */

import { median } from 'simple-statistics'
import { groupBy } from '../base/group-by.ts'
import { type Threshold, threshold } from '../base/threshold.ts'
import type { NvlinkErrorFact } from '../evidence/gpu-facts.ts'
import type { Place } from '../evidence/place.ts'
import { meaningOf } from '../knowledge/xids.ts'
import { computed } from './facts.ts'
import { gpuAt, seatOf } from './gpu-seats.ts'
import { factsOf, type HostView, hosts } from './hosts.ts'

export interface ErringCounter {
  readonly link: number
  /** "Replay", "Recovery", "CRC" */
  readonly what: string
  readonly count: number
  /** From the first listing to the last. */
  readonly grown?: number
  readonly place: Place
}

export interface ErringNvlinks {
  readonly host: HostView
  readonly gpu?: number
  /** "0000:5d:00", where no number is known. */
  readonly seat?: string
  readonly counters: readonly ErringCounter[]
  /** The middle of all other links' counters of that kind, and how many they are. */
  readonly usual: number
  readonly others: number
  readonly xids: readonly { readonly code: number; readonly place: Place }[]
}

/** Since the driver was loaded. A recovery is a link that trained anew: each costs milliseconds. */
const RECOVERIES = threshold(
  'nvlink-errors.recoveries',
  21,
  'count',
  'our choice: more than every restart of a host or driver leaves behind',
)
const REPLAYS = threshold(
  'nvlink-errors.replays',
  1000,
  'count',
  'our choice: corrected ones come with every fast link, a sick one counts them by the thousand',
)
const MANY: readonly (readonly [RegExp, Threshold])[] = [
  [/^Recovery$|^Link recovery failed$/, RECOVERIES],
  [/^Replay$|CRC|^Rx$|^Malformed packet$|^Buffer overrun$|^Local link integrity$/, REPLAYS],
]
/** Counters of a sick link stand out by orders of magnitude; what half of the links count is how the site counts. */
const TIMES_OTHERS = threshold(
  'nvlink-errors.times-others',
  20,
  'factor',
  'our choice: more than an order of magnitude',
)

interface Seen extends ErringCounter {
  readonly host: HostView
  readonly gpu: number
}

export const erringNvlinks = computed((facts): readonly ErringNvlinks[] => {
  const all = hosts(facts).flatMap((host) =>
    [
      ...groupBy(factsOf(host, 'nvlink-error'), ({ gpu, link, what }) => `${gpu} ${link} ${what}`).values(),
    ].map((errors) => seenOf(host, errors)),
  )
  const odd = [...groupBy(all, ({ what }) => what).values()].flatMap(standingOut)
  const indexAt = gpuAt(facts)
  const told = hosts(facts).flatMap((host) =>
    factsOf(host, 'kernel').flatMap(({ about, value, device, place }) =>
      about === 'xid' && device !== undefined && meaningOf(Number(value)) === 'nvlink'
        ? [
            {
              host,
              seat: seatOf(device),
              gpu: indexAt(host.name, seatOf(device)),
              code: Number(value),
              place,
            },
          ]
        : [],
    ),
  )
  const nameOf = ({ host, gpu, seat }: { host: HostView; gpu?: number | undefined; seat?: string }) =>
    `${host.name} ${gpu ?? seat}`
  const counted = groupBy(odd, ({ seen }) => nameOf(seen))
  const logged = groupBy(told, nameOf)
  return [...new Set([...counted.keys(), ...logged.keys()])].flatMap((name): ErringNvlinks[] => {
    const counters = counted.get(name) ?? []
    const xids = logged.get(name) ?? []
    const whose = counters[0]?.seen ?? xids[0]
    if (!whose) return []
    return [
      {
        host: whose.host,
        ...(whose.gpu === undefined ? {} : { gpu: whose.gpu }),
        ...(xids[0] === undefined ? {} : { seat: xids[0].seat }),
        counters: counters.map(({ seen: { link, what, count, grown, place } }) => ({
          link,
          what,
          count,
          ...(grown === undefined ? {} : { grown }),
          place,
        })),
        usual: counters[0]?.usual ?? 0,
        others: counters[0]?.others ?? 0,
        xids: xids.map(({ code, place }) => ({ code, place })),
      },
    ]
  })
})

/** Whether a host's files show it, in order or not. */
export const showsNvlinkErrors = (host: HostView): boolean => factsOf(host, 'nvlink-error').length > 0

/** The same counter in several listings: what it is now, and how far it came. */
function seenOf(host: HostView, errors: readonly NvlinkErrorFact[]): Seen {
  const [first] = errors
  const last = errors.at(-1)
  if (!first || !last) throw new Error('a group is never empty')
  const { gpu, link, what, count, place } = last
  const grown = count - first.count
  return { host, gpu, link, what, count, ...(errors.length > 1 && grown > 0 ? { grown } : {}), place }
}

function standingOut(
  same: readonly Seen[],
): readonly { readonly seen: Seen; readonly usual: number; readonly others: number }[] {
  const many = MANY.find(([pattern]) => pattern.test(same[0]?.what ?? ''))?.[1].value
  if (many === undefined || same.length < 2) return []
  return same.flatMap((seen) => {
    const others = same.filter((other) => other !== seen).map(({ count }) => count)
    const usual = median(others)
    return seen.count >= many && seen.count > TIMES_OTHERS.value * usual
      ? [{ seen, usual, others: others.length }]
      : []
  })
}
