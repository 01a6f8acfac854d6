/** `nvidia-smi topo -m`: how each GPU and NIC of a host reaches the others. */
import type { Place } from './place.ts'

export interface TopoMatrix {
  readonly kind: 'topo-matrix'
  /** From a prefix or the input's name; undefined when nothing says. */
  readonly host?: string
  /** What it was worked out from, where `nvidia-smi topo -m` did not print it. */
  readonly from?: 'topology-xml' | 'rocm-smi'
  /** Every column, in order; those without a row of their own (cut excerpts) have `place` undefined. */
  readonly devices: readonly TopoDevice[]
  /** cells.get('GPU0')?.get('NIC1') -> "PXB"; undefined where the excerpt was cut. */
  readonly cells: ReadonlyMap<string, ReadonlyMap<string, TopoCell>>
  readonly place: Place
}

export interface TopoDevice {
  /** As the matrix names it: "GPU0", "NIC1", "mlx5_0". */
  readonly name: string
  readonly kind: 'gpu' | 'nic'
  /** From the NIC legend, or the name itself: "mlx5_0". */
  readonly interface?: string
  readonly cpuAffinity?: string
  readonly numaAffinity?: string
  readonly place?: Place
}

/** `links` counts NVLinks: NV12 is { path: 'NV', links: 12 }. */
export interface TopoCell {
  readonly path: 'X' | 'NV' | 'C2C' | 'PIX' | 'PXB' | 'PHB' | 'NODE' | 'SOC' | 'SYS'
  readonly links: number
}
