/** Where NCCL says that a collective is in place: input and output are one buffer, or one is the rank's part of the other. */
import type { Rank } from '../core/collectives/conditions.ts'
import type { CollectiveCall } from './collective-call.ts'
import { dataTypes } from './data-types.ts'

export function isInPlace({ collective, input, output, root, ...its }: CollectiveCall, rank: Rank): boolean {
  const own = rank * its.count * dataTypes[its.type].bytes
  switch (collective) {
    case 'all_reduce':
    case 'broadcast':
      return input === output
    case 'reduce':
      return rank === root && input === output
    case 'all_gather':
      return input === output + own
    case 'gather':
      return rank === root && input === output + own
    case 'reduce_scatter':
      return output === input + own
    case 'scatter':
      return rank === root && output === input + own
    case 'all_to_all':
    case 'send_recv':
      return false
  }
}
