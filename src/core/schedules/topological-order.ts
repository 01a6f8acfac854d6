/** Orders of events that wait for each other, drawn by lot or first come first served. */
import type { Random } from '../base/random.ts'

/** Says that `event` happens after `earlier`. */
export type Wait = (event: number, earlier: number) => void

/** Every event once, each after all it waits for; shorter than `events` when some wait in a circle. */
export function drawOrder(
  events: number,
  addWaits: (wait: Wait) => void,
  random: Random = () => 0,
): readonly number[] {
  const after: number[][] = Array.from({ length: events }, () => [])
  const waits = new Int32Array(events)
  addWaits((event, earlier) => {
    after[earlier]?.push(event)
    waits[event] = (waits[event] ?? 0) + 1
  })
  const order: number[] = []
  const ready = [...waits.keys()].filter((event) => waits[event] === 0)
  while (ready.length > 0) {
    const at = Math.floor(random() * ready.length)
    const event = ready[at] as number
    ready[at] = ready[ready.length - 1] as number
    ready.pop()
    order.push(event)
    for (const next of after[event] ?? []) {
      const left = (waits[next] ?? 0) - 1
      waits[next] = left
      if (left === 0) ready.push(next)
    }
  }
  return order
}
