/** Collectives, and the barrier, made ready to run. They share one sequence: a rank's calls are numbered as they begin. */
import type { CollectiveName } from '../../core/collectives/names.ts'
import type { CollectiveCall } from '../calls/collective-call.ts'
import type { Prepared, PrepareOptions, Preparer } from '../execution/prepare.ts'
import type { Work } from '../execution/work.ts'
import type { Heap } from '../memory/heap.ts'
import { checkOptions, type RequestOptions, requestOf, type World } from './arguments.ts'
import type { Arrays } from './arrays.ts'
import type { CallArrays, CallCache } from './call-cache.ts'
import { type StagedCall, stageCall } from './stage-call.ts'

/** What collectives of a communicator are made with. */
export interface CallContext {
  readonly world: World
  readonly heap: Heap
  readonly arrays: Arrays
  readonly preparer: Preparer
  /** How long nothing may move, unless a call says otherwise. */
  readonly timeoutSeconds: number
  readonly callCache: CallCache
  /** How many collectives have begun. */
  sequence: number
}

/** A collective, ready to run as often as one likes. */
export interface CollectiveWork extends Work {
  readonly algorithm: string
  /** Into how many tiles the data is cut; a native algorithm says nothing of it. */
  readonly tiles?: number
}

/** As a program calls it, with arrays. Throws RunError for what cannot be meant. */
export function collectiveWork(
  context: CallContext,
  collective: CollectiveName,
  arrays: CallArrays,
  options: RequestOptions | undefined,
): Work {
  const same = context.callCache.get(collective, arrays, options)
  if (same) return same
  checkOptions(options)
  context.arrays.checkUsable('input', arrays.input)
  context.arrays.checkUsable('output', arrays.output)
  const { world, heap } = context
  const staged = stageCall(heap, world.rank, requestOf(collective, world, arrays, options))
  try {
    const prepared = context.preparer.collective(staged.call, options?.algorithm ?? 'auto')
    const seconds = options?.timeoutSeconds ?? context.timeoutSeconds
    const work = workOf(context, staged.call, prepared, seconds, staged.direct ? undefined : staged)
    if (staged.direct) context.callCache.put(collective, arrays, options, work)
    return work
  } catch (error) {
    staged.free()
    throw error
  }
}

/** Of a call whose addresses are known. */
export function preparedWork(
  context: CallContext,
  call: CollectiveCall,
  { algorithm = 'auto', timeoutSeconds = context.timeoutSeconds, ...how }: PreparedOptions,
): CollectiveWork {
  return workOf(context, call, context.preparer.collective(call, algorithm, how), timeoutSeconds)
}

export interface PreparedOptions extends PrepareOptions {
  readonly algorithm?: string
  readonly timeoutSeconds?: number
}

/** `staged`: copies in and out. */
function workOf(
  context: CallContext,
  call: CollectiveCall,
  prepared: ReturnType<Preparer['collective']>,
  timeoutSeconds: number,
  staged?: StagedCall,
): CollectiveWork {
  const { scale } = prepared
  let number = 0
  return {
    operation: call.collective,
    algorithm: prepared.algorithm,
    ...(prepared.kind === 'plan' ? { tiles: prepared.execution.tiles } : {}),
    lane: undefined,
    timeoutSeconds,
    begin() {
      staged?.copyIn()
      if (prepared.kind === 'plan') prepared.execution.begin(context.sequence)
      number = context.sequence++
    },
    action: actionOf(prepared, () => number),
    end() {
      scale?.()
      staged?.copyOut()
      staged?.free()
    },
    abandon() {
      staged?.free()
    },
  }
}

/** `number`: the call's place in the sequence, once it is begun. */
const actionOf = (prepared: Prepared, number: () => number): Work['action'] =>
  prepared.kind === 'plan'
    ? { kind: 'task', task: prepared.execution }
    : {
        kind: 'native',
        run: (seconds) => prepared.native.run(prepared.call, number(), seconds),
        runSync: (seconds) => prepared.native.runSync(prepared.call, number(), seconds),
      }

export function barrierWork(
  context: CallContext,
  options: { readonly timeoutSeconds?: number } | undefined,
): Work {
  checkOptions(options)
  const execution = context.preparer.barrier()
  return {
    operation: 'barrier',
    lane: undefined,
    timeoutSeconds: options?.timeoutSeconds ?? context.timeoutSeconds,
    begin() {
      execution.begin(context.sequence)
      context.sequence++
    },
    action: { kind: 'task', task: execution },
    end() {},
    abandon() {},
  }
}
