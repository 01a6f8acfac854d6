/** What nvidia-smi says of a GPU: state, clocks, PCIe, NVLinks. */
import type { BytesPerSecond } from '../base/units.ts'
import type { Place } from './place.ts'

/** The model of a GPU in a mere list: `nvidia-smi -L`, `rocm-smi --showproductname`. */
export interface GpuNameFact {
  readonly is: 'gpu-name'
  readonly index: number
  /** "NVIDIA H100 80GB HBM3"; a slice of a GPU is named so: "MIG 3g.40gb". */
  readonly name: string
  readonly place: Place
}

/** `nvidia-smi -q`. Clocks in MHz, power in watts, as it prints them. */
export interface GpuFact {
  readonly is: 'gpu'
  readonly index: number
  /** "00000000:18:00.0" */
  readonly busId?: string
  readonly name?: string
  readonly smClockMhz?: number
  readonly maxSmClockMhz?: number
  /** The reasons that are active, by nvidia-smi's words: "HW Thermal Slowdown", "SW Power Cap". */
  readonly throttled: readonly { readonly reason: string; readonly place: Place }[]
  readonly powerWatts?: number
  readonly powerLimitWatts?: number
  readonly defaultPowerLimitWatts?: number
  readonly powerLimitPlace?: Place
  readonly celsius?: number
  readonly utilisation?: number
  readonly pcieGeneration?: { readonly current?: number; readonly max?: number; readonly place: Place }
  readonly pcieWidth?: { readonly current?: number; readonly max?: number; readonly place: Place }
  /** Uncorrected errors since the driver was loaded. */
  readonly eccUncorrected?: { readonly count: number; readonly place: Place }
  /** Rows (pages, before Ampere) of its memory that wait to be replaced, or that could not be. */
  readonly remapping?: { readonly state: 'pending' | 'failed'; readonly place: Place }
  /** "P0" */
  readonly performanceState?: string
  readonly place: Place
}

/** `nvidia-smi -q`: "Attached GPUs : 8", however many it then lists. */
export interface GpuCountFact {
  readonly is: 'gpu-count'
  readonly count: number
  readonly place: Place
}

/** One row of `nvidia-smi dmon` or of `--query-gpu … --format=csv`. */
export interface GpuSampleFact {
  readonly is: 'gpu-sample'
  readonly index: number
  readonly powerWatts?: number
  readonly celsius?: number
  readonly utilisation?: number
  readonly smClockMhz?: number
  readonly powerViolation?: number
  readonly thermalViolation?: boolean
  readonly place: Place
}

/** `nvidia-smi nvlink -s`: one link of one GPU; `bandwidth` is undefined when it is inactive. Raw rate of one direction. */
export interface NvlinkFact {
  readonly is: 'nvlink'
  readonly gpu: number
  readonly name: string
  readonly link: number
  readonly bandwidth?: BytesPerSecond
  readonly place: Place
}

/** `nvidia-smi nvlink -e` */
export interface NvlinkErrorFact {
  readonly is: 'nvlink-error'
  readonly gpu: number
  readonly link: number
  /** "Replay", "Recovery", "CRC", "Link recovery failed" */
  readonly what: string
  readonly count: number
  readonly place: Place
}
