/**
 * NCCL sends over sockets and takes interfaces of containers and virtual machines beside the real ones: other hosts cannot
 * be reached over them, or only slowly. NCCL_SOCKET_IFNAME names the right one. Source: NCCL user guide; src/misc/socket.cc.
 */

import type { Facts } from '../../analysis/facts.ts'
import { failures } from '../../analysis/failures.ts'
import { logNodes } from '../../analysis/log-nodes.ts'
import { socketUse } from '../../analysis/socket-use.ts'
import type { LogInterface } from '../../evidence/nccl-log.ts'
import type { Place } from '../../evidence/place.ts'
import type { RuleId } from '../order.ts'
import { type Found, rule } from '../rule.ts'

/** Bridges, tunnels and virtual ends as docker, podman, libvirt, Kubernetes' networks and VPNs name them. */
const VIRTUAL =
  /^(?:docker|podman|virbr|br-|veth|vnet|cali|cilium|flannel|cni|weave|lxc|tun|tap|kube|nodelocaldns|azv|ovs)/

export interface SocketInterfaceAmbiguousValues {
  readonly hosts: readonly string[]
  readonly virtual: readonly string[]
  readonly real: readonly string[]
}

export const socketInterfaceAmbiguous = rule({
  id: 'socket-interface-ambiguous',
  needs: ['nccl-log'],
  sources: ['NCCL user guide, NCCL_SOCKET_IFNAME'],
  check(facts): readonly Found<SocketInterfaceAmbiguousValues>[] {
    const nodes = logNodes(facts)
    if (nodes === 'one') return []
    return socketUse(facts).flatMap(
      ({ hosts, interfaces, interfacesPlace }): Found<SocketInterfaceAmbiguousValues>[] => {
        const virtual = interfaces.filter(({ name }) => VIRTUAL.test(name))
        if (virtual.length === 0 || interfaces.length < 2 || !interfacesPlace) return []
        const real = interfaces.filter((logInterface) => !virtual.includes(logInterface))
        const failed = failedConnection(facts, virtual)
        return [
          {
            severity: failed ? 'error' : nodes === 'several' ? 'warning' : 'info',
            confidence: failed ? 'certain' : 'likely',
            ...(failed ? { breaks: true, explains: FOLLOWS } : {}),
            concerns: hosts,
            values: {
              hosts,
              virtual: virtual.map(({ name }) => name),
              real: real.map(({ name }) => name),
            },
            evidence: [interfacesPlace, ...(failed ? [failed] : [])],
          },
        ]
      },
    )
  },
})

const FOLLOWS: readonly RuleId[] = ['network-unreachable', 'nccl-gave-up', 'peer-lost', 'run-aborted', 'hang']

/** A connection that failed to an address of such an interface: containers of every host have the same. */
function failedConnection(facts: Facts, virtual: readonly LogInterface[]): Place | undefined {
  const addresses = virtual.flatMap(({ address }) => address ?? [])
  return failures(facts).inOrder.find(
    ({ message: { topic }, line }) =>
      topic === 'firewall' &&
      addresses.some((address) => line.place.text.includes(` ${address.replace(/%.*/, '')}<`)),
  )?.line.place
}
