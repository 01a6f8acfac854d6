/**
 * The IOMMU translates every transfer between GPUs and NICs: "Default domain type: Translated" in the kernel's log.
 * A warning; info where only the command line turns the IOMMU on and nothing shows how it runs.
 * Sources: nccl #2409; Linux Documentation/admin-guide/kernel-parameters: iommu.passthrough.
 */
import { runsOf } from '../analysis/concerned.ts'
import { factsOf, hosts } from '../analysis/hosts.ts'
import { rule } from './rule.ts'

export const iommuTranslated = rule({
  id: 'iommu-translated',
  needs: ['host-facts'],
  check: (facts) =>
    hosts(facts).flatMap((host) => {
      const kernel = factsOf(host, 'kernel')
      const type = kernel.find(({ about }) => about === 'iommu-default')
      const options = kernel.filter(({ about }) => about === 'iommu-option')
      const passes = options.some(({ value }) => /=pt\b|passthrough=1|=off\b/.test(value))
      const on = options.find(({ value }) => /^(?:intel|amd)_iommu=on/.test(value))
      const shown =
        type?.value === 'Translated' && !passes ? type : type === undefined && !passes ? on : undefined
      if (!shown) return []
      return [
        {
          severity: shown === type ? 'warning' : 'info',
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
    hosts(facts).some((host) =>
      factsOf(host, 'kernel').some(({ about }) => about === 'iommu-default' || about === 'iommu-option'),
    ),
})
