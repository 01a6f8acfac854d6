/**
 * Every algorithm on real data, between ranks in one thread: any ranks, sizes, types, ops, in place and not, with messages held
 * back at random, through few and many slots. Every element is checked, and depends on rank and place.
 */
import { describe, expect, test } from 'vitest'
import { type CollectiveCase, checkCollective } from '../../../test/kits/check-collective.ts'
import { checkRealSum, REAL_TYPES } from '../../../test/kits/check-real-sum.ts'
import { sampled } from '../../../test/sampled.ts'
import type { CollectiveName } from '../../core/collectives/names.ts'
import { canBeInPlace } from '../../core/programs/compile.ts'
import { algorithms } from '../../core/schedules/algorithms/index.ts'
import { sentByNode } from '../../core/schedules/measure.ts'
import { inOrder } from '../../core/schedules/order.ts'
import { type Algorithm, conditionsOf } from '../../core/schedules/schedule.ts'
import type { CollectiveCall } from '../calls/collective-call.ts'
import { adds } from '../calls/signature.ts'
import {
  DATA_TYPES,
  type DataType,
  type NumberArray,
  REDUCE_OPS,
  type ReduceOp,
} from '../memory/data-types.ts'
import { canRun } from '../plan/auto.ts'
import { createLocalNetwork, type LocalOptions } from '../transports/local/local.ts'
import type { Communicator } from './communicator.ts'
import { createCommunicator } from './create-communicator.ts'

function start(options: LocalOptions): readonly Communicator[] {
  const network = createLocalNetwork({ memoryBytes: 2 ** 26, ...options })
  return network.transports.map((transport) => createCommunicator(transport, { timeoutSeconds: 20 }))
}

const same = (one: NumberArray, other: NumberArray): boolean =>
  Buffer.compare(
    Buffer.from(one.buffer, one.byteOffset, one.byteLength),
    Buffer.from(other.buffer, other.byteOffset, other.byteLength),
  ) === 0

const COUNTS = [0, 1, 2, 7, 211]
const RANKS = [1, 2, 3, 4, 5, 6, 7, 8]
const possible = (algorithm: Algorithm) => RANKS.filter((ranks) => canRun(algorithm, { ranks }))
/** Each algorithm runs on the fewest ranks that it can run on. */
const ALWAYS = 3
/** Of all that run on more a sixth by turns: that they are right there is shown right below (core/schedules). */
const MORE = algorithms.flatMap((algorithm) =>
  possible(algorithm)
    .slice(ALWAYS)
    .map((ranks) => ({ algorithm, ranks })),
)

/** `what` is tried apart from what else is tried. */
const ranksOf = (algorithm: Algorithm, what: string): readonly number[] => [
  ...possible(algorithm).slice(0, ALWAYS),
  ...sampled(MORE, { share: 1 / 6 }, what).flatMap((sample) =>
    sample.algorithm === algorithm ? [sample.ranks] : [],
  ),
]

