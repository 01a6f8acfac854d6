/**
 * Counters of a RoCE port show lost or reordered packets: retransmission turns line rate into a tenth. A warning where
 * packets were lost; info where the fabric only marks (CNP, ECN), which is how congestion control works. Counters run
 * since the driver was loaded: small ones mean nothing. Sources: nccl #378 #1453; mlx5 counters.rst.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { factsOf, hosts } from '../../analysis/hosts.ts'
import { portsOf } from '../../analysis/nic-degraded.ts'
import { groupBy } from '../../base/group-by.ts'
import { threshold } from '../../base/threshold.ts'
import { seenOnHosts } from '../looked.ts'
import type { OfHost } from '../of-host.ts'
import { type Found, rule } from '../rule.ts'

/** Since the driver was loaded. */
const MANY_LOST = threshold(
  'roce-congestion.lost',
  1000,
  'count',
  'our choice: a cable that was plugged costs some',
)
const MANY_MARKED = threshold(
  'roce-congestion.marked',
  100_000,
  'count',
  'our choice: marks are how congestion control works, so that only many are worth a line',
)
const LOST =
  /^(?:out_of_sequence|packet_seq_err|local_ack_timeout_err|implied_nak_seq_err|roce_adp_retrans|req_transport_retries_exceeded|rx_icrc_encapsulated|rx_discards_phy|tx_discards_phy|rx_prio\d_(?:discards|cong_discard)|port_xmit_discards)$/
const MARKED =
  /^(?:np_cnp_sent|rp_cnp_handled|np_ecn_marked_roce_packets|rx_prio\d_pause|tx_prio\d_pause|rx_pause_ctrl_phy)$/

export interface RoceCongestionValues extends OfHost {
  readonly device: string
  readonly why: 'loss' | 'marked'
  readonly counters: readonly { readonly name: string; readonly value: number }[]
  /** Other devices whose counters are far lower. */
  readonly calm: number
}

export const roceCongestion = rule({
  id: 'roce-congestion',
  needs: ['host-facts'],
  sources: ['Linux mlx5 counters', 'nccl #378 #1453'],
  check: (facts): readonly Found<RoceCongestionValues>[] =>
    hosts(facts).flatMap((host) => {
      const infiniband = new Set(
        portsOf(host).flatMap(({ device, linkLayer }) => (linkLayer === 'infiniband' ? [device] : [])),
      )
      const devices = [...groupBy(factsOf(host, 'counter'), ({ device }) => device)].filter(
        ([device]) => !infiniband.has(device),
      )
      const counted = devices.map(([device, counters]) => ({
        device,
        lost: counters.filter(({ name, value }) => LOST.test(name) && value >= MANY_LOST.value),
        marked: counters.filter(({ name, value }) => MARKED.test(name) && value >= MANY_MARKED.value),
      }))
      return counted.flatMap(({ device, lost, marked }) => {
        const shown = lost.length > 0 ? [...lost, ...marked] : marked
        if (shown.length === 0) return []
        const calm = counted.filter(
          (other) => (lost.length > 0 ? other.lost : other.marked).length === 0,
        ).length
        return [
          {
            severity: lost.length > 0 ? 'warning' : 'info',
            confidence: lost.length > 0 ? 'likely' : 'possible',
            ...(host.name === undefined ? {} : { subject: host.name }),
            concerns: runsOf(facts, [host.name]),
            values: {
              ...(host.name === undefined ? {} : { host: host.name }),
              device,
              why: lost.length > 0 ? 'loss' : 'marked',
              counters: shown.map(({ name, value }) => ({ name, value })).slice(0, 4),
              calm,
            },
            evidence: shown.map(({ place }) => place).slice(0, 4),
            ...(lost.length > 0
              ? { explains: ['size-collapse', 'tail-latency', 'bandwidth-below-expected'] }
              : {}),
          },
        ]
      })
    }),
  looked: (facts) => seenOnHosts(facts, (host) => factsOf(host, 'counter').length > 0),
})
