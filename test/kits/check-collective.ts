/**
 * One collective on numbers of which every element is known: for the conformance suites of algorithms and transports. What a rank
 * puts in depends on rank and place, so that data at a wrong place do not pass.
 */
import { conditions, type Rank } from '../../src/core/collectives/conditions.ts'
import type { CollectiveName } from '../../src/core/collectives/names.ts'
import type { CollectiveCall } from '../../src/run/calls/collective-call.ts'
import { adds } from '../../src/run/calls/signature.ts'
import type { Communicator, ReduceOptions, RootedOptions } from '../../src/run/communicator/communicator.ts'
import { type DataType, dataTypes, type NumberArray, type ReduceOp } from '../../src/run/memory/data-types.ts'
import { fromHalf, toHalf } from '../../src/run/memory/half-floats.ts'

export interface CollectiveCase {
  readonly collective: CollectiveName
  readonly ranks: number
  readonly root: Rank
  readonly type: DataType
  readonly op: ReduceOp
  readonly count: number
  readonly inPlace: boolean
  /** By runSync, or a …Sync method. */
  readonly sync?: boolean
  /**
   * 'arrays': by the method of that name, with arrays of the heap; 'copied': with others. Else, and for send_recv, which has none,
   * as a prepared call.
   */
  readonly by?: 'arrays' | 'copied'
}

const METHODS = {
  all_reduce: 'allReduce',
  all_gather: 'allGather',
  reduce_scatter: 'reduceScatter',
  broadcast: 'broadcast',
  reduce: 'reduce',
  gather: 'gather',
  scatter: 'scatter',
  all_to_all: 'allToAll',
} as const

/** Small whole numbers, whose sums and products are exact in every type; never 0 where it would hide the others. */
const inputAt = ({ op, type }: CollectiveCase, rank: Rank, block: number, at: number): number => {
  const mixed = (rank * 7919 + block * 104_729 + at * 31 + (at >> 5)) % 1009
  if (op === 'prod') return mixed % 5 === 0 ? 2 : 1
  return (mixed % 7) - (type.startsWith('u') ? 0 : 3)
}

function expectedAt(
  collectiveCase: CollectiveCase,
  from: readonly Rank[],
  block: number,
  at: number,
): number {
  const { op } = collectiveCase
  let result = inputAt(collectiveCase, from[0] as Rank, block, at)
  for (let next = 1; next < from.length; next++) {
    const value = inputAt(collectiveCase, from[next] as Rank, block, at)
    if (op === 'min') result = Math.min(result, value)
    else if (op === 'max') result = Math.max(result, value)
    else if (op === 'prod') result *= value
    else result += value
  }
  return result
}

/** A whole number, or a quotient of some, as the type stores it. */
function stored(type: DataType, value: number): number | bigint {
  if (type === 'f16' || type === 'bf16') return toHalf(type, value)
  if (type === 'i64' || type === 'u64') return BigInt(Math.trunc(value))
  if (!dataTypes[type].exact) return value
  // Products of eight ranks go round in a byte.
  const whole = Math.trunc(value)
  return type === 'i8' ? (whole << 24) >> 24 : type === 'u8' ? whole & 255 : whole
}

const numberOf = (type: DataType, value: number | bigint): number =>
  type === 'f16' || type === 'bf16' ? fromHalf(type, Number(value)) : Number(value)

interface Buffers {
  /** This rank's own parts. */
  readonly input: NumberArray
  readonly output: NumberArray
  /** What is passed to a method; one array in place. */
  readonly arrays: { readonly input: NumberArray | undefined; readonly output: NumberArray | undefined }
  free(): void
}

