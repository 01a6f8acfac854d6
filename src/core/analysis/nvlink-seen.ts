/** The lines that show NVLink or xGMI between GPUs: NCCL's topology or its way to read, nvidia-smi, the GPU's name. */
import type { Place } from '../evidence/place.ts'
import { gpuFromDeviceName } from '../machine/gpus.ts'
import { hostOf } from './communicators.ts'
import { computed, evidenceOf, type Facts } from './facts.ts'
import { factsOf, hosts } from './hosts.ts'
import { areAlike } from './jobs.ts'
import { visibleGpus } from './visible-gpus.ts'

interface Seen {
  readonly host: string | undefined
  readonly place: Place
}

/** The line that shows it on this host, or on one of the same job; undefined host: on any. */
export const nvlinkOn = (facts: Facts, host: string | undefined): Place | undefined =>
  isWithoutAmongVisible(facts, host)
    ? undefined
    : seen(facts).find((one) => areAlike(facts, one.host, host))?.place

/** Bridges join pairs: a matrix may show that the GPUs that ran are none of them. */
function isWithoutAmongVisible(facts: Facts, host: string | undefined): boolean {
  const visible = visibleGpus(facts)
  const matrix = evidenceOf(facts, 'topo-matrix').find((one) => areAlike(facts, one.host, host))
  if (!visible || visible.length < 2 || !matrix) return false
  const names = visible.map((gpu) => `GPU${gpu}`)
  const cells = names.flatMap((a) =>
    names.flatMap((b) => (a === b ? [] : [matrix.cells.get(a)?.get(b)?.path])),
  )
  return cells.every((path) => path !== undefined && path !== 'NV')
}

const seen = computed((facts): readonly Seen[] => [
  ...evidenceOf(facts, 'nccl-log').flatMap((log): Seen[] => [
    ...log.links.flatMap(({ value, by, place }) =>
      value.type === 'NVL' || value.type === 'XGMI'
        ? by.map((speaker) => ({ host: hostOf(log, speaker), place }))
        : [],
    ),
    ...log.routes.flatMap(({ value, by, place }) =>
      value.some(({ from, to, type }) => type === 'NVL' && from.startsWith('GPU') && to.startsWith('GPU'))
        ? by.map((speaker) => ({ host: hostOf(log, speaker), place }))
        : [],
    ),
    // NCCL reads from the peer over NVLink of Ampere and later only (src/graph/paths.cc).
    ...log.edges.flatMap(({ transport, speaker, examples: [first] }) =>
      first && transport.kind === 'p2p' && transport.text.includes('/read')
        ? [{ host: hostOf(log, speaker), place: first.place }]
        : [],
    ),
  ]),
  ...hosts(facts).flatMap((host) =>
    factsOf(host, 'nvlink').flatMap(({ bandwidth, place }) =>
      bandwidth === undefined ? [] : [{ host: host.name, place }],
    ),
  ),
  ...evidenceOf(facts, 'topo-matrix').flatMap(({ host, devices, cells }) =>
    devices.flatMap(({ name, kind, place }) =>
      kind === 'gpu' && place && [...(cells.get(name)?.values() ?? [])].some(({ path }) => path === 'NV')
        ? [{ host, place }]
        : [],
    ),
  ),
  ...evidenceOf(facts, 'benchmark').flatMap(({ devices }) =>
    devices.flatMap(({ name, host, place }) =>
      LINKED.includes(gpuFromDeviceName(name)?.form ?? '') ? [{ host, place }] : [],
    ),
  ),
])

const LINKED = ['sxm', 'sxm2', 'oam', 'superchip']
