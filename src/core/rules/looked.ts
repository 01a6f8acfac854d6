/** Whether the evidence had the power to show what a rule looks for: only then is its silence told as "in order". */
import { communicators } from '../analysis/communicators.ts'
import type { Facts } from '../analysis/facts.ts'
import { type HostView, hosts } from '../analysis/hosts.ts'
import { series } from '../analysis/series.ts'

/** enough: silence means that it is in order; some: for a part of the hosts alone; none: nobody could look. */
export type Looked = 'enough' | 'some' | 'none'

export const enoughIf = (seen: boolean): Looked => (seen ? 'enough' : 'none')

/** Something that each host shows of itself: enough where every host of the runs and logs shows it. */
export function seenOnHosts(facts: Facts, shows: (host: HostView) => boolean): Looked {
  const seen = hosts(facts).filter(shows)
  if (seen.length === 0) return 'none'
  const names = new Set(seen.map(({ name }) => name))
  const taking = hostsTakingPart(facts)
  if (taking.length <= 1) return 'enough'
  return taking.every((host) => names.has(host)) ? 'enough' : 'some'
}

const hostsTakingPart = (facts: Facts): readonly string[] => [
  ...new Set([...series(facts), ...communicators(facts)].flatMap(({ hosts }) => hosts)),
]
