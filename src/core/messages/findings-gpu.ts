/** What the findings about GPUs of a host need: their NVLinks, clocks, power, errors. */

export interface OfHost {
  readonly host?: string
}

export interface GpuFindings {
  'nvlink-down': OfHost & {
    readonly gpu: number
    readonly name: string
    readonly down: readonly number[]
    readonly active: number
    readonly of: number
    readonly siblings: number
    /** Every link of every GPU is inactive. */
    readonly all: boolean
  }
  'gpu-throttled': OfHost & {
    readonly gpu: number
    readonly why: 'thermal' | 'power-brake' | 'power-cap' | 'hardware' | 'slower' | 'power-limit'
    readonly clockMhz?: number
    /** Median of its siblings under load, or what it can reach. */
    readonly usualMhz?: number
    readonly celsius?: number
    readonly limitWatts?: number
    readonly usualWatts?: number
    readonly siblings: number
  }
  'busy-waiting': OfHost & {
    readonly waiting: readonly number[]
    /** GPUs that compute meanwhile, and GPUs that do nothing. */
    readonly computing: readonly number[]
    readonly idle: readonly number[]
    readonly watts: number
    /** Their limit, or what the busiest sibling draws. */
    readonly ofWatts: number
    readonly by: 'limit' | 'siblings'
  }
  'nvlink-errors': OfHost & {
    readonly gpu?: number
    /** "0000:5d:00": its address, where no number is known. */
    readonly seat?: string
    readonly counters: readonly {
      readonly link: number
      /** "Replay", "Recovery", "CRC", as nvidia-smi names them. */
      readonly what: string
      readonly count: number
      /** From the first listing to the last. */
      readonly grown?: number
    }[]
    /** The middle of the same counter of other links, and how many they are. */
    readonly usual: number
    readonly others: number
    readonly xids: readonly number[]
  }
  'gpu-error': OfHost & {
    readonly gpus: readonly { readonly gpu?: number; readonly seat?: string }[]
    readonly why:
      | 'off-the-bus'
      | 'remap-failed'
      | 'memory'
      | 'firmware'
      | 'remapped'
      | 'other'
      | 'application'
    readonly xids: readonly { readonly code: number; readonly times: number }[]
    /** Uncorrected memory errors since the driver was loaded. */
    readonly uncorrected: number
    /** It left the bus, and is listed again. */
    readonly back: boolean
  }
}
