/**
 * Loads the reduce kernels (kernels/reduce.ts, compiled to dist/kernels/reduce.wasm) over a rank's memory. What it hands out
 * are the exports themselves: a call costs a few nanoseconds and allocates nothing.
 */
import { readFileSync } from 'node:fs'
import { RunError } from '../run-error.ts'
import type { DataType, ReduceOp } from './data-types.ts'
import type { Address } from './heap.ts'

/** target[i] = op(a[i], b[i]) for `count` elements; target may be a or b. */
export type ReduceKernel = (target: Address, a: Address, b: Address, count: number) => void

/**
 * Each target[i] = sources[0][i] op sources[1][i] op …, in this order, for `count` elements from `start` on. `targets` and `sources`
 * are addresses of lists: one u32 address an array. bf16 and f16 are added in f32 and rounded once. A source may be a target.
 */
export type ReduceManyKernel = (
  targets: Address,
  targetCount: number,
  sources: Address,
  sourceCount: number,
  start: number,
  count: number,
) => void

/** target[i] divided by `ranks`: floats rounded to the nearest, integers cut towards zero. */
export type ScaleKernel = (target: Address, count: number, ranks: number) => void

/**
 * Integers wrap. min and max: NaN wins over any number, -0 is less than +0. avg only adds up: `scale` once all is added.
 * NaN keeps no payload that could be relied on.
 */
export interface Kernels {
  reduce(op: ReduceOp, type: DataType): ReduceKernel
  reduceMany(op: ReduceOp, type: DataType): ReduceManyKernel
  scale(type: DataType): ScaleKernel
  readonly copy: (target: Address, source: Address, bytes: number) => void
}

/** The same from src/run as from dist/run; in a bundle it is a data: URL (vite.bundle.ts). */
const BUILT = new URL('../../../dist/kernels/reduce.wasm', import.meta.url)

let compiled: WebAssembly.Module | undefined

/** Throws RunError 'unavailable' when the kernels were not built. */
export function createKernels(memory: WebAssembly.Memory): Kernels {
  compiled ??= compileKernels(BUILT)
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } })
  return {
    reduce: (op, type) => exported(exports, `${folded(op)}_${type}`) as ReduceKernel,
    reduceMany: (op, type) => exported(exports, `${folded(op)}_many_${type}`) as ReduceManyKernel,
    scale: (type) => exported(exports, `divide_${type}`) as ScaleKernel,
    copy: exported(exports, 'copy') as Kernels['copy'],
  }
}

const folded = (op: ReduceOp): string => (op === 'avg' ? 'sum' : op)

/** Throws RunError 'unavailable'. */
export function compileKernels(file: URL): WebAssembly.Module {
  try {
    return new WebAssembly.Module(bytesAt(file))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new RunError({ kind: 'unavailable', what: 'kernels', reason })
  }
}

const bytesAt = (file: URL): Uint8Array<ArrayBuffer> =>
  file.protocol === 'data:'
    ? Buffer.from(file.pathname.slice(file.pathname.indexOf(',') + 1), 'base64')
    : readFileSync(file)

function exported(exports: Record<string, unknown>, name: string): unknown {
  const value = exports[name]
  if (typeof value !== 'function') throw new Error(`dist/kernels/reduce.wasm has no ${name}`)
  return value
}
