/**
 * The cluster's network needs a plugin (EFA: aws-ofi-nccl; Slingshot: aws-ofi-nccl with the cxi provider; GPUDirect-TCPX
 * and TCPXO), and NCCL found none: it falls back to TCP. On InfiniBand and RoCE "libnccl-net.so: not found" is harmless.
 * Source: aws-ofi-nccl #67, nccl #527; docs/diagnosis.md, What NCCL's log tells.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import type { Facts } from '../../analysis/facts.ts'
import { failures } from '../../analysis/failures.ts'
import { logNodes } from '../../analysis/log-nodes.ts'
import { settings } from '../../analysis/settings.ts'
import { socketUse } from '../../analysis/socket-use.ts'
import type { Place } from '../../evidence/place.ts'
import type { Topic } from '../../knowledge/messages/topics.ts'
import type { RuleId } from '../order.ts'
import { type Found, rule } from '../rule.ts'

export interface NetPluginMissingValues {
  readonly fabric: 'efa' | 'slingshot' | 'tcpx'
  /** What says so: "FI_PROVIDER=efa", "hsn0". */
  readonly sign: string
  /** It was found, but did not start. */
  readonly failed: boolean
  readonly hosts: readonly string[]
}

export const netPluginMissing = rule({
  id: 'net-plugin-missing',
  needs: ['nccl-log'],
  sources: ['aws-ofi-nccl #67', 'nccl #527', 'NCCL user guide, NCCL_NET_PLUGIN'],
  check(facts): readonly Found<NetPluginMissingValues>[] {
    const nodes = logNodes(facts)
    if (nodes === 'one') return []
    return socketUse(facts).flatMap((use) => {
      const failed = use.log.plugins.find(({ value }) => value.state === 'failed')
      const missing = use.log.plugins.find(({ value }) => value.state === 'missing')
      const loaded = use.log.plugins.some(({ value }) => value.state === 'loaded')
      const reported = failed ?? (loaded ? undefined : missing)
      const platform = platformOf(settings(facts), use)
      if (!reported || !platform) return []
      return [
        {
          severity: nodes === 'several' ? 'error' : 'warning',
          confidence: 'likely',
          concerns: [...use.hosts, ...runsOf(facts, use.hosts)],
          values: {
            fabric: platform.fabric,
            sign: platform.sign,
            failed: failed !== undefined,
            hosts: use.hosts,
          },
          evidence: [reported.place, use.place, platform.place],
          explains: [
            'tcp-fallback',
            'bandwidth-below-expected',
            'socket-interface-ambiguous',
            ...(failedOverSockets(facts) ? FAILURES : []),
          ],
        },
      ]
    })
  },
})

const FAILURES: readonly RuleId[] = ['network-unreachable', 'nccl-gave-up', 'peer-lost']
const OF_CONNECTIONS: ReadonlySet<Topic> = new Set<Topic>([
  'firewall',
  'route',
  'peer-gone',
  'first-warning',
  'internal',
])

/** What failed first is a connection, which would not have gone over TCP. */
const failedOverSockets = (facts: Facts): boolean => {
  const { first } = failures(facts)
  return first !== undefined && OF_CONNECTIONS.has(first.message.topic)
}

type Fabric = 'efa' | 'slingshot' | 'tcpx'

interface Platform {
  readonly fabric: Fabric
  readonly sign: string
  readonly place: Place
}

/** Variables that only jobs on such a network set, by the beginning of their names. */
const VARIABLES: readonly (readonly [Fabric, RegExp])[] = [
  ['efa', /^(?:FI_EFA_|OFI_NCCL_)|^FI_PROVIDER=efa/],
  ['slingshot', /^FI_CXI_|^FI_PROVIDER=cxi/],
  ['tcpx', /^NCCL_(?:GPUDIRECTTCPX|FASTRAK)_/],
]

function platformOf(
  set: readonly { readonly name: string; readonly value: string; readonly place: Place }[],
  { interfaces, interfacesPlace, log, hosts, place }: ReturnType<typeof socketUse>[number],
): Platform | undefined {
  for (const { name, value, place } of set)
    for (const [fabric, pattern] of VARIABLES)
      if (pattern.test(`${name}=${value}`)) return { fabric, sign: `${name}=${value}`, place }
  const slingshot = interfaces.find(({ name }) => /^hsn\d/.test(name))
  if (slingshot && interfacesPlace)
    return { fabric: 'slingshot', sign: slingshot.name, place: interfacesPlace }
  // HPE Cray EX names its nodes so; its network is Slingshot.
  const node = hosts.find((host) => /^nid\d{3,}/.test(host))
  if (node !== undefined) return { fabric: 'slingshot', sign: node, place }
  const ofi = log.plugins.find(({ value }) => value.name === 'NET/OFI')
  return ofi ? { fabric: 'efa', sign: ofi.value.name, place: ofi.place } : undefined
}
