/**
 * Loads the reduce kernels (kernels/reduce.ts, compiled to dist/kernels/reduce.wasm) over a rank's memory. What it hands out
 * are the exports themselves: a call costs a few nanoseconds and allocates nothing.
 */
import { readFileSync } from 'node:fs'
import type { DataType, ReduceOp } from './data-types.ts'
import { RunError } from './run-error.ts'
import type { Address } from './transports/transport.ts'

/** target[i] = op(a[i], b[i]) for `count` elements; target may be a or b. */
export type ReduceKernel = (target: Address, a: Address, b: Address, count: number) => void

export interface Kernels {
  /** avg adds up; `scale` divides once all is added. */
  reduce(op: ReduceOp, type: DataType): ReduceKernel
  readonly copy: (target: Address, source: Address, bytes: number) => void
}

/** The same from src/run as from dist/run. */
const file = new URL('../../dist/kernels/reduce.wasm', import.meta.url)

let compiled: WebAssembly.Module | undefined

/** Throws RunError 'unavailable' when the kernels were not built. */
export function createKernels(memory: WebAssembly.Memory): Kernels {
  compiled ??= new WebAssembly.Module(read())
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } })
  return {
    reduce: (op, type) => exported(exports, `${op === 'avg' ? 'sum' : op}_${type}`) as ReduceKernel,
    copy: exported(exports, 'copy') as Kernels['copy'],
  }
}

function read(): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new RunError({
      kind: 'unavailable',
      what: 'kernels',
      reason: error instanceof Error ? error.message : String(error),
    })
  }
}

function exported(exports: Record<string, unknown>, name: string): unknown {
  const its = exports[name]
  if (typeof its !== 'function') throw new Error(`dist/kernels/reduce.wasm has no ${name}`)
  return its
}
