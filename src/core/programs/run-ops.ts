/** Ops carried out one after the other on values of any kind: sets of contributors to verify, numbers to run. */

import { canonicalSlot, type Program, type Programs, receives, type Slot, sends } from './program.ts'
import type { PlacedOp, ProgramGraph } from './program-graph.ts'

/** What every rank holds, by slot. */
export interface Memory<Value> {
  get(program: Program, slot: Slot): Value | undefined
  set(program: Program, slot: Slot, value: Value | undefined): void
}

export function emptyMemory<Value>(programs: Programs): Memory<Value> {
  const held = new Map<Program, Map<string, Value>>(programs.programs.map((program) => [program, new Map()]))
  const key = (program: Program, slot: Slot) => {
    const { buffer, index } = canonicalSlot(programs, program, slot)
    return buffer + index
  }
  return {
    get: (program, slot) => held.get(program)?.get(key(program, slot)),
    set: (program, slot, value) => {
      if (value === undefined) held.get(program)?.delete(key(program, slot))
      else held.get(program)?.set(key(program, slot), value)
    },
  }
}

export const slotAt = ({ buffer, index }: Slot, at: number): Slot => ({ buffer, index: index + at })

export interface Watch<Value> {
  /** A value, or nothing, is read from a slot. */
  readonly read?: (value: Value | undefined, op: PlacedOp, slot: Slot) => void
  /** A value comes in; what it becomes here. */
  readonly received?: (value: Value, op: PlacedOp) => Value | undefined
}

/** `add` gets what is there first: sums are the same to the bit wherever they are made. */
export function runOps<Value>(
  { ops, senderOf }: ProgramGraph,
  order: readonly number[],
  memory: Memory<Value>,
  add: (held: Value | undefined, coming: Value | undefined, op: PlacedOp, at: number) => Value | undefined,
  { read: onRead, received: onReceived }: Watch<Value> = {},
): void {
  const messages = new Map<number, readonly (Value | undefined)[]>()
  for (const number of order) {
    const op = ops[number] as PlacedOp
    const { kind, source, target, count } = op.operation
    const sender = senderOf.get(number)
    const message = sender === undefined ? [] : (messages.get(sender) ?? [])
    if (sender !== undefined) messages.delete(sender)
    const outgoing: (Value | undefined)[] = []
    const read = (slot: Slot | undefined, at: number): Value | undefined => {
      if (!slot) return undefined
      const value = memory.get(op.program, slotAt(slot, at))
      onRead?.(value, op, slotAt(slot, at))
      return value
    }
    const store = (at: number, value: Value | undefined) => {
      if (target) memory.set(op.program, slotAt(target, at), value)
    }
    for (let at = 0; at < count; at++) {
      const came = receives(kind) ? message[at] : undefined
      let value = came !== undefined && onReceived ? onReceived(came, op) : came
      if (kind === 'send' || kind === 'copy') value = read(source, at)
      else if (kind === 'reduce') value = add(read(target, at), read(source, at), op, at)
      else if (kind.startsWith('receive-reduce')) value = add(read(source, at), value, op, at)
      if (kind !== 'send' && kind !== 'receive-reduce-send' && kind !== 'nop') store(at, value)
      outgoing.push(value)
    }
    if (sends(kind)) messages.set(number, outgoing)
  }
}
