/** Hosts that work in one job are built alike: what is seen on one may be taken for the others, and for no other host. */
import { communicators } from './communicators.ts'
import { computed, evidenceOf, type Facts } from './facts.ts'

/** By host: a number that hosts of one job share. */
const jobs = computed((facts): ReadonlyMap<string, number> => {
  const groups = [
    ...communicators(facts).map(({ hosts }) => hosts),
    ...evidenceOf(facts, 'benchmark').map(({ devices }) => devices.map(({ host }) => host)),
  ]
  const found = new Map<string, number>()
  for (const [at, hosts] of groups.entries()) {
    const known = new Set(hosts.flatMap((host) => found.get(host) ?? []))
    for (const [host, job] of found) if (known.has(job)) found.set(host, at)
    for (const host of hosts) found.set(host, at)
  }
  return found
})

/** The same host or one of the same job; where one of them has no name, it may be the other. */
export function areAlike(facts: Facts, a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || a === b) return true
  const job = jobs(facts).get(a)
  return job !== undefined && job === jobs(facts).get(b)
}
