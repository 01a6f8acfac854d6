/** Programs carried out on real numbers, in an order drawn by lot among all that their waits and full buffers allow. */
import { seededRandom } from '../base/random.ts'
import { conditions } from '../collectives/conditions.ts'
import type { Interleaving } from '../schedules/run-interleaved.ts'
import type { Rank } from '../schedules/schedule.ts'
import { drawOrder } from '../schedules/topological-order.ts'
import type { Programs, Slot } from './program.ts'
import { graphOf, waitsWithSlots } from './program-graph.ts'
import { emptyMemory, runOps } from './run-ops.ts'

export type ProgramsRun =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: 'unreadable' | 'deadlock' }
  | {
      readonly ok: false
      readonly problem: 'wrong-number'
      readonly rank: Rank
      readonly slot: Slot
      readonly seen: number | undefined
      readonly wanted: number
    }

/** Only for collectives that ringscope knows: of others nobody can say what is right. */
export function runProgramsInterleaved(programs: Programs, { slots, seed }: Interleaving): ProgramsRun {
  const { collective, ranks, root, pieces } = programs
  const graphed = graphOf(programs)
  if (!graphed.ok || !collective) return { ok: false, problem: 'unreadable' }
  const random = seededRandom(seed)
  const order = drawOrder(graphed.graph.ops.length, waitsWithSlots(graphed.graph, slots), random)
  if (order.length < graphed.graph.ops.length) return { ok: false, problem: 'deadlock' }

  const promised = conditions(collective, { ranks, root, pieces })
  const memory = emptyMemory<number>(programs)
  const inputs = new Map<string, number>()
  for (const program of programs.programs.slice(0, ranks))
    for (const { chunk, slot } of promised.before(program.rank)) {
      const value = random() - 0.5
      inputs.set(`${program.rank} ${chunk}`, value)
      memory.set(program, { buffer: 'input', index: slot }, value)
    }
  runOps(graphed.graph, order, memory, (held = Number.NaN, coming = Number.NaN) => held + coming)
  for (const program of programs.programs.slice(0, ranks))
    for (const { chunk, slot: index, contributors } of promised.after(program.rank)) {
      const slot: Slot = { buffer: 'output', index }
      const seen = memory.get(program, slot)
      const wanted = contributors.reduce(
        (sum, from) => sum + (inputs.get(`${from} ${chunk}`) ?? Number.NaN),
        0,
      )
      if (seen === undefined || !(Math.abs(seen - wanted) <= 1e-12 * ranks))
        return { ok: false, problem: 'wrong-number', rank: program.rank, slot, seen, wanted }
    }
  return { ok: true }
}
