/** From a call to what runs it: a plan over messages, or what the transport does natively. Plans are kept by algorithm and root. */
import type { Rank } from '../../core/collectives/conditions.ts'
import { algorithmNamed } from '../../core/schedules/algorithms/index.ts'
import type { Algorithm } from '../../core/schedules/schedule.ts'
import { type CollectiveCall, isInPlace, overlaps } from '../calls/collective-call.ts'
import { adds, calledOf } from '../calls/signature.ts'
import { dataTypes } from '../memory/data-types.ts'
import type { Address } from '../memory/heap.ts'
import type { Kernels } from '../memory/kernels.ts'
import type { Scratch } from '../memory/scratch.ts'
import { algorithmsFor, canRun, chooseAlgorithm, chooseSchedule, pipelineTiles } from '../plan/auto.ts'
import { type Plan, type Plans, planAlgorithm, planBarrier, planMessage } from '../plan/plan.ts'
import { fitsSlot } from '../plan/tiles.ts'
import { RunError } from '../run-error.ts'
import type { NativeAlgorithm } from '../transports/native-algorithm.ts'
import type { Transport } from '../transports/transport.ts'
import { createExecution, type Execution } from './executor.ts'
import type { Recorder } from './recorder.ts'

export type Prepared =
  | { readonly kind: 'plan'; readonly execution: Execution; readonly scale: (() => void) | undefined }
  | {
      readonly kind: 'native'
      readonly native: NativeAlgorithm
      readonly call: CollectiveCall
      readonly scale: (() => void) | undefined
    }

export interface PrepareOptions {
  /** false: 'auto' takes an algorithm that sends messages, even where the transport could do without. */
  readonly native?: boolean
  /** Keeps what this call does. */
  readonly recorder?: Recorder
}

export interface Preparer {
  collective(
    call: CollectiveCall,
    algorithm: string,
    options?: PrepareOptions,
  ): Prepared & { readonly algorithm: string }
  barrier(): Execution
  message(direction: 'send' | 'receive', peer: Rank, message: Message): Execution
}

/** What is sent, or where what comes belongs. */
export interface Message extends Pick<CollectiveCall, 'type' | 'count'> {
  readonly at: Address
}

interface Around {
  readonly transport: Transport
  readonly kernels: Kernels
  readonly scratch: Scratch
  readonly recorder?: Recorder
}

export function createPreparer(around: Around): Preparer {
  const { rank, ranks } = around.transport
  const plans = new Map<string, Plans>()
  let barrier: Execution | undefined
  return {
    collective: (call, algorithm, options = {}) => prepareCollective(around, plans, call, algorithm, options),
    barrier() {
      barrier ??= createExecution({
        ...around,
        plan: planBarrier(rank, ranks),
        called: { ...BARE, operation: 'barrier', algorithm: 'dissemination' },
        input: 0,
        output: 0,
      })
      return barrier
    },
    message: (direction, peer, { type, count, at }) =>
      createExecution({
        ...around,
        plan: planMessage(direction, peer),
        called: { ...BARE, operation: direction, type, count, algorithm: 'none' },
        input: at,
        output: 0,
      }),
  }
}

const BARE = { type: 'u8', op: undefined, count: 0, root: undefined } as const

function prepareCollective(
  around: Around,
  plans: Map<string, Plans>,
  call: CollectiveCall,
  wanted: string,
  { native: mayBeNative = true, recorder }: PrepareOptions,
): Prepared & { readonly algorithm: string } {
  const { transport, kernels } = around
  const { rank, ranks } = transport
  if (overlaps(call, rank, ranks)) throw new RunError({ kind: 'overlap', arguments: ['input', 'output'] })
  const id = wanted === 'auto' ? chosen(transport, call, mayBeNative) : wanted
  const scale = scaleAfter(kernels, call, transport)
  const native = nativeFor(transport, call, id)
  if (native)
    return { kind: 'native', ...native, scale: native.call === call ? undefined : scale, algorithm: id }
  const algorithm = algorithmNamed(call.collective, id)
  if (!algorithm || !canRun(algorithm, { ranks, root: call.root })) throw unsupported(transport, call, id)
  const execution = createExecution({
    ...around,
    ...(recorder ? { recorder } : {}),
    plan: planFor(plans, algorithm, call, transport),
    called: calledOf(call, id),
    input: call.input,
    output: call.output,
    tiles: pipelineTiles(algorithm, transport, call),
  })
  return { kind: 'plan', execution, scale, algorithm: id }
}

const chosen = (transport: Transport, call: CollectiveCall, mayBeNative: boolean): string =>
  mayBeNative ? chooseAlgorithm(transport, call) : chooseSchedule(transport, call)

/** What the transport does by itself, with the call that it is given: one that cannot divide adds up, see scaleAfter. */
function nativeFor(
  transport: Transport,
  call: CollectiveCall,
  id: string,
): { readonly native: NativeAlgorithm; readonly call: CollectiveCall } | undefined {
  const native = transport.native.find((algorithm) => algorithm.id === id)
  if (native?.supports(call)) return { native, call }
  const summed: CollectiveCall = call.op === 'avg' ? { ...call, op: 'sum' } : call
  return native?.supports(summed) ? { native, call: summed } : undefined
}

/** avg adds up, then divides once where the result is. */
const scaleAfter = (
  kernels: Kernels,
  { collective, op, type, count, output, root }: CollectiveCall,
  { rank, ranks }: Transport,
): (() => void) | undefined =>
  op === 'avg' && adds(collective) && (collective !== 'reduce' || rank === root)
    ? () => kernels.scale(type)(output, count, ranks)
    : undefined

function planFor(
  plans: Map<string, Plans>,
  algorithm: Algorithm,
  call: CollectiveCall,
  { rank, ranks, slotBytes }: Transport,
): Plan {
  const { root, count, type } = call
  const inPlace = isInPlace(call, rank)
  const key = `${algorithm.collective} ${algorithm.id} ${root} ${inPlace}`
  const both = plans.get(key) ?? planAlgorithm(algorithm, { ranks, rank, root, inPlace, slotBytes })
  plans.set(key, both)
  const fits = fitsSlot(both.whole, { count, typeBytes: dataTypes[type].bytes, slotBytes })
  return fits ? both.whole : both.cut
}

const unsupported = (transport: Transport, call: CollectiveCall, algorithm: string): RunError =>
  new RunError({
    kind: 'unsupported-algorithm',
    algorithm,
    operation: call.collective,
    ranks: transport.ranks,
    known: algorithmsFor(transport, call),
  })
