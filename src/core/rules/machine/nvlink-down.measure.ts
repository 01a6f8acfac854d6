/**
 * NVLinks that are inactive where most GPUs of the same model, on all hosts, have the same link active. What is inactive
 * in all of them is how the model is wired (H100 PCIe uses 12 of 18); what a cut listing does not show counts as nothing.
 */

import { computed } from '../../analysis/facts.ts'
import { MAJORITY } from '../../analysis/gpu-links.ts'
import { factsOf, type HostView, hosts } from '../../analysis/hosts.ts'
import { groupBy } from '../../base/group-by.ts'
import type { NvlinkFact } from '../../evidence/gpu-facts.ts'

export interface InactiveNvlinks {
  readonly host: HostView
  readonly gpu: number
  readonly name: string
  readonly down: readonly NvlinkFact[]
  readonly active: number
  /** GPUs of the model that have all of these links. */
  readonly siblings: number
  /** Every link of every GPU of this host is inactive, on a board that is made of NVLinks. */
  readonly all: boolean
}

interface Gpu {
  readonly host: HostView
  readonly gpu: number
  readonly name: string
  readonly links: readonly NvlinkFact[]
}

/** Modules of which NVLink is the only way between GPUs; without fabric manager all of it is inactive. */
const MODULE = /SXM|H100 80GB HBM3|H200$|H20\b|H800$|B[123]00|GB[23]00|HGX/

export const inactiveNvlinks = computed((facts): readonly InactiveNvlinks[] =>
  [...groupBy(gpusSeen(hosts(facts)), ({ name }) => name).values()].flatMap((model) => {
    const isDead = ({ links }: Gpu) => links.every(({ bandwidth }) => bandwidth === undefined)
    if (model.length > 1 && model.every(isDead))
      return MODULE.test(model[0]?.name ?? '')
        ? [describe(model[0] as Gpu, model[0]?.links ?? [], 0, true)]
        : []
    return model.flatMap((gpu) => {
      const others = model.filter((other) => other !== gpu)
      const down = gpu.links.filter(
        ({ link, bandwidth }) =>
          bandwidth === undefined &&
          others.filter((other) => hasActive(other, link)).length > MAJORITY.value * others.length,
      )
      if (down.length === 0) return []
      const whole = others.filter((other) => down.every(({ link }) => hasActive(other, link)))
      return [describe(gpu, down, whole.length, false)]
    })
  }),
)

export const nvlinksSeen = computed((facts): boolean => gpusSeen(hosts(facts)).length > 1)

const gpusSeen = (all: readonly HostView[]): readonly Gpu[] =>
  all.flatMap((host) =>
    [...groupBy(factsOf(host, 'nvlink'), ({ gpu }) => gpu)].map(([gpu, links]) => ({
      host,
      gpu,
      name: links[0]?.name ?? '',
      links,
    })),
  )

const hasActive = ({ links }: Gpu, at: number): boolean =>
  links.some(({ link, bandwidth }) => link === at && bandwidth !== undefined)

const describe = (
  { host, gpu, name, links }: Gpu,
  down: readonly NvlinkFact[],
  siblings: number,
  all: boolean,
): InactiveNvlinks => ({
  host,
  gpu,
  name,
  down,
  active: links.filter(({ bandwidth }) => bandwidth !== undefined).length,
  siblings,
  all,
})
