/** The step table shows a ring at work. */
import { expect, test } from 'vitest'
import { inNetworkAllReduce } from './algorithms/in-network.ts'
import { ringAllReduce } from './algorithms/ring.ts'
import { draw } from './draw.ts'

test('a ring of three: sums grow for two steps, then spread for two', () => {
  const drawing = draw(ringAllReduce.schedule({ ranks: 3 }))
  const counts = (cells: (typeof drawing)['before']) =>
    cells
      .map((cells) => cells.map(({ contributors, done }) => (done ? '#' : contributors.length)).join(''))
      .join(' ')
  expect([counts(drawing.before), ...drawing.steps.map(({ held }) => counts(held))]).toEqual([
    '111 111 111',
    '121 112 211',
    '#21 1#2 21#',
    '#2# ##2 2##',
    '### ### ###',
  ])
  expect(
    drawing.steps[0]?.sends.map((transfers) => transfers.map(({ chunk, to }) => `${chunk}>${to}`)),
  ).toEqual([['2>1'], ['0>2'], ['1>0']])
  expect(drawing.steps[0]?.held[1]?.map(({ changed }) => changed)).toEqual([false, false, true])
})

test('a switch that adds is the last node: nothing, then the sum', () => {
  const drawing = draw(inNetworkAllReduce.schedule({ ranks: 2 }))
  expect(drawing.before[2]).toEqual([{ contributors: [], done: false, changed: false }])
  expect(drawing.steps[0]?.held[2]).toEqual([{ contributors: [0, 1], done: false, changed: true }])
  expect(drawing.steps[1]?.held[0]).toEqual([{ contributors: [0, 1], done: true, changed: true }])
})