/** Memory for a rank's input and output, laid out as NCCL defines in place. */
function buffers(
  comm: Communicator,
  collectiveCase: CollectiveCase,
  blocks: { input: number; output: number },
): Buffers {
  const { arrayOf, bytes } = dataTypes[collectiveCase.type]
  const make = (of: number): NumberArray =>
    collectiveCase.by === 'copied'
      ? new arrayOf(new ArrayBuffer(of * collectiveCase.count * bytes), 0, of * collectiveCase.count)
      : comm.alloc(arrayOf as typeof Uint8Array, of * collectiveCase.count)
  const freeing = (arrays: readonly NumberArray[]) => () => {
    if (collectiveCase.by !== 'copied') for (const array of arrays) comm.free(array)
  }
  if (!collectiveCase.inPlace || blocks.input === 0 || blocks.output === 0) {
    const [input, output] = [make(blocks.input), make(blocks.output)]
    const arrays = {
      input: blocks.input > 0 ? input : undefined,
      output: blocks.output > 0 ? output : undefined,
    }
    return { input, output, arrays, free: freeing([input, output]) }
  }
  const larger = Math.max(blocks.input, blocks.output)
  const whole = make(larger)
  const part = (of: number): NumberArray =>
    of === larger
      ? whole
      : new arrayOf(
          whole.buffer as ArrayBuffer,
          whole.byteOffset + comm.rank * collectiveCase.count * bytes,
          collectiveCase.count,
        )
  return {
    input: part(blocks.input),
    output: part(blocks.output),
    arrays: { input: whole, output: whole },
    free: freeing([whole]),
  }
}

type Method = (
  input: NumberArray | undefined,
  output: NumberArray | undefined,
  options: ReduceOptions & RootedOptions,
) => Promise<void>

async function carryOut(
  comm: Communicator,
  collectiveCase: CollectiveCase,
  algorithm: string,
  { input, output, arrays }: Buffers,
): Promise<void> {
  if (collectiveCase.by && collectiveCase.collective !== 'send_recv') {
    const { type, op, root } = collectiveCase
    const name = METHODS[collectiveCase.collective]
    const method = comm[collectiveCase.sync ? (`${name}Sync` as const) : name] as Method
    await method(arrays.input, arrays.output, { type, op, root, algorithm })
    return
  }
  const call: CollectiveCall = {
    ...collectiveCase,
    input: arrays.input ? input.byteOffset : 0,
    output: arrays.output ? output.byteOffset : 0,
  }
  const prepared = comm.prepare(call, { algorithm })
  if (collectiveCase.sync) prepared.runSync()
  else await prepared.run()
}

/** Throws where an element is wrong, or an input that should stay was changed. Gives the rank's output. */
export async function checkCollective(
  comm: Communicator,
  given: CollectiveCase,
  algorithm: string,
): Promise<NumberArray> {
  const { by, ...call } = given
  const collectiveCase: CollectiveCase = call.collective === 'send_recv' || !by ? call : { ...call, by }
  const promised = conditions(collectiveCase.collective, collectiveCase)
  const before = promised.before(comm.rank)
  const after = promised.after(comm.rank)
  const held = buffers(comm, collectiveCase, { input: before.length, output: after.length })
  const { input, output } = held
  for (const { chunk, slot } of before)
    for (let at = 0; at < collectiveCase.count; at++)
      input[slot * collectiveCase.count + at] = stored(
        collectiveCase.type,
        inputAt(collectiveCase, comm.rank, chunk, at),
      ) as never
  const untouched = collectiveCase.inPlace ? undefined : input.slice()
  await carryOut(comm, collectiveCase, algorithm, held)

  const divisor = collectiveCase.op === 'avg' && adds(collectiveCase.collective) ? collectiveCase.ranks : 1
  for (const { chunk, slot, contributors } of after)
    for (let at = 0; at < collectiveCase.count; at++) {
      const wanted = expectedAt(collectiveCase, contributors, chunk, at) / divisor
      const seen = output[slot * collectiveCase.count + at] as number | bigint
      if (seen === stored(collectiveCase.type, wanted)) continue
      const off = Math.abs(numberOf(collectiveCase.type, seen) - wanted)
      // Quotients are rounded; whole numbers never are.
      const bound =
        divisor === 1
          ? 0
          : dataTypes[collectiveCase.type].exact
            ? 0
            : Math.abs(wanted) * (ROUNDING[collectiveCase.type] ?? 0)
      if (!(off <= bound))
        throw new Error(`rank ${comm.rank} block ${slot} element ${at}: ${seen} for ${wanted}`)
    }
  if (untouched && !same(untouched, input)) throw new Error(`rank ${comm.rank}: the input was changed`)
  const result = output.slice()
  held.free()
  return result
}

/** Relative, of one division. */
const ROUNDING: Readonly<Record<string, number>> = {
  f64: 2 ** -52,
  f32: 2 ** -23,
  f16: 2 ** -10,
  bf16: 2 ** -7,
}

const same = (one: NumberArray, other: NumberArray): boolean =>
  one.every((element: number | bigint, at: number) => Object.is(element, other[at]))
