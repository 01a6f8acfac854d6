/** What transport.ts promises, between ranks of one thread. */
import { describe, expect, test } from 'vitest'
import { complaints, runTransportCase, transportCases } from '../../../../test/kits/transport-conformance.ts'
import { createLocalNetwork, type LocalOptions } from './local.ts'

const NETWORKS: Readonly<Record<string, Partial<LocalOptions>>> = {
  'few slots': { slots: 2, slotBytes: 4096 },
  'many slots': { slots: 16, slotBytes: 65_536 },
  'messages held back': { slots: 3, slotBytes: 2048, skew: { polls: 50, seed: 4 } },
}

describe.each(Object.entries(NETWORKS))('%s', (_, options) => {
  test.each(transportCases)('$name', async ({ name, ranks }) => {
    const network = createLocalNetwork({ ranks, memoryBytes: 2 ** 26, ...options })
    const dying = new Map<number, () => void>()
    const seen = await Promise.all(
      network.transports.map((transport) => {
        const died = new Promise<undefined>((resolve) => {
          dying.set(transport.rank, () => resolve(undefined))
        })
        const die = (): Promise<never> => {
          network.drop(transport.rank)
          dying.get(transport.rank)?.()
          return new Promise(() => {})
        }
        return Promise.race([runTransportCase(name, transport, die), died])
      }),
    )
    expect(
      complaints(
        name,
        seen.flatMap((one) => one ?? []),
      ),
    ).toEqual([])
  })
})
