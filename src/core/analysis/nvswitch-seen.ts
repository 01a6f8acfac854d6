/**
 * Machines whose GPUs all reach each other by NVLink, and the generation of these links, from the bandwidth that NCCL prints
 * for a GPU: links x 20 GB/s on Ampere, x 20.6 on Hopper, x 40.1 on Blackwell (NCCL src/graph/topo.h).
 */
import type { Place } from '../evidence/place.ts'
import { gpuFromDeviceName } from '../topology/gpus.ts'
import { computed, evidenceOf } from './facts.ts'

export interface NvSwitch {
  readonly place: Place
  /** With multicast (NVLS): Hopper and later. */
  readonly multicast: boolean
  /** GPU and CPU in one module (Grace): a machine of racks that NVLink joins. */
  readonly superchip: boolean
  /** Usable by one GPU, GB/s, where the log says so. */
  readonly bandwidth?: number
}

const HOPPER = 20.6
const BLACKWELL = 40.1

export const nvSwitchSeen = computed((facts): NvSwitch | undefined => {
  for (const { links, routes } of evidenceOf(facts, 'nccl-log')) {
    const link = links.find(({ value }) => value.type === 'NVL' && value.to.startsWith('NVS/'))
    const superchip = [
      ...links,
      ...routes.flatMap(({ value }) => value.map((route) => ({ value: route }))),
    ].some(({ value }) => value.type === 'C2C' || value.type === 'P2C')
    if (link) {
      const { bandwidth } = link.value
      const multicast = isMultiple(bandwidth, HOPPER) || isMultiple(bandwidth, BLACKWELL)
      return { place: link.place, multicast, superchip, bandwidth }
    }
  }
  for (const { name, place } of evidenceOf(facts, 'benchmark').flatMap(({ devices }) => devices)) {
    const model = gpuFromDeviceName(name)
    if (model && (model.form === 'sxm' || model.form === 'superchip'))
      return { place, multicast: model.nvls, superchip: model.form === 'superchip' }
  }
  return undefined
})

/** NCCL prints one decimal. */
function isMultiple(bandwidth: number, of: number): boolean {
  const links = Math.round(bandwidth / of)
  return links >= 4 && links <= 18 && Math.abs(bandwidth - links * of) < 0.06
}
