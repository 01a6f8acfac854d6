/**
 * Links of NICs that go down and come up in the kernel's log, counted. Sources: Linux drivers mlx5_core ("Link down"),
 * bnxt_en and ice ("NIC Link is Down"); MLNX_OFED's mlx5_ib ("mlx5_0: Port: 1 Link DOWN").
 */
import type { NicLinkFact } from '../../evidence/kernel-facts.ts'
import type { Place } from '../../evidence/place.ts'
import { kernelTime } from '../../text/kernel-time.ts'

const PCI = String.raw`(?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]`
const OF_INTERFACE = new RegExp(
  `(?:mlx5_core|bnxt_en|ice) (?<device>${PCI})(?: (?<name>[\\w.-]+))?: (?:NIC )?Link (?:is )?(?<state>up|down)\\b`,
  'i',
)
const OF_PORT = /\b(?<device>mlx5_\w+): Port: \d+ Link (?<state>DOWN|ACTIVE)\b/

/** While a host starts, links train, and drivers take them down to set them up. */
const STARTING_SECONDS = 300
const HALF_A_DAY_SECONDS = 12 * 3600
/** More are no host's. */
const MOST_DEVICES = 4096
const MOST_TIMES = 10_000

/** Whether a link went down or came up. */
export const isLinkEvent = (text: string): boolean => eventIn(text) !== undefined

const eventIn = (text: string) =>
  text.includes('Link ') ? (OF_INTERFACE.exec(text) ?? OF_PORT.exec(text))?.groups : undefined

interface Link {
  readonly device: string
  interface?: string
  state?: 'up' | 'down'
  seenUp: boolean
  drops: number
  readonly times: number[]
  firstDrop?: Place
  lastDrop?: Place
  latest: Place
}

/** Counts of one host. */
export interface NicLinkCount {
  line(text: string, place: () => Place): void
  /** The counts so far; counting begins anew. */
  take(earlierBoot: boolean): readonly NicLinkFact[]
}

/** For one host. */
export function nicLinkCount(): NicLinkCount {
  const links = new Map<string, Link>()
  return {
    line(text, place) {
      const { device, name, state } = eventIn(text) ?? {}
      if (device === undefined || (!links.has(device) && links.size >= MOST_DEVICES)) return
      const link: Link = links.get(device) ?? {
        device,
        seenUp: false,
        drops: 0,
        times: [],
        latest: place(),
      }
      links.set(device, link)
      if (name !== undefined) link.interface = name
      const now = /down/i.test(state ?? '') ? 'down' : 'up'
      if (now === 'down' && wasUp(link)) drop(link, text, place())
      if (now === 'up') link.seenUp = true
      link.state = now
      link.latest = place()
    },
    take(earlierBoot) {
      const facts = [...links.values()].map((link) =>
        factOf(earlierBoot ? beforeTheEnd(link) : link, earlierBoot),
      )
      links.clear()
      return facts
    },
  }
}

/** Where only the lines with "down" were kept, it must have come up between two of them. */
const wasUp = ({ state, seenUp }: Link): boolean => state === 'up' || (state === 'down' && !seenUp)

function drop(link: Link, text: string, place: Place): void {
  const time = kernelTime(text)
  if (time?.since === 'start' && time.seconds < STARTING_SECONDS) return
  link.drops++
  if (time !== undefined && link.times.length < MOST_TIMES) link.times.push(time.seconds)
  if (link.firstDrop === undefined) link.firstDrop = place
  else link.lastDrop = place
}

/** A host that is shut down takes its links down. */
const beforeTheEnd = (link: Link): Link =>
  link.state === 'down' && link.seenUp && link.drops > 0
    ? { ...link, drops: link.drops - 1, times: link.times.slice(0, -1) }
    : link

function factOf(link: Link, earlierBoot: boolean): NicLinkFact {
  const { device, interface: name, state, seenUp, drops, times, firstDrop, lastDrop, latest } = link
  return {
    is: 'nic-link',
    device,
    ...(name === undefined ? {} : { interface: name }),
    drops,
    ...(times.length < Math.min(drops, MOST_TIMES) ? {} : { dropsWithin12Hours: mostWithin(times) }),
    seenUp,
    last: state ?? 'down',
    earlierBoot,
    place: firstDrop ?? latest,
    ...(lastDrop ? { lastPlace: lastDrop } : {}),
  }
}

function mostWithin(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  let from = 0
  let most = 0
  for (const [at, time] of sorted.entries()) {
    while (time - (sorted[from] ?? time) > HALF_A_DAY_SECONDS) from++
    most = Math.max(most, at - from + 1)
  }
  return most
}
