/** Whether the logs are of a job on one host or on several, as far as the files say. */
import { communicators } from './communicators.ts'
import { computed, evidenceOf } from './facts.ts'
import { networkEdges } from './network-edges.ts'

/** Undefined where nothing tells: an excerpt of one host may be of a larger job. */
export const logNodes = computed((facts): 'one' | 'several' | undefined => {
  const all = communicators(facts)
  const devices = evidenceOf(facts, 'benchmark').flatMap((benchmark) => benchmark.devices)
  const hosts = new Set(devices.map(({ host }) => host))
  const connected = networkEdges(facts).some(
    ({ host, peerHosts }) => host !== undefined && [...peerHosts].some((peer) => peer !== host),
  )
  const statedNodes = all.flatMap(({ members }) => [...members.values()].map(({ nodes }) => nodes ?? 0))
  if (
    hosts.size > 1 ||
    connected ||
    all.some((one) => one.hosts.length > 1) ||
    statedNodes.some((nodes) => nodes > 1)
  )
    return 'several'
  const whole = all.some(
    ({ ranks, members, hosts: hostsOfAll }) => members.size === ranks && hostsOfAll.length === 1,
  )
  return hosts.size === 1 || whole || statedNodes.some((nodes) => nodes === 1) ? 'one' : undefined
})
