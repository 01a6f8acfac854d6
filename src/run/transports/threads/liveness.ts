/** Which ranks have departed, and why: each rank records it as it ends, or the thread that started it does. */
import type { Control } from './control.ts'
import { REASON_BYTES } from './control.ts'
import { wake } from './doorbell.ts'

/** 'closed': it ended as it should; 'lost': it threw, or its thread was ended. */
const STATES = ['here', 'closed', 'lost'] as const
export type Liveness = (typeof STATES)[number]

/** Records that `rank` has departed; only the first record counts. */
export function depart(
  control: Control,
  ranks: number,
  rank: number,
  state: Exclude<Liveness, 'here'>,
  reason = '',
): void {
  const at = control.liveness(rank)
  if (Atomics.load(control.words, at) !== 0) return
  const text = new TextEncoder().encodeInto(reason, reasonBytes(control, rank).fill(0))
  Atomics.store(control.words, at + 1, text.written)
  if (Atomics.compareExchange(control.words, at, 0, STATES.indexOf(state)) !== 0) return
  Atomics.add(control.words, control.departures, 1)
  for (let peer = 0; peer < ranks; peer++) wake(control, peer)
}

export const livenessOf = (control: Control, rank: number): Liveness =>
  STATES[Atomics.load(control.words, control.liveness(rank))] ?? 'lost'

/** The reason that was recorded; undefined when there is none. */
export function departureReasonOf(control: Control, rank: number): string | undefined {
  const bytes = Atomics.load(control.words, control.liveness(rank) + 1)
  // A copy: TextDecoder takes no shared memory.
  return bytes === 0 ? undefined : new TextDecoder().decode(reasonBytes(control, rank).slice(0, bytes))
}

const reasonBytes = (control: Control, rank: number): Uint8Array =>
  new Uint8Array(
    control.words.buffer,
    control.words.byteOffset + (control.liveness(rank) + 2) * 4,
    REASON_BYTES,
  )
