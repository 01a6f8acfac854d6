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
    how?: PrepareOptions,
  ): Prepared & { readonly algorithm: string }
  barrier(): Execution
  message(
    direction: 'send' | 'receive',
    peer: Rank,
    its: Pick<CollectiveCall, 'type' | 'count'> & { at: Address },
  ): Execution
}

interface Around {
  readonly transport: Transport
  readonly kernels: Kernels
  readonly scratch: Scratch
  readonly recorder?: Recorder
}

export function createPreparer(around: Around): Preparer {
  const { transport, kernels } = around
  const { rank, ranks, slotBytes } = transport
  const plans = new Map<string, Plans>()
  const planFor = (algorithm: Algorithm, call: CollectiveCall): Plan => {
    const { root, count, type } = call
    const inPlace = isInPlace(call, rank)
    const key = `${algorithm.collective} ${algorithm.id} ${root} ${inPlace}`
    const its = plans.get(key) ?? planAlgorithm(algorithm, { ranks, rank, root, inPlace, slotBytes })
    plans.set(key, its)
    return fitsSlot(its.whole, { count, typeBytes: dataTypes[type].bytes, slotBytes }) ? its.whole : its.cut
  }
  let barrier: Execution | undefined

  /** avg adds up, then divides once where the result is. */
  const scaleAfter = ({ collective, op, type, count, output, root }: CollectiveCall) =>
    op === 'avg' && adds(collective) && (collective !== 'reduce' || rank === root)
      ? () => kernels.scale(type)(output, count, ranks)
      : undefined

  return {
    collective(call, wanted, { native: mayBeNative = true, recorder } = {}) {
      if (overlaps(call, rank, ranks)) throw new RunError({ kind: 'overlap', arguments: ['input', 'output'] })
      const algorithm =
        wanted !== 'auto'
          ? wanted
          : mayBeNative
            ? chooseAlgorithm(transport, call)
            : chooseSchedule(transport, call)
      const native = transport.native.find(({ id }) => id === algorithm)
      if (native?.supports(call)) return { kind: 'native', native, call, scale: undefined, algorithm }
      const summed: CollectiveCall = call.op === 'avg' ? { ...call, op: 'sum' } : call
      if (native?.supports(summed))
        return { kind: 'native', native, call: summed, scale: scaleAfter(call), algorithm }
      const its = algorithmNamed(call.collective, algorithm)
      if (!its || !canRun(its, { ranks, root: call.root }))
        throw new RunError({
          kind: 'unsupported-algorithm',
          algorithm,
          operation: call.collective,
          ranks,
          known: algorithmsFor(transport, call),
        })
      const execution = createExecution({
        ...around,
        ...(recorder ? { recorder } : {}),
        plan: planFor(its, call),
        called: calledOf(call, algorithm),
        input: call.input,
        output: call.output,
        tiles: pipelineTiles(its, transport, call),
      })
      return { kind: 'plan', execution, scale: scaleAfter(call), algorithm }
    },
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
