/** The line that shows NVLink or xGMI between GPUs: NCCL's topology or its way to read, nvidia-smi, the GPU's name. */
import type { Place } from '../evidence/place.ts'
import { gpuFromDeviceName } from '../topology/gpus.ts'
import { computed, evidenceOf } from './facts.ts'
import { factsOf, hosts } from './hosts.ts'

export const nvlinkSeen = computed((facts): Place | undefined => {
  for (const log of evidenceOf(facts, 'nccl-log')) {
    const link = log.links.find(({ value }) => value.type === 'NVL' || value.type === 'XGMI')
    if (link) return link.place
    const route = log.routes.find(({ value }) =>
      value.some(({ from, to, type }) => type === 'NVL' && from.startsWith('GPU') && to.startsWith('GPU')),
    )
    if (route) return route.place
    // NCCL reads from the peer over NVLink of Ampere and later only (src/graph/paths.cc).
    const reads = log.edges.find(
      ({ transport }) => transport.kind === 'p2p' && transport.text.includes('/read'),
    )
    if (reads?.examples[0]) return reads.examples[0].place
  }
  for (const host of hosts(facts))
    for (const { bandwidth, place } of factsOf(host, 'nvlink')) if (bandwidth !== undefined) return place
  for (const matrix of evidenceOf(facts, 'topo-matrix'))
    for (const { name, kind, place } of matrix.devices)
      if (
        kind === 'gpu' &&
        place &&
        [...(matrix.cells.get(name)?.values() ?? [])].some(({ path }) => path === 'NV')
      )
        return place
  for (const { name, place } of evidenceOf(facts, 'benchmark').flatMap(({ devices }) => devices)) {
    const form = gpuFromDeviceName(name)?.form
    if (form === 'sxm' || form === 'sxm2' || form === 'oam' || form === 'superchip') return place
  }
  return undefined
})
