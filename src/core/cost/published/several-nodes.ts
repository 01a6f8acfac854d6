/** Published numbers of several nodes. */
import {
  a100Switch,
  blackwellSwitch,
  hopperSwitch,
  mi300xMesh,
  mi325xMesh,
  v100CubeMesh,
  withNics,
} from './kinds.ts'
import type { Published } from './published.ts'

const SPREAD = ['all_gather', 'reduce_scatter', 'broadcast', 'reduce'] as const
const EVERY = ['all_reduce', ...SPREAD] as const

const a100By8 = { title: 'nodes of 8 x A100 with 8 x 200G', is: withNics(a100Switch, 8, 200) }
const a100By4 = { title: 'nodes of 8 x A100 with 4 x 200G', is: withNics(a100Switch, 4, 200) }
const p4d = { title: 'nodes of 8 x A100 with 4 x 100G', is: withNics(a100Switch, 4, 100) }
const hopper = { title: 'nodes of 8 x H100 or H200 with 8 x 400G', is: withNics(hopperSwitch, 8, 400) }
const hopper200 = { title: 'nodes of 8 x H100 with 8 x 200G', is: withNics(hopperSwitch, 8, 200) }
const blackwell = { title: 'nodes of 8 x B200 with 8 x 400G', is: withNics(blackwellSwitch, 8, 400) }
const v100 = { title: 'nodes of 8 x V100 with 1 x 100G', is: withNics(v100CubeMesh, 1, 100) }
const mi300x = { title: 'nodes of 8 x MI300X with 8 x 400G', is: withNics(mi300xMesh, 8, 400) }
const mi325x = { title: 'nodes of 8 x MI325X with 8 x 400G', is: withNics(mi325xMesh, 8, 400) }

const two = { from: 2, to: 2 }
const more = { from: 3 }

export const severalNodes: readonly Published[] = [
  {
    ...a100By8,
    nodes: more,
    collectives: EVERY,
    algorithm: 'Ring',
    busbw: 189,
    low: 184,
    high: 194,
    source: 'nccl #812',
  },
  {
    ...a100By4,
    nodes: more,
    collectives: EVERY,
    algorithm: 'Ring',
    busbw: 94.5,
    low: 92,
    high: 97,
    source: 'nccl-tests #119, #252',
  },
  {
    ...p4d,
    nodes: two,
    fabric: 'efa',
    collectives: ['all_reduce'],
    algorithm: 'Tree',
    busbw: 78.5,
    low: 76,
    high: 81,
    source: 'awsome-distributed-training micro-benchmarks/nccl-tests README (AWS p4de)',
  },
  {
    ...hopper,
    nodes: two,
    collectives: ['all_reduce'],
    algorithm: 'NVLSTree',
    busbw: 468,
    low: 456,
    high: 480,
    source: 'nccl-tests #309, #283',
  },
  {
    ...hopper,
    nodes: two,
    fabric: 'efa',
    collectives: ['all_reduce'],
    algorithm: 'NVLSTree',
    busbw: 483,
    low: 479,
    high: 487,
    source: 'awsome-distributed-training micro-benchmarks/nccl-tests README (AWS p5)',
  },
  {
    ...hopper,
    nodes: { from: 2, to: 2 },
    collectives: ['all_reduce'],
    algorithm: 'Ring',
    forced: true,
    busbw: 378,
    low: 365,
    high: 391,
    source: 'nccl-tests #309, #283',
  },
  {
    ...hopper,
    nodes: { from: 3, to: 15 },
    collectives: EVERY,
    algorithm: 'Ring',
    busbw: 378,
    low: 365,
    high: 391,
    source: 'nccl-tests #309, #283',
  },
  {
    ...hopper,
    nodes: { from: 16, to: 63 },
    collectives: EVERY,
    algorithm: 'Ring',
    busbw: 370,
    low: 355,
    high: 385,
    source: 'awsome-distributed-training README (AWS p5en, 16 nodes: 369.9)',
  },
  {
    ...hopper,
    nodes: { from: 64, to: 512 },
    collectives: ['all_reduce'],
    busbw: 355,
    low: 340,
    high: 370,
    source: 'nccl-tests #283 (248 nodes: about 350)',
  },
  {
    ...hopper200,
    nodes: two,
    collectives: ['all_reduce'],
    algorithm: 'NVLSTree',
    busbw: 335,
    low: 330,
    high: 340,
    source: 'create-a3mega fork (GCP a3-mega, GPUDirect-TCPXO)',
  },
  {
    ...blackwell,
    nodes: { from: 3, to: 15 },
    collectives: ['all_reduce'],
    busbw: 380,
    low: 370,
    high: 390,
    source: 'ml-engineering network README (4 nodes, EFA: 381.8)',
  },
  {
    ...v100,
    nodes: more,
    collectives: EVERY,
    algorithm: 'Ring',
    busbw: 12,
    low: 11.7,
    high: 12.3,
    source: 'nccl-tests #119 (12 GB/s of each 100G)',
  },
  {
    ...mi300x,
    nodes: { from: 2 },
    collectives: ['all_reduce'],
    busbw: 350,
    low: 340,
    high: 360,
    source: 'ROCm users (rccl-tests, MI300X)',
  },
  {
    ...mi325x,
    nodes: two,
    collectives: ['all_reduce'],
    busbw: 369,
    low: 358,
    high: 380,
    source: 'ROCm users (rccl-tests, MI325X)',
  },
]
