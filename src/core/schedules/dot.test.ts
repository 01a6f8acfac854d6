/** A schedule as Graphviz reads it. */
import { expect, test } from 'vitest'
import { algorithms } from './algorithms/index.ts'
import { ringAllReduce } from './algorithms/ring.ts'
import { quoted, scheduleDot } from './dot.ts'
import { sentChunks } from './measure.ts'
import { inOrder } from './order.ts'

const names = { node: (node: number) => `GPU${node}`, step: (step: number) => `step ${step + 1}` }

test('a ring of two: both send, first to be added, then to be copied', () => {
  expect(scheduleDot(ringAllReduce.schedule({ ranks: 2 }), names)).toBe(`digraph schedule {
  node [shape=circle]
  { rank=same; t0 [shape=plaintext, label="step 1"]; n0s0 [label="GPU0"]; n1s0 [label="GPU1"] }
  { rank=same; t1 [shape=plaintext, label="step 2"]; n0s1 [label=""]; n1s1 [label=""] }
  { rank=same; n0s2 [label=""]; n1s2 [label=""] }
  n0s0 -> n0s1 [style=invis, weight=10]
  n0s1 -> n0s2 [style=invis, weight=10]
  n1s0 -> n1s1 [style=invis, weight=10]
  n1s1 -> n1s2 [style=invis, weight=10]
  n0s0 -> n1s1 [label="1", style=solid]
  n1s0 -> n0s1 [label="0", style=solid]
  n0s1 -> n1s2 [label="0", style=dashed]
  n1s1 -> n0s2 [label="1", style=dashed]
}
`)
})

test('every message is one arrow, every chunk stands on one', () => {
  for (const algorithm of algorithms.filter((algorithm) => algorithm.supports({ ranks: 8 }))) {
    const schedule = algorithm.schedule({ ranks: 8 })
    const arrows = [...scheduleDot(schedule, names).matchAll(/label="([\d, -]+)", style=(?:solid|dashed)/g)]
    expect(arrows).toHaveLength([...inOrder(schedule)].length)
    const chunks = arrows
      .flatMap(([, label = '']) => label.split(', '))
      .map((run) => {
        const [first = 0, last = first] = run.split('-').map(Number)
        return last - first + 1
      })
    expect(chunks.reduce((sum, count) => sum + count, 0)).toBe(sentChunks(schedule).total)
  }
})

test('names may hold anything', () => {
  expect(quoted('a "b" \\c\nd')).toBe('"a \\"b\\" \\\\c\\nd"')
})
