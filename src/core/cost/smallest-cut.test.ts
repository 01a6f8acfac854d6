import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Machine } from '../machine/machine.ts'
import { machineNamed } from '../machine/named.ts'
import { smallestCut } from './smallest-cut.ts'

const gpusOf = ({ devices }: Machine) => devices.filter(({ kind }) => kind === 'GPU').map(({ id }) => id)

function machine(name: string): Machine {
  const named = machineNamed(name)
  if (!named.ok) throw new Error(name)
  return named.value
}

test.each([
  ['dgx-1v', 8, 120],
  // The quad alone: one, one and two links of 20.
  ['dgx-1v', 4, 80],
  ['mi300x', 8, 336],
  ['mi300x', 2, 48],
  ['4xA100-SXM4', 4, 240],
  ['pcie4-8gpu', 8, 0],
] as const)('%s, %d GPUs: %d GB/s leave the tightest group', (name, count, gigabytes) => {
  const node = machine(name)
  expect(smallestCut(node, gpusOf(node).slice(0, count)) / 1e9).toBeCloseTo(gigabytes)
})

test('never more than any one GPU has, and none where a GPU is cut off', () => {
  const node = machine('dgx-1v')
  const all = gpusOf(node)
  fc.assert(
    fc.property(fc.subarray(all, { minLength: 2 }), fc.nat(), (gpus, pick) => {
      const lonely = gpus[pick % gpus.length] ?? ''
      const out = node.links.filter(({ from, to }) => from === lonely && gpus.includes(to))
      const cut = smallestCut(node, gpus)
      expect(cut).toBeLessThanOrEqual(out.reduce((sum, { bandwidth }) => sum + bandwidth, 0))
      const without = {
        ...node,
        links: node.links.filter(({ from, to }) => from !== lonely && to !== lonely),
      }
      expect(smallestCut(without, gpus)).toBe(0)
    }),
  )
})
