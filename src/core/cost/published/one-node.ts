/** Published numbers of single nodes. */
import {
  a100Switch,
  a800Switch,
  blackwellDomain,
  blackwellSwitch,
  geforce,
  h100Pair,
  h800Switch,
  hopperSwitch,
  mi300xMesh,
  v100CubeMesh,
} from './kinds.ts'
import type { Published } from './published.ts'

const SPREAD = ['all_gather', 'reduce_scatter', 'broadcast', 'reduce'] as const
const EVERY = ['all_reduce', ...SPREAD] as const

const v100 = { title: '8 x V100, hybrid cube mesh', is: v100CubeMesh }
const a100 = { title: '8 x A100 on NVSwitch', is: a100Switch }
const a800 = { title: '8 x A800 on NVSwitch', is: a800Switch }
const hopper = { title: '8 x H100 or H200 on NVSwitch', is: hopperSwitch }
const h800 = { title: '8 x H800 on NVSwitch', is: h800Switch }
const blackwell = { title: '8 x B200 or B300 on NVSwitch', is: blackwellSwitch }
const mi300x = { title: '8 x MI300X, xGMI mesh', is: mi300xMesh }

const about = (busbw: number, by = 0.02) => ({ busbw, low: busbw * (1 - by), high: busbw * (1 + by) })

/** H200 by GPUs in the job, 8 GiB: default and ring. */
const ML_ENGINEERING = 'ml-engineering network README'
const hopperByRanks: readonly Published[] = [
  { ranksPerNode: 4, busbw: 363.3, algorithm: 'Ring' as const },
  { ranksPerNode: 5, busbw: 414.2, algorithm: 'NVLS' as const },
  { ranksPerNode: 6, busbw: 435.6, algorithm: 'NVLS' as const },
  { ranksPerNode: 7, busbw: 460, algorithm: 'NVLS' as const },
].map(({ busbw, ...row }) => ({
  ...hopper,
  ...row,
  ...about(busbw),
  collectives: ['all_reduce'] as const,
  source: ML_ENGINEERING,
}))
const blackwellByRanks: readonly Published[] = [
  { ranksPerNode: 4, busbw: 673.2, algorithm: 'Ring' as const },
  { ranksPerNode: 6, busbw: 778.2, algorithm: 'NVLS' as const },
  { ranksPerNode: 7, busbw: 811.2, algorithm: 'NVLS' as const },
].map(({ busbw, ...row }) => ({
  ...blackwell,
  ...row,
  ...about(busbw),
  collectives: ['all_reduce'] as const,
  source: ML_ENGINEERING,
}))

export const oneNode: readonly Published[] = [
  { ...v100, collectives: ['all_gather'], busbw: 127, low: 120, high: 134, source: 'nccl-tests #37' },

  { ...a100, collectives: ['all_reduce'], busbw: 230, low: 225, high: 235, source: 'nccl-tests #149' },
  {
    ...a100,
    collectives: EVERY,
    busbw: 230,
    low: 223,
    high: 237,
    source: 'microsoft/superbenchmark tests/data',
  },
  { ...a100, collectives: ['all_reduce'], ...about(231), source: 'nccl #527 (AWS p4d)' },

  { ...a800, collectives: EVERY, busbw: 157.5, low: 150, high: 165, source: 'nccl #412' },

  {
    ...hopper,
    collectives: ['all_reduce'],
    algorithm: 'NVLS',
    busbw: 478,
    low: 470,
    high: 486,
    source: 'nccl-tests #212, #272, #347',
  },
  {
    ...hopper,
    collectives: ['all_reduce'],
    algorithm: 'NVLS',
    ...about(483.1, 0.01),
    source: 'awsome-distributed-training micro-benchmarks/nccl-tests README (AWS p5)',
  },
  {
    ...hopper,
    collectives: ['all_reduce'],
    algorithm: 'NVLS',
    ...about(473.1, 0.01),
    source: ML_ENGINEERING,
  },
  { ...hopper, collectives: SPREAD, busbw: 365, low: 360, high: 370, source: 'nccl-tests #212' },
  {
    ...hopper,
    collectives: ['all_reduce'],
    algorithm: 'Ring',
    forced: true,
    busbw: 365,
    low: 360,
    high: 370,
    source: 'nccl-tests #212; nccl #2140',
  },
  ...hopperByRanks,

  { ...h800, collectives: ['all_reduce'], algorithm: 'NVLS', ...about(215, 0.03), source: 'nccl #1374' },

  {
    ...blackwell,
    collectives: ['all_reduce'],
    algorithm: 'NVLS',
    busbw: 838,
    low: 830,
    high: 846,
    source: `nccl #1807, #2140; ${ML_ENGINEERING}`,
  },
  {
    ...blackwell,
    collectives: ['all_reduce'],
    algorithm: 'Ring',
    forced: true,
    busbw: 688,
    low: 681,
    high: 695,
    source: `${ML_ENGINEERING}; nccl #2140`,
  },
  ...blackwellByRanks,
  {
    title: '72 x GB200 in one NVLink domain',
    is: blackwellDomain,
    collectives: ['all_reduce'],
    algorithm: 'NVLS',
    busbw: 841,
    low: 835,
    high: 847,
    source: 'coreweave/nccl-tests PR 43',
  },

  { ...mi300x, collectives: ['all_reduce'], busbw: 314.5, low: 309, high: 320, source: ML_ENGINEERING },
  {
    ...mi300x,
    collectives: ['all_reduce'],
    ranksPerNode: 2,
    ...about(47.7, 0.03),
    source: ML_ENGINEERING,
  },

  {
    title: '2 x H100 PCIe with NVLink bridges',
    is: h100Pair,
    collectives: ['all_reduce'],
    busbw: 115.5,
    low: 113,
    high: 118,
    source: 'nccl #1161',
  },

  {
    title: '8 x RTX 4090 or 5090',
    is: geforce(/^RTX(4090|5090)$/, 8),
    collectives: EVERY,
    busbw: 15.3,
    low: 2.6,
    high: 28,
    source: 'nccl #1639 (28); logs in a public fork of nccl-tests (2.6)',
  },
  {
    title: '2 x RTX 4090',
    is: geforce(/^RTX4090$/, 2),
    collectives: EVERY,
    busbw: 11.5,
    low: 9,
    high: 14,
    source: 'logs in a public fork of nccl-tests',
  },
]
