/** Messages on their way: each flows at its fair share of the links of its path, and ends when its bytes are through. */
import type { Seconds } from '../base/units.ts'
import { fairSharing } from './fair-sharing.ts'
import type { MessageIndex, Messages } from './message-columns.ts'
import type { Paths } from './paths.ts'
import type { EventQueue } from './queue.ts'

export interface FlowingMessages {
  /** False where nothing has to flow: no bytes, or no link between. */
  start(message: MessageIndex, now: Seconds): boolean
  stop(message: MessageIndex): void
  /** Brings all rates up to date, and the times at which the messages end. */
  repair(now: Seconds): void
  /** What sharing has cost (effort.ts). */
  looks(): number
}

export function flowingMessages(
  messages: Messages,
  bandwidth: Float64Array,
  paths: Paths,
  queue: EventQueue,
): FlowingMessages {
  const { count } = messages
  const remaining = new Float64Array(count)
  const since = new Float64Array(count)
  const speed = new Float64Array(count)
  const sharing = fairSharing(bandwidth)
  // Flows get small numbers, used again, so that the sharing stays compact.
  const flowOf = new Int32Array(count)
  const messageOf: MessageIndex[] = []
  const unused: number[] = []
  let moment: Seconds = 0

  function start(message: MessageIndex, now: Seconds): boolean {
    const path = messages.path[message] as number
    const links = paths.links[path] ?? []
    const bytes = messages.bytes[message] as number
    if (links.length === 0 || bytes === 0) return false
    const flow = unused.pop() ?? messageOf.length
    messageOf[flow] = message
    flowOf[message] = flow
    remaining[message] = bytes
    since[message] = now
    const rate = sharing.start(flow, links, paths.bandwidth[path] as number, paths.ownLimit[path] as number)
    speed[message] = rate
    if (rate > 0) queue.set(message, now + bytes / rate)
    return true
  }

  function stop(message: MessageIndex): void {
    const flow = flowOf[message] as number
    sharing.stop(flow)
    unused.push(flow)
  }

  function rateChanged(flow: number, rate: number): void {
    const message = messageOf[flow] as MessageIndex
    const gone = (speed[message] as number) * (moment - (since[message] as number))
    remaining[message] = Math.max(0, (remaining[message] as number) - gone)
    since[message] = moment
    speed[message] = rate
    queue.set(message, moment + (remaining[message] as number) / rate)
  }

  return {
    start,
    stop,
    repair(now) {
      moment = now
      sharing.repair(rateChanged)
    },
    looks: () => sharing.looks(),
  }
}
