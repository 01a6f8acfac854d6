/**
 * Ports of one kind with different active MTUs: connections between them fail or fall back to the smaller. A warning; info
 * where all RoCE ports run at 1024, which is what an Ethernet MTU of 1500 leaves. Source: nccl #709 (error 12 by MTU);
 * InfiniBand architecture specification: path MTU 256 … 4096.
 */

import { hosts } from '../../analysis/hosts.ts'
import { portsOf } from '../../analysis/nic-degraded.ts'
import { groupBy } from '../../base/group-by.ts'
import { threshold } from '../../base/threshold.ts'
import { KiB } from '../../base/units.ts'
import { seenOnHosts } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

/** What an Ethernet MTU of 1500 leaves. */
const SMALL = threshold(
  'mtu-mismatch.small',
  KiB,
  'bytes',
  'InfiniBand architecture specification: path MTU 256 to 4096',
)

export interface MtuMismatchValues {
  readonly why: 'differs' | 'small'
  readonly ports: readonly { readonly host?: string; readonly device: string; readonly mtu: number }[]
  readonly usual: number
  readonly alike: number
}

export const mtuMismatch = rule({
  id: 'mtu-mismatch',
  needs: ['host-facts'],
  sources: ['nccl #709', 'InfiniBand architecture specification: path MTU'],
  check(facts): readonly Found<MtuMismatchValues>[] {
    const ports = hosts(facts).flatMap((host) =>
      portsOf(host).flatMap((port) =>
        port.activeMtuBytes === undefined || port.state === 'down'
          ? []
          : [{ host: host.name, mtu: port.activeMtuBytes, port }],
      ),
    )
    // One fabric: ports of one layer and one rate.
    return [...groupBy(ports, ({ port }) => `${port.linkLayer} ${port.rate}`).values()].flatMap((alike) => {
      const [usual, ...rest] = [...groupBy(alike, ({ mtu }) => mtu)].sort(
        ([, a], [, b]) => b.length - a.length,
      )
      if (!usual) return []
      const odd = rest.flatMap(([, some]) => some)
      const small = usual[0] <= SMALL.value && alike.some(({ port }) => (port.maxMtuBytes ?? 0) > SMALL.value)
      if (odd.length === 0 && !(small && alike.every(({ port }) => port.linkLayer === 'ethernet'))) return []
      const shown = odd.length > 0 ? odd : usual[1]
      return [
        {
          severity: odd.length > 0 ? 'warning' : 'info',
          confidence: odd.length > 0 ? 'likely' : 'possible',
          values: {
            why: odd.length > 0 ? 'differs' : 'small',
            ports: shown.map(({ host, mtu, port }) => ({
              ...(host === undefined ? {} : { host }),
              device: port.device,
              mtu,
            })),
            usual: usual[0],
            alike: usual[1].length,
          },
          evidence: shown.map(({ port }) => port.place).slice(0, 4),
          ...(odd.length > 0 ? { explains: ['ib-completion-error'] } : {}),
        },
      ]
    })
  },
  looked: (facts) =>
    seenOnHosts(facts, (host) => portsOf(host).some(({ activeMtuBytes }) => activeMtuBytes !== undefined)),
})
