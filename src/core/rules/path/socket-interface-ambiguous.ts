/**
 * NCCL sends over sockets and takes interfaces of containers and virtual machines beside the real ones: other hosts cannot
 * be reached over them, or only slowly. NCCL_SOCKET_IFNAME names the right one. Source: NCCL user guide; src/misc/socket.cc.
 */

import { logNodes } from '../../analysis/log-nodes.ts'
import { socketUse } from '../../analysis/socket-use.ts'
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
    return socketUse(facts).flatMap(({ hosts, interfaces, interfacesPlace }) => {
      const virtual = interfaces.filter(({ name }) => VIRTUAL.test(name))
      if (virtual.length === 0 || interfaces.length < 2 || !interfacesPlace) return []
      const real = interfaces.filter((logInterface) => !virtual.includes(logInterface))
      return [
        {
          severity: nodes === 'several' ? 'warning' : 'info',
          confidence: 'likely',
          concerns: hosts,
          values: {
            hosts,
            virtual: virtual.map(({ name }) => name),
            real: real.map(({ name }) => name),
          },
          evidence: [interfacesPlace],
        },
      ]
    })
  },
})
