/** Calls whose arrays lie in the heap are cached ready to run, so that making one again costs no more than looking it up. */
import type { CollectiveName } from '../../core/collectives/names.ts'
import type { Work } from '../execution/work.ts'
import type { NumberArray } from '../memory/data-types.ts'
import type { RequestOptions } from './arguments.ts'

/** What one call was given. */
export interface CallArrays {
  readonly input: NumberArray | undefined
  readonly output: NumberArray | undefined
}

/** The oldest is dropped. */
const MAX_CACHED_CALLS = 16

export interface CallCache {
  get(collective: CollectiveName, arrays: CallArrays, options: RequestOptions | undefined): Work | undefined
  put(collective: CollectiveName, arrays: CallArrays, options: RequestOptions | undefined, work: Work): void
  clear(): void
}

export function createCallCache(): CallCache {
  let calls: { collective: CollectiveName; arrays: CallArrays; options: RequestOptions; work: Work }[] = []
  const NO_OPTIONS: RequestOptions = {}
  return {
    get(collective, { input, output }, options = NO_OPTIONS) {
      for (let at = calls.length - 1; at >= 0; at--) {
        const call = calls[at]
        if (
          call &&
          call.arrays.input === input &&
          call.arrays.output === output &&
          call.collective === collective &&
          call.options.op === options.op &&
          call.options.type === options.type &&
          call.options.root === options.root &&
          call.options.algorithm === options.algorithm &&
          call.options.timeoutSeconds === options.timeoutSeconds
        )
          return call.work
      }
      return undefined
    },
    put(collective, arrays, options = NO_OPTIONS, work) {
      if (calls.length === MAX_CACHED_CALLS) calls.shift()
      calls.push({ collective, arrays, options: { ...options }, work })
    },
    clear() {
      calls = []
    },
  }
}
