import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Step } from '../schedules/schedule.ts'
import { searchedRoute } from '../topology/route.ts'
import { duplexLinks, type Topology } from '../topology/topology.ts'
import { bruteForceSeconds } from './brute-force.fixtures.ts'
import { chainBroadcast, ringAllReduce, scheduleOf, transfer, twoShot } from './hand-made.fixtures.ts'
import { runRounds } from './rounds.ts'
import { simulateEvents } from './simulate.ts'

/** A connected graph of ranks and a few switches, each direction of each link with its own bandwidth and latency. */
const graphs = fc
  .record({
    ranks: fc.integer({ min: 2, max: 6 }),
    switches: fc.integer({ min: 0, max: 2 }),
    more: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 }),
    bandwidths: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 7 }),
    latencies: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 5 }),
  })
  .map(({ ranks, switches, more, bandwidths, latencies }): Topology => {
    const nodes = ranks + switches
    const pairs = new Map<number, readonly [number, number]>()
    const add = (a: number, b: number) => {
      if (a !== b) pairs.set(Math.min(a, b) * nodes + Math.max(a, b), [a, b])
    }
    for (let node = 1; node < nodes; node++) add(node, (node * 7) % node)
    for (const [a, b] of more) add(a % nodes, b % nodes)
    const links = duplexLinks([...pairs.values()], { bandwidth: 1, latencySeconds: 0 })
    for (let link = 0; link < links.count; link++) {
      links.bandwidth[link] = bandwidths[link % bandwidths.length] ?? 1
      links.latencySeconds[link] = latencies[link % latencies.length] ?? 0
    }
    const bare = { id: 'random', title: 'random', ranks, nodes, links, nodeName: String, reducers: [] }
    return { ...bare, route: searchedRoute(bare) }
  })

/** Any transfers at all: what they mean is the same for all readers, whether they are a collective or not. */
const stepsOf = (ranks: number, chunks: number) =>
  fc.array(
    fc
      .array(
        fc.record({
          from: fc.nat({ max: ranks - 1 }),
          ahead: fc.integer({ min: 1, max: ranks - 1 }),
          chunk: fc.nat({ max: chunks - 1 }),
          count: fc.integer({ min: 1, max: 2 }),
          channel: fc.nat({ max: 1 }),
        }),
        { minLength: 1, maxLength: 5 },
      )
      .map(
        (some): Step =>
          some
            .map(({ from, ahead, chunk, count, channel }) =>
              transfer(from, (from + ahead) % ranks, Math.min(chunk, chunks - count), true, {
                count,
                channel,
              }),
            )
            // The transfers of a message stand together: else two messages may wait for each other.
            .sort((a, b) => a.channel - b.channel || a.from - b.from || a.to - b.to),
      ),
    { minLength: 1, maxLength: 5 },
  )

const close = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(a, b)

describe('on random small graphs', { timeout: 60_000 }, () => {
  test('events = brute force, for any transfers', () => {
    fc.assert(
      fc.property(
        graphs.chain((topology) => fc.tuple(fc.constant(topology), stepsOf(topology.ranks, 3))),
        ([topology, some]) => {
          const schedule = scheduleOf(topology.ranks, 3, some)
          const events = simulateEvents({ schedule, topology, options: { bytes: 30 } })
          return events.ok && close(events.value.seconds, bruteForceSeconds(schedule, topology, 10))
        },
      ),
      { numRuns: 400 },
    )
  })

  test('rounds = events = brute force where rounds apply', () => {
    let applied = 0
    fc.assert(
      fc.property(graphs, fc.nat({ max: 2 }), (topology, which) => {
        const { ranks } = topology
        const schedule = [ringAllReduce, twoShot, (n: number) => chainBroadcast(n, 3)][which]?.(ranks)
        if (!schedule) return true
        const options = { bytes: 60 }
        const rounds = runRounds({ schedule, topology, options })
        const events = simulateEvents({ schedule, topology, options })
        if (rounds.applies) applied++
        const slow = bruteForceSeconds(schedule, topology, 60 / schedule.chunks)
        return (
          events.ok && close(events.value.seconds, slow) && (!rounds.applies || close(rounds.seconds, slow))
        )
      }),
      { numRuns: 400 },
    )
    expect(applied).toBeGreaterThan(10)
  })

  test('conservation: bytes over the links = bytes of each message x its hops', () => {
    fc.assert(
      fc.property(
        graphs.chain((topology) => fc.tuple(fc.constant(topology), stepsOf(topology.ranks, 3))),
        ([topology, some]) => {
          const schedule = scheduleOf(topology.ranks, 3, some)
          const events = simulateEvents({ schedule, topology, options: { bytes: 30 } })
          const carried = events.ok ? events.value.linkBytes.reduce((sum, bytes) => sum + bytes, 0) : -1
          const sent = some
            .flat()
            .reduce(
              (sum, { from, to, count }) => sum + 10 * count * (topology.route(from, to)?.length ?? 0),
              0,
            )
          return close(carried, sent)
        },
      ),
    )
  })
})
