/** The labels of the curves that were measured on a host, so that a finding about it can explain theirs. */
import type { Facts } from './facts.ts'
import { series } from './series.ts'

/** Of runs with any of these hosts; runs that name no host may be of any. */
export function runsOf(facts: Facts, hosts: readonly (string | undefined)[]): readonly string[] {
  return series(facts).flatMap(({ label, hosts: ofSeries }) =>
    ofSeries.length === 0 || hosts.includes(undefined) || ofSeries.some((host) => hosts.includes(host))
      ? [label]
      : [],
  )
}
