/**
 * 32 bits that every message carries, so that a message of another call is known by itself: what was called is packed, not hashed,
 * since the error has to name it. Only count and root are mixed into what is left.
 *
 *   sequence mod 64 (6) | operation (4) | type (4) | op (3) | algorithm (5) | count and root mixed (10)
 */
import type { Rank } from '../../core/collectives/conditions.ts'
import { COLLECTIVES } from '../../core/collectives/names.ts'
import type { RunPlace } from '../../core/collectives/run-problem.ts'
import { algorithmIds } from '../../core/schedules/algorithms/index.ts'
import { DATA_TYPES, type DataType, REDUCE_OPS, type ReduceOp } from '../memory/data-types.ts'
import type { CollectiveCall } from './collective-call.ts'

export type Operation = RunPlace['operation']

export interface Called {
  readonly operation: Operation
  readonly type: DataType
  /** Of operations that add. */
  readonly op: ReduceOp | undefined
  readonly algorithm: string
  readonly count: number
  /** Of operations that have one. */
  readonly root: Rank | undefined
}

/** A receive bears the signature of the send that it waits for. */
const OPERATIONS: readonly Operation[] = [...COLLECTIVES, 'barrier', 'send']
const operationIndex = (operation: Operation) =>
  OPERATIONS.indexOf(operation === 'receive' ? 'send' : operation)
/** 'dissemination' is the barrier's, 'direct' and 'mpi' are native, 'none' is a send's. */
const ALGORITHMS: readonly string[] = [...algorithmIds, 'dissemination', 'direct', 'mpi', 'none']
const NO_OP = REDUCE_OPS.length

export const rooted = (operation: Operation): boolean =>
  operation === 'broadcast' || operation === 'reduce' || operation === 'gather' || operation === 'scatter'
export const adds = (operation: Operation): boolean =>
  operation === 'all_reduce' || operation === 'reduce' || operation === 'reduce_scatter'

export const calledOf = (
  { collective, type, op, count, root }: Omit<CollectiveCall, 'input' | 'output'>,
  algorithm: string,
): Called => ({
  operation: collective,
  type,
  op: adds(collective) ? op : undefined,
  algorithm,
  count,
  root: rooted(collective) ? root : undefined,
})

/** `sequence`: how many collectives came before; of sends, how many before to this rank. */
export function signatureOf(called: Called, sequence: number): number {
  const op = called.op === undefined ? NO_OP : REDUCE_OPS.indexOf(called.op)
  const rest = (Math.imul(called.count, 0x9e3779b1) >>> 22) + (called.root ?? 0)
  return (
    (((sequence & 63) << 26) |
      (operationIndex(called.operation) << 22) |
      (DATA_TYPES.indexOf(called.type) << 18) |
      (op << 15) |
      ((ALGORITHMS.indexOf(called.algorithm) & 31) << 10) |
      (rest & 1023)) >>>
    0
  )
}

/** "all_reduce(f32, sum, count=1024, ring)" */
export function describeCall({ operation, type, op, algorithm, count, root }: Called): string {
  if (operation === 'barrier') return 'barrier()'
  const parts = [type, ...(op ? [op] : []), `count=${count}`, ...(root === undefined ? [] : [`root=${root}`])]
  return `${operation}(${[...parts, ...named(algorithm)].join(', ')})`
}

const named = (algorithm: string): readonly string[] => (algorithm === 'none' ? [] : [algorithm])

/** What can be read from the signature of a message that does not fit `here`; of count and root only that they differ. */
export function describeSignature(signature: number, here: Called, sequence: number): string {
  const at = (first: number, bits: number) => (signature >>> first) & ((1 << bits) - 1)
  const operation = OPERATIONS[at(22, 4)] ?? '?'
  const op = REDUCE_OPS[at(15, 3)]
  const own = signatureOf(here, sequence)
  // A message of the same signature does not fit because it is of another size: the mixed bits hide that once in 1024.
  const alike = signature !== own && at(0, 10) === (own & 1023)
  const size = here.root === undefined ? `count≠${here.count}` : `(count, root)≠(${here.count}, ${here.root})`
  const behind = (at(26, 6) - sequence) & 63
  const parts =
    operation === 'barrier'
      ? []
      : [
          DATA_TYPES[at(18, 4)] ?? '?',
          ...(op ? [op] : []),
          ...(alike || at(22, 4) !== operationIndex(here.operation) ? [] : [size]),
          ...named(ALGORITHMS[at(10, 5)] ?? '?'),
        ]
  const turn = [
    // Ranks that are out of step by whole calls: the same call, but another turn.
    ...(behind === 0 ? [] : [`#${sequence + (behind < 32 ? behind : behind - 64)}`]),
  ]
  return `${operation}(${[...parts, ...turn].join(', ')})`
}

/** The message belongs to a call that comes later: its sender is ahead, which is no mistake. */
export function isLater(signature: number, sequence: number): boolean {
  const ahead = ((signature >>> 26) - sequence) & 63
  return ahead > 0 && ahead < 32
}
