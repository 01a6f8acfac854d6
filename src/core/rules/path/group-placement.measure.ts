/**
 * Groups of ranks that would fit into one host and span several, while groups of the same size in the same job lie inside
 * hosts. A data-parallel group rightly spans hosts: its ranks have their own group inside a host, so only groups none of
 * whose GPUs has such a one count.
 */

import { type Communicator, communicators, type Member } from '../../analysis/communicators.ts'
import { computed } from '../../analysis/facts.ts'
import { areAlike } from '../../analysis/jobs.ts'
import { groupBy } from '../../base/group-by.ts'

export interface GroupPlacement {
  readonly ranks: number
  /** GPUs of the largest host that the logs show. */
  readonly gpus: number
  readonly spanning: readonly Communicator[]
  /** Groups of this size inside a host. */
  readonly inside: number
  readonly hosts: readonly string[]
}

const whole = computed((facts): readonly Communicator[] =>
  communicators(facts).filter(
    ({ ranks, members }) =>
      ranks > 1 && members.size === ranks && [...members.values()].every(({ host }) => host !== undefined),
  ),
)

export const groupPlacements = computed((facts): readonly GroupPlacement[] => {
  const inside = whole(facts).filter(isInside)
  const placed = new Set(inside.flatMap(seatsOf))
  const spanning = whole(facts).filter(
    (one) =>
      one.hosts.length > 1 &&
      one.ranks <= gpusPerHost(facts) &&
      !seatsOf(one).some((seat) => placed.has(seat)) &&
      ![...one.members.values()].some(({ multiNodeNvlink }) => multiNodeNvlink === true),
  )
  return [...groupBy(spanning, ({ ranks }) => ranks)].flatMap(([ranks, ofOneSize]): GroupPlacement[] => {
    const others = inside.filter(
      (one) => one.ranks === ranks && ofOneSize.some(({ hosts }) => areAlike(facts, hosts[0], one.hosts[0])),
    )
    return others.length === 0
      ? []
      : [
          {
            ranks,
            gpus: gpusPerHost(facts),
            spanning: ofOneSize,
            inside: others.length,
            hosts: [...new Set(ofOneSize.flatMap(({ hosts }) => hosts))],
          },
        ]
  })
})

/** Whether a job with groups inside hosts and with several hosts was seen whole. */
export const placementSeen = computed(
  (facts): boolean => whole(facts).some(isInside) && whole(facts).some(({ hosts }) => hosts.length > 1),
)

const isInside = ({ hosts }: Communicator): boolean => hosts.length === 1

const gpusPerHost = computed((facts): number => {
  const seats = new Set(whole(facts).flatMap(seatsOf))
  const byHost = groupBy([...seats], (seat) => seat.slice(0, seat.indexOf(' ')))
  return Math.max(0, ...[...byHost.values()].map(({ length }) => length))
})

const seatsOf = ({ members }: Communicator): string[] => [...members.values()].map(seatOf)
const seatOf = ({ host, busId, cudaDevice, speaker }: Member): string =>
  `${host} ${busId ?? cudaDevice ?? speaker}`
