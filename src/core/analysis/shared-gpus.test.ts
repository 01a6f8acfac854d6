/** Which lists of devices say that ranks sit on one GPU. */
import { expect, test } from 'vitest'
import { facts, run } from './hand-made.fixtures.ts'
import { sharedGpus } from './shared-gpus.ts'

const onIds = (devices: readonly number[], busIds: readonly string[]) => {
  const made = run({ ranks: devices.length, host: 'node016' })
  const seated = made.devices.map((at, rank) => ({
    ...at,
    pid: 100 + rank,
    device: devices[rank] ?? 0,
    busId: busIds[rank] ?? '',
  }))
  return sharedGpus(facts([{ ...made, devices: seated }]))
}

test('two GPUs of one bus are two where a list prints the bus alone', () => {
  expect(onIds([0, 1, 2, 3], ['10', '10', '20', '20'])).toEqual([])
})

test('one index on one bus is one GPU', () => {
  expect(onIds([0, 0, 1, 1], ['10', '10', '20', '20'])).toHaveLength(1)
})
