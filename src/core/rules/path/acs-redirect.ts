/**
 * PCIe access control sends peer-to-peer traffic up to the CPU: GPU to GPU and GPU to NIC lose half and more. An error
 * where ports of a switch do it; info at the CPU's own ports, where such traffic passes anyway. iommu=pt does not clear
 * it. Sources: nccl #949 #2409, nccl-tests #112; NCCL user guide, Troubleshooting: PCI Access Control Services.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { evidenceOf, type Facts } from '../../analysis/facts.ts'
import { gpuFromDeviceName } from '../../machine/gpus.ts'
import { seenOnHosts } from '../looked.ts'
import type { OfHost } from '../of-host.ts'
import { type Found, rule } from '../rule.ts'
import { acsPorts, showsAcs } from './acs-redirect.ports.ts'
import { slowClosePairs } from './acs-redirect.slow-pairs.ts'

export interface AcsRedirectValues extends OfHost {
  /** Ports of PCIe switches that send requests up to the CPU. */
  readonly ports: number
  readonly addresses: readonly string[]
  /** GPUs and NICs below them. */
  readonly gpus: number
  readonly nics: number
  /**
   * switch: ports of a switch that joins devices; root: ports of the CPU; unknown: the listing does not say;
   * measured: pairs under one switch are slower than pairs far apart, and no listing shows why.
   */
  readonly where: 'switch' | 'root' | 'unknown' | 'measured'
  /** Measured: what pairs under one switch reach, and pairs far apart. */
  readonly close?: number
  readonly far?: number
}

export const acsRedirect = rule({
  id: 'acs-redirect',
  needs: ['host-facts'],
  sources: [
    'NCCL user guide, Troubleshooting: PCI Access Control Services (ACS)',
    'nccl #949 #2409',
    'nccl-tests #112 #256',
  ],
  check: (facts): readonly Found<AcsRedirectValues>[] => [...byListing(facts), ...byMeasure(facts)],
  looked: (facts) => seenOnHosts(facts, showsAcs),
})

/** Where no listing shows the ports, pairs under a switch that are slower than pairs far apart show the same. */
function byMeasure(facts: Facts): readonly Found<AcsRedirectValues>[] {
  const names = evidenceOf(facts, 'benchmark').flatMap(({ devices }) => devices.map(({ name }) => name))
  const denied = names.some((name) => gpuFromDeviceName(name)?.peerToPeer === false)
  if (denied || acsPorts(facts).some(({ where }) => where === 'switch')) return []
  return slowClosePairs(facts).map(({ host: { name: host }, close, far, slowest, pairs }) => ({
    severity: 'warning',
    confidence: 'possible',
    ...(host === undefined ? {} : { subject: host }),
    concerns: runsOf(facts, [host]),
    values: {
      ...(host === undefined ? {} : { host }),
      ports: 0,
      addresses: [],
      gpus: pairs,
      nics: 0,
      where: 'measured',
      close,
      far,
    },
    evidence: [slowest.place],
    explains: ['bandwidth-below-expected'],
  }))
}

const byListing = (facts: Facts): readonly Found<AcsRedirectValues>[] =>
  acsPorts(facts).map(({ host: { name: host }, where, ports, gpus, nics }) => ({
    severity: where === 'switch' ? 'error' : where === 'unknown' ? 'warning' : 'info',
    confidence: where === 'switch' ? 'certain' : where === 'unknown' ? 'likely' : 'possible',
    ...(host === undefined ? {} : { subject: host }),
    concerns: runsOf(facts, [host]),
    values: {
      ...(host === undefined ? {} : { host }),
      ports: ports.length,
      addresses: ports.map(({ address }) => address).slice(0, 4),
      gpus,
      nics,
      where,
    },
    evidence: ports.flatMap(({ acs }) => (acs ? [acs.place] : [])).slice(0, 4),
    ...(where === 'root'
      ? {}
      : {
          explains: ['iommu-translated', 'bandwidth-below-expected', 'gdr-missing', 'collectives-disagree'],
        }),
  }))
