/** Ranks that add up the same values get the same bits. */
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../base/random.ts'
import { compile } from '../programs/compile.ts'
import type { Programs } from '../programs/program.ts'
import { graphOf, waitsWithSlots } from '../programs/program-graph.ts'
import { emptyMemory, runOps } from '../programs/run-ops.ts'
import { algorithms } from './algorithms/index.ts'
import { inOrder } from './order.ts'
import { sameSums } from './same-sums.ts'
import { drawOrder } from './topological-order.ts'

/** What the first chunk of the output holds on each rank, of inputs whose sum depends on the order. */
function firstResults(programs: Programs, seed: number): readonly (number | undefined)[] {
  const graphed = graphOf(programs)
  if (!graphed.ok) throw new Error(graphed.problem.kind)
  const random = seededRandom(seed)
  const memory = emptyMemory<number>(programs)
  for (const program of programs.programs.slice(0, programs.ranks))
    for (let index = 0; index < program.chunks.input; index++)
      memory.set(program, { buffer: 'input', index }, random() * 10 ** Math.floor(random() * 8))
  const order = drawOrder(graphed.graph.ops.length, waitsWithSlots(graphed.graph, 2), random)
  runOps(graphed.graph, order, memory, (held, coming) => Math.fround((held ?? 0) + (coming ?? 0)))
  return programs.programs
    .slice(0, programs.ranks)
    .map((program) => memory.get(program, { buffer: 'output', index: 0 }))
}

describe.each(algorithms.filter((algorithm) => algorithm.collective === 'all_reduce'))(
  'all_reduce $id',
  (algorithm) => {
    test.each([2, 3, 4, 5, 8].filter((ranks) => algorithm.supports({ ranks })))('%i ranks', (ranks) => {
      for (const inPlace of [true, false])
        for (let seed = 0; seed < 10; seed++) {
          const results = firstResults(compile(algorithm.schedule({ ranks }), { inPlace }), seed)
          expect(new Set(results).size).toBe(1)
        }
    })
  },
)

test('of one-shot all ranks add alike, of a tree none', () => {
  const alike = (id: string) => {
    const algorithm = algorithms.find(
      (algorithm) => algorithm.id === id && algorithm.collective === 'all_reduce',
    )
    const step = [...inOrder(algorithm?.schedule({ ranks: 7 }) as never, 'transfer')].filter(
      (message) => message.step === 0,
    )
    return sameSums(step, 7).map(({ to, messages }) => [to, ...messages.map(({ from }) => from)])
  }
  expect(alike('one-shot')).toContainEqual([3, 0, 1, 2, 4, 5, 6])
  expect(alike('one-shot')).toHaveLength(7)
  expect(alike('binary-tree')).toEqual([])
})
