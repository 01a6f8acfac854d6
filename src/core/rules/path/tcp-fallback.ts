/**
 * The job sends over TCP sockets although something in the files says that the hosts have a faster network. The line
 * "Using network Socket" is definitive; without a sign of RDMA hardware it is how the hosts are: info, and nothing on one
 * host. Source: NCCL src/net.cc; docs/diagnosis.md, What experts expect (a 100G ladder: sockets 4, RDMA 6, with GPUDirect 12).
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { logNodes } from '../../analysis/log-nodes.ts'
import { settings } from '../../analysis/settings.ts'
import { fasterNetwork, socketUse } from '../../analysis/socket-use.ts'
import { type Found, rule } from '../rule.ts'
import type { FasterSign } from './faster-sign.ts'

export interface TcpFallbackValues {
  /** Empty where the lines name none. */
  readonly hosts: readonly string[]
  readonly nodes: 'several' | 'unknown'
  readonly interfaces: readonly string[]
  readonly sign?: FasterSign
  readonly signName?: string
  /** "NCCL_IB_DISABLE=1" */
  readonly forcedBy?: string
}

export const tcpFallback = rule({
  id: 'tcp-fallback',
  needs: ['nccl-log'],
  sources: ['NCCL src/net.cc', 'nccl #941 #451', 'sglang #1427'],
  check(facts): readonly Found<TcpFallbackValues>[] {
    const nodes = logNodes(facts)
    if (nodes === 'one') return []
    const forced = settings(facts).find(
      ({ name, value }) =>
        (name === 'NCCL_IB_DISABLE' && /^[1-9]/.test(value)) ||
        (name === 'NCCL_NET' && /^socket$/i.test(value)),
    )
    return socketUse(facts).flatMap((use) => {
      const signs = fasterNetwork(facts, use)
      const [sign] = signs
      // Without a sign, and not known to leave the host: nothing to say.
      if (!sign && nodes !== 'several') return []
      const loud = sign !== undefined
      return [
        {
          severity: loud ? (nodes === 'several' ? 'error' : 'warning') : 'info',
          confidence: loud ? (nodes === 'several' ? 'certain' : 'likely') : 'possible',
          concerns: [...use.hosts, ...runsOf(facts, use.hosts)],
          values: {
            hosts: use.hosts,
            nodes: nodes ?? 'unknown',
            interfaces: use.interfaces.map(({ name }) => name),
            ...(sign ? { sign: sign.sign, signName: sign.name } : {}),
            ...(forced ? { forcedBy: `${forced.name}=${forced.value}` } : {}),
          },
          evidence: [use.place, ...(forced ? [forced.place] : []), ...signs.map(({ place }) => place)].slice(
            0,
            4,
          ),
          ...(loud
            ? { explains: ['bandwidth-below-expected', 'socket-interface-ambiguous', 'collectives-disagree'] }
            : {}),
        },
      ]
    })
  },
})
