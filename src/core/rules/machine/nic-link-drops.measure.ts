/** NICs whose link went down after it was up, as the kernel's log counts it: for each host and kind the devices. */

import { computed } from '../../analysis/facts.ts'
import { factsOf, type HostView, hosts } from '../../analysis/hosts.ts'
import { groupBy } from '../../base/group-by.ts'
import { threshold } from '../../base/threshold.ts'
import type { NicLinkFact } from '../../evidence/kernel-facts.ts'
import type { Place } from '../../evidence/place.ts'

export interface NicLinkDrops {
  readonly host: HostView
  /** lost: down when the log ends; flaps: again and again; dropped: came back, or the log does not show that it was up. */
  readonly why: 'lost' | 'flaps' | 'dropped'
  readonly links: readonly {
    readonly device: string
    readonly interface?: string
    readonly drops: number
    readonly within12Hours?: number
  }[]
  /** The log shows the links come up, too. */
  readonly seenUp: boolean
  readonly places: readonly Place[]
}

const FLAPS = threshold(
  'nic-link-drops.flaps',
  3,
  'count',
  'GPUd, components/accelerator/nvidia/infiniband/store: three drops within twelve hours',
)

export const droppingLinks = computed((facts): readonly NicLinkDrops[] =>
  hosts(facts).flatMap((host) => {
    const seen = linksOf(host).flatMap((link) => {
      const why = whyOf(link)
      return why === undefined ? [] : [{ link, why }]
    })
    return [...groupBy(seen, ({ why, link }) => `${why} ${link.seenUp}`).values()].flatMap(
      (alike): NicLinkDrops[] =>
        alike[0] === undefined
          ? []
          : [
              {
                host,
                why: alike[0].why,
                links: alike.map(({ link: { device, interface: name, drops, dropsWithin12Hours } }) => ({
                  device,
                  ...(name === undefined ? {} : { interface: name }),
                  drops,
                  ...(dropsWithin12Hours === undefined ? {} : { within12Hours: dropsWithin12Hours }),
                })),
                seenUp: alike[0].link.seenUp,
                places: alike.flatMap(({ link: { place, lastPlace } }) => [
                  ...(lastPlace && alike[0]?.why === 'lost' ? [lastPlace] : []),
                  place,
                  ...(lastPlace && alike[0]?.why !== 'lost' ? [lastPlace] : []),
                ]),
              },
            ],
    )
  }),
)

/** Whether links were seen up, all of them to the end: then silence means that they stayed so. */
export const nicLinksSeenUp = computed((facts): boolean => {
  const all = hosts(facts).flatMap((host) => factsOf(host, 'nic-link'))
  return all.length > 0 && all.every(({ seenUp, last }) => seenUp && last === 'up')
})

/** The same lines may stand in several files: of each device what counted most. */
const linksOf = (host: HostView): readonly NicLinkFact[] =>
  [
    ...groupBy(factsOf(host, 'nic-link'), ({ device, earlierBoot }) => `${device} ${earlierBoot}`).values(),
  ].map((same) => same.reduce((most, one) => (one.drops > most.drops ? one : most)))

function whyOf({
  drops,
  dropsWithin12Hours = 0,
  seenUp,
  last,
  earlierBoot,
}: NicLinkFact): NicLinkDrops['why'] | undefined {
  if (drops === 0) return undefined
  // A port without a cable says "down" whenever it is set up.
  if (!seenUp) return drops >= FLAPS.value ? 'dropped' : undefined
  if (earlierBoot) return 'dropped'
  if (last === 'down') return 'lost'
  return dropsWithin12Hours >= FLAPS.value ? 'flaps' : 'dropped'
}
