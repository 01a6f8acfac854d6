/** Arrays and options of the interface to what a collective is, with every mistake found before anything is sent. */
import type { Rank } from '../../core/collectives/conditions.ts'
import type { CollectiveName } from '../../core/collectives/names.ts'
import { blocksOf } from '../calls/collective-call.ts'
import {
  DATA_TYPES,
  type DataType,
  dataTypeOf,
  dataTypes,
  type NumberArray,
  REDUCE_OPS,
  type ReduceOp,
} from '../memory/data-types.ts'
import { RunError } from '../run-error.ts'
import type { ReduceOptions, RootedOptions } from './communicator.ts'

/** What is asked of a collective; the arrays are where this rank has them: none where it gives or gets nothing. */
export interface Request {
  readonly collective: CollectiveName
  readonly root: Rank
  readonly type: DataType
  readonly op: ReduceOp
  readonly count: number
  readonly input: NumberArray | undefined
  readonly output: NumberArray | undefined
  /** One array serves as both, as NCCL defines it; then both names mean the whole buffer. */
  readonly inPlace: boolean
}

export interface World {
  readonly rank: Rank
  readonly ranks: number
}

export type RequestOptions = ReduceOptions & RootedOptions

export function requestOf(
  collective: CollectiveName,
  { rank, ranks }: World,
  given: { readonly input: NumberArray | undefined; readonly output: NumberArray | undefined },
  options: RequestOptions = {},
): Request {
  const root = rankArgument('root', options.root ?? 0, ranks)
  const op = oneOf('op', options.op ?? 'sum', REDUCE_OPS)
  const isRoot = rank === root
  const input = gives(collective, isRoot) ? (given.input ?? given.output) : undefined
  const output = gets(collective, isRoot) ? (given.output ?? given.input) : undefined
  const first = gives(collective, isRoot) ? 'input' : 'output'
  const type = typeOf((input ?? output) as NumberArray, first, options.type)
  const inPlace = input !== undefined && input === output
  if (input && output && typeOf(output, 'output', options.type) !== type)
    throw wrong('output', describe(output), input.constructor.name)
  const count = countOf(collective, ranks, input, output, inPlace)
  return { collective, root, type, op, count, input, output, inPlace }
}

const gives = (collective: CollectiveName, isRoot: boolean): boolean =>
  (collective !== 'broadcast' && collective !== 'scatter') || isRoot
const gets = (collective: CollectiveName, isRoot: boolean): boolean =>
  (collective !== 'reduce' && collective !== 'gather') || isRoot

function countOf(
  collective: CollectiveName,
  ranks: number,
  input: NumberArray | undefined,
  output: NumberArray | undefined,
  inPlace: boolean,
): number {
  const blocks = blocksOf(collective, ranks)
  if (inPlace && input) return evenly('input', input, Math.max(blocks.input, blocks.output))
  if (!input) return evenly('output', output as NumberArray, blocks.output)
  const count = evenly('input', input, blocks.input)
  if (output && output.length !== count * blocks.output)
    throw wrong('output', describe(output), `${output.constructor.name}(${count * blocks.output})`)
  return count
}

function evenly(argument: string, array: NumberArray, blocks: number): number {
  if (array.length % blocks !== 0)
    throw wrong(argument, describe(array), `${array.constructor.name}(n·${blocks})`)
  return array.length / blocks
}

export function typeOf(array: NumberArray, argument: string, given: DataType | undefined): DataType {
  if (!ArrayBuffer.isView(array) || !('length' in array))
    throw wrong(argument, kindOf(array), 'Float32Array | Int32Array | …')
  if (given !== undefined) oneOf('type', given, DATA_TYPES)
  const implied = dataTypeOf(array)
  if (!implied && !(array instanceof Uint16Array))
    throw wrong(argument, describe(array), 'Float32Array | Int32Array | …')
  const fits = implied ? given === undefined || given === implied : given === 'f16' || given === 'bf16'
  if (!fits) throw wrong('type', `${given} (${describe(array)})`, implied ?? "'f16' | 'bf16'")
  return implied ?? (given as DataType)
}

/** Of any call. A word in place of options would be taken for none, and the default op be run. */
export function checkOptions(options: { readonly timeoutSeconds?: number } | undefined): void {
  if (options === undefined) return
  if (typeof options !== 'object' || options === null)
    throw wrong('options', kindOf(options), '{ op, algorithm, timeoutSeconds, … }')
  const { timeoutSeconds } = options
  if (timeoutSeconds !== undefined && !(typeof timeoutSeconds === 'number' && timeoutSeconds > 0))
    throw wrong('timeoutSeconds', kindOf(timeoutSeconds), '> 0')
}

/** What `free` was given, and is none of this rank's arrays. */
export const notAllocated = (array: unknown): RunError =>
  wrong('array', ArrayBuffer.isView(array) ? describe(array as NumberArray) : kindOf(array), 'comm.alloc(…)')

/** Of a new array; callers without types may give any constructor, or none. */
export function allocationBytes(arrayOf: unknown, length: number): number {
  const known = Object.values(dataTypes).find((facts) => facts.arrayOf === arrayOf)
  if (!known)
    throw wrong(
      'arrayOf',
      typeof arrayOf === 'function' ? arrayOf.name : kindOf(arrayOf),
      'Float32Array | Int32Array | …',
    )
  if (!Number.isInteger(length) || length < 0) throw wrong('length', String(length), '0, 1, 2 …')
  return length * known.bytes
}

/** `not`: a rank that cannot be meant. */
export function rankArgument(argument: string, value: Rank, ranks: number, not?: Rank): Rank {
  if (Number.isInteger(value) && value >= 0 && value < ranks && value !== not) return value
  throw wrong(argument, String(value), `0…${ranks - 1}${not === undefined ? '' : ` ≠ ${not}`}`)
}

function oneOf<Value extends string>(argument: string, value: Value, known: readonly Value[]): Value {
  if (known.includes(value)) return value
  throw wrong(argument, String(value), known.join(' | '))
}

const wrong = (argument: string, seen: string, wanted: string): RunError =>
  new RunError({ kind: 'argument', argument, seen, wanted })

/** Of what is no typed array: "Array", "undefined", a string in quotes; a long one is not written out. */
function kindOf(value: unknown): string {
  if (typeof value === 'string') return `"${value.slice(0, 40)}"`
  if (typeof value === 'object' && value !== null) return value.constructor?.name ?? 'object'
  return String(value).slice(0, 40)
}

/** "Float32Array(8)" */
const describe = (array: NumberArray): string => `${array.constructor.name}(${array.length})`
