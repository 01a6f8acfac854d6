/** The topology as NCCL prints it with NCCL_DEBUG_SUBSYS=GRAPH: links, paths, and the graphs that it searched. GB/s. */

/** "Pattern 4, crossNic 0, nChannels 12, bw 20.0/20.0, type NVL/PIX, sameChannels 1" */
export interface LogGraph {
  /** 1 balanced tree, 2 split tree, 3 tree, 4 ring, 5 NVLS, 6 CollNet direct. */
  readonly pattern: number
  readonly channels: number
  /** Of one channel. */
  readonly bwIntra: number
  readonly bwInter: number
  /** "NVL", "PHB", "SYS" */
  readonly typeIntra: string
  readonly typeInter: string
  readonly crossNic?: number
}

/** "+ PCI[24.0] - GPU/0-ce000 (4)": a link of the tree below a CPU. */
export interface LogLink {
  /** "PCI", "NVL", "NET", "SYS", "C2C", "XGMI" */
  readonly type: string
  readonly bandwidth: number
  /** "GPU/0-ce000", as printed. */
  readonly to: string
  /** The device whose line stands above it. */
  readonly from?: string
}

/** "GPU/0-16000 : … NET/0 (3/24.0/PIX)": how far one device is from another. */
export interface LogRoute {
  readonly from: string
  readonly to: string
  readonly hops: number
  readonly bandwidth: number
  /** "NVL", "PIX", "SYS" */
  readonly type: string
}
