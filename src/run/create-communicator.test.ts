/** What programs see of a communicator: results, arguments, order of calls, failures. */
import { expect, test } from 'vitest'
import { createCommunicator } from './create-communicator.ts'
import { createLocalNetwork, type LocalOptions } from './transports/local/local.ts'

const communicators = (options: LocalOptions) => {
  const network = createLocalNetwork({ memoryBytes: 2 ** 24, ...options })
  return { network, ranks: network.transports.map((its) => createCommunicator(its, { timeoutSeconds: 2 })) }
}

test('four ranks with [1, 2, 3]: all_reduce leaves [4, 8, 12] on each', async () => {
  const { ranks } = communicators({ ranks: 4 })
  const results = await Promise.all(
    ranks.map(async (comm) => {
      const data = comm.alloc(Float32Array, 3)
      data.set([1, 2, 3])
      await comm.allReduce(data, undefined, { algorithm: 'ring' })
      return [...data]
    }),
  )
  expect(results).toEqual(Array.from({ length: 4 }, () => [4, 8, 12]))
})
