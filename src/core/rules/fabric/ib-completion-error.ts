/**
 * The NIC gave work back with an error (IBV_WC_* of libibverbs): the transfer failed and NCCL stops the job. 12: the peer did
 * not answer (path, cable, MTU, GID, flow control); 4 and 11: memory protection, often GPUDirect through ACS or IOMMU; 13:
 * the receiver was not ready. The reporting host is one end of it, not the cause. Source: nccl #709, NCCL src/transport/net_ib.cc.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { hostOf } from '../../analysis/communicators.ts'
import { evidenceOf } from '../../analysis/facts.ts'
import { groupBy } from '../../base/group-by.ts'
import { type Found, rule } from '../rule.ts'

/** "Flushed": what was queued behind the request that failed. */
const FLUSHED = 5

export interface IbCompletionErrorValues {
  /** IBV_WC_* */
  readonly status: number
  readonly vendor?: number
  readonly hosts: readonly string[]
  readonly peers: readonly string[]
  readonly nics: readonly string[]
  readonly times: number
}

export const ibCompletionError = rule({
  id: 'ib-completion-error',
  needs: ['nccl-log'],
  sources: ['libibverbs: ibv_poll_cq(3)', 'nccl #709'],
  meaning: { breaks: true },
  check(facts): readonly Found<IbCompletionErrorValues>[] {
    const all = evidenceOf(facts, 'nccl-log').flatMap((log) =>
      log.completions.map((completion) => ({ log, completion, host: hostOf(log, completion.by[0] ?? 0) })),
    )
    const real = all.some(({ completion }) => completion.value.status !== FLUSHED)
      ? all.filter(({ completion }) => completion.value.status !== FLUSHED)
      : all
    return [...groupBy(real, ({ completion }) => completion.value.status)].map(([status, ofStatus]) => {
      const hosts = [...new Set(ofStatus.flatMap(({ host }) => (host === undefined ? [] : [host])))]
      const peers = [
        ...new Set(
          ofStatus.flatMap(({ completion }) =>
            completion.value.peer === undefined ? [] : [completion.value.peer],
          ),
        ),
      ]
      const nics = [
        ...new Set(
          ofStatus.flatMap(({ completion }) =>
            completion.value.nic === undefined ? [] : [completion.value.nic],
          ),
        ),
      ]
      const vendor = ofStatus.find(({ completion }) => completion.value.vendor !== undefined)?.completion
        .value.vendor
      return {
        severity: 'error',
        confidence: 'certain',
        concerns: [...hosts, ...runsOf(facts, hosts)],
        values: {
          status,
          ...(vendor === undefined ? {} : { vendor }),
          hosts,
          peers,
          nics,
          times: ofStatus.reduce((sum, { completion }) => sum + completion.times, 0),
        },
        evidence: ofStatus.map(({ completion }) => completion.place).slice(0, 4),
        explains: ['hang', 'bandwidth-below-expected'],
      }
    })
  },
})
