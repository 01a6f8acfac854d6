/** Beside what was published and modelled, what the best rings over the device graph would carry. */
import { expect, test } from 'vitest'
import { machineNamed } from '../machine/named.ts'
import { expect as expected } from './expect.ts'
import { withSimulatedRing } from './simulated-basis.ts'

function basesOf(name: string, collective: 'all_reduce' | 'all_gather' | 'broadcast', ranks?: number) {
  const machine = machineNamed(name)
  if (!machine.ok) throw new Error(name)
  const expectation = expected({
    collective,
    machine: machine.value,
    ...(ranks === undefined ? {} : { ranks }),
  })
  if (!expectation) throw new Error(name)
  const { bases, alternatives } = withSimulatedRing(expectation)
  const simulated = (all: typeof bases) => all.find(({ kind }) => kind === 'simulated')?.busbw
  return { used: bases[0]?.kind, byDefault: simulated(bases), ring: simulated(alternatives[0]?.bases ?? []) }
}

test('where the default is a ring, it stands last among its bases', () => {
  expect(basesOf('dgx-a100', 'all_reduce')).toEqual({
    used: 'published',
    byDefault: expect.closeTo(240, 0),
    ring: undefined,
  })
  expect(basesOf('dgx-1v', 'all_gather').byDefault).toBeCloseTo(120, 0)
})

test('where the default adds in the switch, it stands beside the ring', () => {
  const { byDefault, ring } = basesOf('dgx-h100', 'all_reduce')
  expect(byDefault).toBeUndefined()
  expect(ring).toBeGreaterThan(360)
})

test('none for half a node, and none for a collective that is no ring over all of it', () => {
  expect(basesOf('dgx-a100', 'all_reduce', 4).byDefault).toBeUndefined()
  expect(basesOf('dgx-a100', 'broadcast').byDefault).toBeUndefined()
})