describe.each(algorithms)('$collective $id', (algorithm) => {
  const { collective, id } = algorithm

  test.each(ranksOf(algorithm, 'counts'))('%i ranks', async (ranks) => {
    let turn = ranks
    for (const slots of [2, 8]) {
      const comms = start({ ranks, slots, slotBytes: 256, skew: { polls: 40, seed: ranks * 10 + slots } })
      for (const count of COUNTS)
        for (const inPlace of canBeInPlace({ collective }) ? [false, true] : [false]) {
          turn++
          const collectiveCase: CollectiveCase = {
            collective,
            ranks,
            root: turn % ranks,
            type: DATA_TYPES[turn % DATA_TYPES.length] as DataType,
            op: REDUCE_OPS[Math.floor(turn / 2) % REDUCE_OPS.length] as ReduceOp,
            count,
            inPlace,
          }
          const done = Promise.all(comms.map((comm) => checkCollective(comm, collectiveCase, id)))
          await done.catch((error) => {
            throw new Error(`${JSON.stringify(collectiveCase)}: ${error.message}`)
          })
        }
      await Promise.all(comms.map((comm) => comm.close()))
    }
  })

  test('every type', async () => {
    const ranks = [5, 4].find((count) => canRun(algorithm, { ranks: count }))
    if (ranks === undefined) return
    const comms = start({ ranks, slots: 3, slotBytes: 256, skew: { polls: 7, seed: 1 } })
    const ops = adds(collective) ? REDUCE_OPS : (['sum'] as const)
    for (const type of DATA_TYPES)
      for (const op of ops) {
        const collectiveCase: CollectiveCase = {
          collective,
          ranks,
          root: 3,
          type,
          op,
          count: 211,
          inPlace: op === 'max' && canBeInPlace({ collective }),
        }
        await Promise.all(comms.map((comm) => checkCollective(comm, collectiveCase, id))).catch((error) => {
          throw new Error(`${JSON.stringify(collectiveCase)}: ${error.message}`)
        })
      }
  })

  test('sends the bytes that its formula says', async () => {
    for (const ranks of ranksOf(algorithm, 'bytes')) {
      const schedule = algorithm.schedule({ ranks })
      const { pieces } = conditionsOf(schedule)
      const count = 24 * pieces
      const comms = start({ ranks, slotBytes: 64 })
      const collectiveCase: CollectiveCase = {
        collective,
        ranks,
        root: 0,
        type: 'f32',
        op: 'sum',
        count,
        inPlace: false,
      }
      await Promise.all(comms.map((comm) => checkCollective(comm, collectiveCase, id)))
      const bytes = comms.map((comm) => comm.sent().bytes)
      const chunkBytes = (count / pieces) * 4
      const { max, total } = algorithm.sent({ ranks })
      expect(bytes).toEqual([...sentByNode(schedule)].map((chunks) => chunks * chunkBytes))
      expect([Math.max(...bytes), bytes.reduce((sum, one) => sum + one, 0)]).toEqual([
        max * chunkBytes,
        total * chunkBytes,
      ])
    }
  })

  test('sends short calls in as many messages as it has, wherever ranks are in place', async () => {
    for (const ranks of ranksOf(algorithm, 'messages')) {
      const schedule = algorithm.schedule({ ranks })
      const counts = Array.from({ length: ranks }, () => 0)
      for (const { from } of inOrder(schedule)) counts[from] = (counts[from] ?? 0) + 1
      const comms = start({ ranks, slots: 2, skew: { polls: 20, seed: ranks } })
      for (const held of [0, 0b01011010, 0b11111111]) {
        const before = comms.map((comm) => comm.sent().messages)
        await Promise.all(
          comms.map((comm) => {
            const inPlace = canBeInPlace({ collective }) && (held >> comm.rank) % 2 === 1
            return checkCollective(
              comm,
              { collective, ranks, root: 0, type: 'i32', op: 'sum', count: 17, inPlace },
              id,
            )
          }),
        )
        const sent = comms.map((comm, rank) => comm.sent().messages - (before[rank] ?? 0))
        const { tiles = 1 } = (comms[0] as Communicator).prepare(anyCall(collective, 17), { algorithm: id })
        expect({ ranks, sent }).toEqual({ ranks, sent: counts.map((count) => count * tiles) })
      }
    }
  })
})

const anyCall = (collective: CollectiveName, count: number): CollectiveCall => ({
  ...{ collective, count, root: 0, type: 'i32', op: 'sum', input: 64, output: 2 ** 20 },
})

describe.each(algorithms.filter((algorithm) => adds(algorithm.collective)))(
  '$collective $id on real numbers',
  (algorithm) => {
    const { collective, id } = algorithm
    test.each(ranksOf(algorithm, 'real numbers'))('%i ranks', async (ranks) => {
      for (const type of REAL_TYPES) {
        const comms = start({ ranks, slotBytes: 512, skew: { polls: 60, seed: ranks } })
        const collectiveCase = { collective, root: ranks - 1, type, count: 301 }
        const results = await Promise.all(comms.map((comm) => checkRealSum(comm, collectiveCase, id)))
        if (collective !== 'all_reduce') continue
        for (const result of results) expect(same(result, results[0] as NumberArray)).toBe(true)
      }
    })
  },
)
