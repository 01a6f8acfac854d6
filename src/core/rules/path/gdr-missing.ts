/**
 * No network connection uses GPUDirect RDMA: data goes through host memory, about half of the bandwidth (nccl-tests #29).
 * It is a fault only where the GPUs can do it: NVLink shows a data-centre GPU, or NCCL itself says why it is off. GPUs
 * without it (GeForce) look the same. One host alone without it: gdr-asymmetric.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { evidenceOf } from '../../analysis/facts.ts'
import { gpuDirectByHost } from '../../analysis/gpu-direct.ts'
import { logNodes } from '../../analysis/log-nodes.ts'
import { networkEdges } from '../../analysis/network-edges.ts'
import { nvlinkOn } from '../../analysis/nvlink-seen.ts'
import { settings } from '../../analysis/settings.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

/** Networks that print /GDRDMA where they use it; others have ways of their own. */
const SHOWS_IT = /^(?:IB|IBext\w*|IB_\w+|AWS Libfabric|Libfabric|OFI|UCX\w*)$/
/** "(no module)"; a distance that is too far is how the machine is built (nic-far). */
const MODULE = /module|peermem/i

export interface GdrMissingValues {
  /** "IB", "AWS Libfabric" */
  readonly network: string
  readonly connections: number
  readonly hosts: readonly string[]
  readonly why: 'setting' | 'module' | 'unknown'
  readonly setting?: string
  readonly nic?: string
}

export const gdrMissing = rule({
  id: 'gdr-missing',
  needs: ['nccl-log'],
  sources: ['nccl-tests #29', 'nccl #489', 'aws-ofi-nccl #64'],
  check(facts): readonly Found<GdrMissingValues>[] {
    const ends = networkEdges(facts).filter(
      ({ host, transport, peerHosts }) =>
        SHOWS_IT.test(transport.network ?? '') &&
        !(host !== undefined && peerHosts.size === 1 && peerHosts.has(host)),
    )
    const refused = evidenceOf(facts, 'nccl-log').flatMap(({ gpuDirect }) =>
      gpuDirect.filter(({ value }) => !value.enabled && MODULE.test(value.reason ?? '')),
    )
    const [first] = ends
    const gone = ends.length > 0 && ends.every(({ transport }) => !transport.gpuDirect)
    const [reason] = refused
    if (!gone && !(ends.length === 0 && reason && logNodes(facts) === 'several')) return []
    const hosts = gpuDirectByHost(facts).flatMap(({ host }) => (host === undefined ? [] : [host]))
    const off = settings(facts).find(
      ({ name, value }) => /^NCCL_(?:NET|IB)_GDR_LEVEL$/.test(name) && /^(?:LOC|0)$/i.test(value),
    )
    const capable = nvlinkOn(facts, first?.host)
    const loud = reason !== undefined || capable !== undefined || off !== undefined
    return [
      {
        severity: loud ? 'warning' : 'info',
        confidence: reason || off ? 'certain' : loud ? 'likely' : 'possible',
        concerns: [...hosts, ...runsOf(facts, hosts)],
        values: {
          network: first?.transport.network ?? 'IB',
          connections: ends.reduce((sum, { lines }) => sum + lines, 0),
          hosts,
          why: off ? 'setting' : reason ? 'module' : 'unknown',
          ...(off ? { setting: `${off.name}=${off.value}` } : {}),
          ...(reason?.value.nic === undefined ? {} : { nic: reason.value.nic }),
        },
        evidence: [
          ...(off ? [off.place] : []),
          ...refused.map(({ place }) => place),
          ...ends.map(({ place }) => place),
          ...(capable ? [capable] : []),
        ].slice(0, 4),
        ...(loud ? { explains: ['bandwidth-below-expected', 'collectives-disagree', 'few-channels'] } : {}),
      },
    ]
  },
  looked: (facts) => enoughIf(networkEdges(facts).some(({ transport }) => transport.gpuDirect)),
})
