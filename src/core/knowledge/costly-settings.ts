/**
 * Settings that cost bandwidth or latency: what was right on one machine, or while looking for a fault, and stayed behind
 * in a script. Variables and defaults: NCCL user guide; effects: docs/diagnosis.md, What NCCL's log tells (nccl #428 #1403
 * #2409, nccl-tests #74 #228, aws-ofi-nccl #65).
 */
import { threshold } from '../base/threshold.ts'
import { KiB } from '../base/units.ts'
import type { SettingEffect } from './setting-effect.ts'

export interface Cost {
  readonly effect: SettingEffect
  /** Whether it costs on every machine; else it depends, and only a low measurement makes it loud. */
  readonly always: boolean
  /** The share of the bandwidth that is left at best, where it is known. */
  readonly share?: number
}

/** NCCL reads numbers as strtoll does: leading digits, 0x for hexadecimal, anything behind them is ignored. */
export function numberAsNcclReads(value: string): number {
  const [, sign = '', hex, decimal] = /^\s*([+-]?)(?:0x([0-9a-f]+)|(\d+))/i.exec(value) ?? []
  const read = hex === undefined ? Number(decimal ?? 0) : Number.parseInt(hex, 16)
  return sign === '-' ? -read : read
}

/** What costs only where it matters, by name. Values are compared as NCCL reads them. */
const COSTS: Readonly<Record<string, (value: string, number: number) => Cost | undefined>> = {
  // LL carries 4 bytes of data in 8, LL128 120 in 128 (NCCL src/device/prims_ll*.h).
  NCCL_PROTO: (value) => protocolCost(value),
  NCCL_ALGO: (value) => (value === '' ? undefined : { effect: 'one-algorithm', always: false }),
  NCCL_MAX_NCHANNELS: (_, number) => channelsCost(number),
  NCCL_MAX_NRINGS: (_, number) => channelsCost(number),
  NCCL_MAX_CTAS: (_, number) => channelsCost(number),
  NCCL_MIN_NCHANNELS: (_, number) => (number > 0 ? { effect: 'many-channels', always: false } : undefined),
  NCCL_MIN_NRINGS: (_, number) => (number > 0 ? { effect: 'many-channels', always: false } : undefined),
  NCCL_MIN_CTAS: (_, number) => (number > 0 ? { effect: 'many-channels', always: false } : undefined),
  NCCL_NTHREADS: (_, number) =>
    number > 0 && number < FEW_THREADS.value ? { effect: 'few-threads', always: true } : undefined,
  NCCL_NET_GDR_LEVEL: (value) => (isOff(value) ? { effect: 'gdr-off', always: true, share: 0.5 } : undefined),
  NCCL_P2P_DISABLE: (_, number) => (number > 0 ? { effect: 'p2p-off', always: true } : undefined),
  NCCL_P2P_LEVEL: (value) =>
    isOff(value)
      ? { effect: 'p2p-off', always: true }
      : /^(?:PHB|SYS|[3-9])$/i.test(value)
        ? { effect: 'p2p-far', always: false }
        : undefined,
  NCCL_SHM_DISABLE: (_, number) => (number > 0 ? { effect: 'shm-off', always: true } : undefined),
  NCCL_IB_DISABLE: (_, number) => (number > 0 ? { effect: 'rdma-off', always: false } : undefined),
  NCCL_NET: (value) => (/^socket$/i.test(value) ? { effect: 'rdma-off', always: false } : undefined),
  NCCL_NVLS_ENABLE: (value, number) =>
    value !== '' && number === 0 ? { effect: 'nvls-off', always: false } : undefined,
  NCCL_IB_SPLIT_DATA_ON_QPS: (_, number) =>
    number > 0 ? { effect: 'split-data', always: false } : undefined,
  NCCL_PXN_DISABLE: (_, number) => (number > 0 ? { effect: 'pxn-off', always: false } : undefined),
  NCCL_CROSS_NIC: (_, number) => (number === 1 ? { effect: 'cross-nic', always: false } : undefined),
  NCCL_DEBUG: (value) => (/^trace$/i.test(value) ? { effect: 'verbose', always: false } : undefined),
  NCCL_CHECK_POINTERS: (_, number) => (number > 0 ? { effect: 'checks', always: false } : undefined),
  CUDA_LAUNCH_BLOCKING: (_, number) => (number > 0 ? { effect: 'launch-blocking', always: true } : undefined),
  NCCL_IB_PCI_RELAXED_ORDERING: (value, number) =>
    value !== '' && number === 0 ? { effect: 'relaxed-ordering-off', always: false } : undefined,
  NCCL_DMABUF_ENABLE: (value, number) =>
    value !== '' && number === 0 ? { effect: 'dmabuf-off', always: false } : undefined,
  NCCL_P2P_NET_CHUNKSIZE: (_, number) =>
    number > 0 && number < SMALL_CHUNK.value ? { effect: 'small-chunks', always: false } : undefined,
}

/** A GPU needs many to fill its links: DGX A100 and DGX H100 24 (docs/nccl-model.md, Channels). Up to four fill none of them. */
const FEW_CHANNELS = threshold(
  'env-override.channels',
  4,
  'count',
  'our choice: DGX A100 takes 24 and DGX H100 16 to fill its links',
)
/** NCCL's defaults are 256 and more (src/include/device.h, tuning.cc). */
const FEW_THREADS = threshold('env-override.threads', 256, 'count', 'NCCL src/graph/tuning.cc, its defaults')
/** Default 128 KiB. */
const SMALL_CHUNK = threshold(
  'env-override.chunk',
  32 * KiB,
  'bytes',
  'our choice: a quarter of the default, NCCL user guide, NCCL_P2P_NET_CHUNKSIZE',
)

export const costOf = (name: string, value: string): Cost | undefined =>
  COSTS[name]?.(value.trim(), numberAsNcclReads(value))

const channelsCost = (number: number): Cost | undefined =>
  number > 0 && number <= FEW_CHANNELS.value ? { effect: 'few-channels', always: true } : undefined

/** "LOC" or 0: only within one GPU, that is never. */
const isOff = (value: string): boolean => /^(?:LOC|0)$/i.test(value)

/** "LL", "^Simple", "LL,LL128": what is left to choose from. Forms for single collectives ("allreduce:LL") are not judged. */
function protocolCost(value: string): Cost | undefined {
  const words = value.toLowerCase().replace(/^\^/, '').split(',')
  if (value === '' || words.some((word) => !['ll', 'll128', 'simple'].includes(word))) return undefined
  const left = ['ll', 'll128', 'simple'].filter((name) => words.includes(name) !== value.startsWith('^'))
  if (left.includes('simple')) return undefined
  return left.includes('ll128')
    ? { effect: 'll128-only', always: false, share: 0.95 }
    : { effect: 'll-only', always: true, share: 0.5 }
}
