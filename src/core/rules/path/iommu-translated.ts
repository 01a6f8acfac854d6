/**
 * The IOMMU translates every transfer between GPUs and NICs: "Default domain type: Translated" in the kernel's log.
 * A warning; info where only the command line turns the IOMMU on and nothing shows how it runs, where nothing shows a GPU
 * or an RDMA NIC at all, and in a virtual machine, whose own IOMMU says little.
 * Sources: nccl #2409; Linux Documentation/admin-guide/kernel-parameters: iommu.passthrough.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import type { Facts } from '../../analysis/facts.ts'
import { factsOf, type HostView, hosts } from '../../analysis/hosts.ts'
import { seenOnHosts } from '../looked.ts'
import type { OfHost } from '../of-host.ts'
import { type Found, rule } from '../rule.ts'

export interface IommuTranslatedValues extends OfHost {
  readonly why: 'translated' | 'option'
  /** "intel_iommu=on" */
  readonly option?: string
  readonly hosts: number
}

export const iommuTranslated = rule({
  id: 'iommu-translated',
  needs: ['host-facts'],
  sources: ['nccl #2409', 'Linux kernel-parameters: iommu.passthrough'],
  check: (facts): readonly Found<IommuTranslatedValues>[] =>
    hosts(facts).flatMap((host) => {
      const kernel = factsOf(host, 'kernel')
      const type = kernel.find(({ about }) => about === 'iommu-default')
      const options = kernel.filter(({ about }) => about === 'iommu-option')
      const passes = options.some(({ value }) => /=pt\b|passthrough=1|=off\b/.test(value))
      const on = options.find(({ value }) => /^(?:intel|amd)_iommu=on/.test(value))
      const shown =
        type?.value === 'Translated' && !passes ? type : type === undefined && !passes ? on : undefined
      if (!shown) return []
      const matters = hasDevices(facts, host) && !factsOf(host, 'cpu').some(({ virtualised }) => virtualised)
      return [
        {
          severity: shown === type && matters ? 'warning' : 'info',
          confidence: shown === type ? 'likely' : 'possible',
          ...(host.name === undefined ? {} : { subject: host.name }),
          concerns: runsOf(facts, [host.name]),
          values: {
            ...(host.name === undefined ? {} : { host: host.name }),
            why: shown === type ? 'translated' : 'option',
            ...(on === undefined ? {} : { option: on.value }),
            hosts: hosts(facts).length,
          },
          evidence: [shown.place],
          ...(shown === type ? { explains: ['bandwidth-below-expected'] } : {}),
        },
      ]
    }),
  looked: (facts) =>
    seenOnHosts(facts, (host) =>
      factsOf(host, 'kernel').some(({ about }) => about === 'iommu-default' || about === 'iommu-option'),
    ),
})

/** A job that ran, or a GPU or NIC that the host's own tools show. */
function hasDevices({ evidence }: Facts, host: HostView): boolean {
  const shows = host.facts.some(
    (fact) =>
      (fact.is === 'pcie-device' && (fact.kind === 'gpu' || fact.kind === 'nic')) ||
      fact.is === 'gpu' ||
      fact.is === 'nvlink' ||
      fact.is === 'port' ||
      fact.is === 'nic-link' ||
      (fact.is === 'kernel' && ['nic-hot', 'xid', 'pcie-bandwidth'].includes(fact.about)),
  )
  return (
    shows ||
    evidence.some(({ kind }) => kind === 'benchmark' || kind === 'nccl-log' || kind === 'topo-matrix')
  )
}
