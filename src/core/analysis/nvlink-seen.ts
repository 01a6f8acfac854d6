/** The lines that show NVLink or xGMI between GPUs: NCCL's topology or its way to read, nvidia-smi, the GPU's name. */
import type { Place } from '../evidence/place.ts'
import { gpuFromDeviceName } from '../machine/gpus.ts'
import { hostOf } from './communicators.ts'
import { computed, evidenceOf, type Facts } from './facts.ts'
import { factsOf, hosts } from './hosts.ts'
import { areAlike } from './jobs.ts'

interface Seen {
  readonly host: string | undefined
  readonly place: Place
}

/** The line that shows it on this host, or on one of the same job; undefined host: on any. */
export const nvlinkOn = (facts: Facts, host: string | undefined): Place | undefined =>
  seen(facts).find((seen) => areAlike(facts, seen.host, host))?.place

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
