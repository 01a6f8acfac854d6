// The simulator's speed, beside what ASTRA-sim's analytical backend took for the same (measured on two cores from source:
// shared/data/sim/astra_bench.tsv, read when it is at hand), and the event path in four classes of sharing.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { algorithmNamed } from '../dist/core/schedules/algorithms/index.js'
import { runRounds } from '../dist/core/simulate/rounds.js'
import { simulateEvents } from '../dist/core/simulate/simulate.js'
import { generated } from '../dist/core/topology/generators/index.js'
import { withLinkFaults } from '../dist/core/topology/injected.js'
import { searchedRoute } from '../dist/core/topology/route.js'
import { duplexLinks } from '../dist/core/topology/topology.js'

const BYTES = 2 ** 30
const MIB = 2 ** 20

const scheduleOf = (id, ranks, more = {}, collective = 'all_reduce') =>
  algorithmNamed(collective, id).schedule({ ranks, ...more })
const topologyOf = (text) => generated(text).value
const job = (schedule, topology, bytes = BYTES) => ({ schedule, topology, options: { bytes } })

/** CPU seconds of this process: other work on the machine does not count. The best of a few runs, after one to warm up. */
function timed(run, times) {
  let best = Number.POSITIVE_INFINITY
  let result
  for (let at = 0; at < times; at++) {
    const started = process.cpuUsage()
    result = run()
    const { user, system } = process.cpuUsage(started)
    best = Math.min(best, (user + system) / 1e6)
  }
  return { seconds: best, result }
}

let missed = 0
function report(title, seconds, most, more = '') {
  const fine = most === undefined || seconds <= most
  if (!fine) missed++
  const wanted = most === undefined ? '' : `, at most ${most} s${fine ? '' : '  MISSED'}`
  console.log(`${title}: ${seconds.toFixed(3)} s${wanted}${more}`)
}

console.log('by rounds, 1 GiB all_reduce, 50 GB/s, 500 ns')
const ROUNDS = [
  ['ring of 1024', 'ring', 'ring:1024', {}, 0.05, ['Aware', 'Ring[ 1024 ]', 'ring', '4']],
  ['torus of 64 x 64', 'torus', 'torus:64x64', { shape: [64, 64] }, 0.1, ['Unaware', 'Ring,Ring[ 64, 64 ]', 'ring', '4']],
  ['ring of 65,536', 'ring', 'ring:65536', {}, 1],
  ['torus of 256 x 256', 'torus', 'torus:256x256', { shape: [256, 256] }, 1],
  ['halving-doubling of 65,536 on a switch', 'halving-doubling', 'star:65536', {}, 1],
]
const peer = peerTimes()
for (const [title, id, on, more, most, peerKey] of ROUNDS) {
  const before = process.memoryUsage().rss
  const { seconds, result } = timed(() => {
    const topology = topologyOf(on)
    return runRounds(job(scheduleOf(id, topology.ranks, more), topology))
  }, 3)
  if (!result.applies) throw new Error(`${title}: not by rounds (${result.why})`)
  const grown = (process.memoryUsage().rss - before) / MIB
  const theirs = peerKey && peer.get(peerKey.join(' '))
  report(
    title,
    seconds,
    most,
    `, ${(result.seconds * 1e3).toFixed(2)} ms simulated, ${Math.max(0, grown).toFixed(0)} MiB more${
      theirs ? `; ASTRA-sim ${theirs} s: ${(theirs / seconds).toFixed(0)} x` : ''
    }`,
  )
}

console.log('\nmessage by message')
const CLASSES = [
  ['unshared: ring of 1024', () => job(scheduleOf('ring', 1024), topologyOf('ring:1024')), { least: 1e6 }],
  [
    'double tree of 1024 in 64 pieces, one link slow',
    () => job(scheduleOf('double-binary-tree', 1024, { pieces: 64 }), slowed(topologyOf('star:1024'))),
    { most: 3 },
  ],
  ['ring on a random graph of 256', () => job(scheduleOf('ring', 256), randomGraph(256)), { least: 0.2e6 }],
  [
    'all_to_all on a 16 x 16 torus',
    () => job(scheduleOf('pairwise', 256, {}, 'all_to_all'), topologyOf('torus:16x16')),
    {},
  ],
]
for (const [title, make, { least, most }] of CLASSES) {
  const { seconds, result } = timed(() => simulateEvents(make()), 2)
  if (!result.ok) throw new Error(`${title}: ${result.problem.kind}`)
  const { count } = result.value.messages
  const rate = count / seconds
  const fine = least === undefined || rate >= least
  if (!fine) missed++
  report(
    title,
    seconds,
    most,
    `, ${count} messages, ${(rate / 1e6).toFixed(2)} M/s${least ? `, at least ${least / 1e6} M/s${fine ? '' : '  MISSED'}` : ''}`,
  )
}
if (missed > 0) process.exitCode = 1

function slowed(topology) {
  return withLinkFaults(topology, [{ a: '1', b: 'switch0', share: 0.5 }]).value.topology
}

/** Each rank is linked to the one before it by number at half, and to three others; always the same graph. */
function randomGraph(ranks) {
  let state = 7
  const random = (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const pairs = new Map()
  const add = (a, b) => a !== b && pairs.set(`${Math.min(a, b)} ${Math.max(a, b)}`, [a, b])
  for (let rank = 1; rank < ranks; rank++) add(rank, random(rank))
  for (let more = 0; more < 3 * ranks; more++) add(random(ranks), random(ranks))
  const links = duplexLinks([...pairs.values()], { bandwidth: 50e9, latencySeconds: 500e-9 })
  for (let link = 0; link < links.count; link++) links.bandwidth[link] *= 1 + random(4)
  const bare = { id: 'random', title: 'random', ranks, nodes: ranks, links, reducers: [], nodeName: String }
  return { ...bare, route: searchedRoute(bare) }
}

/** Wall seconds by "backend topology algorithm chunks". */
function peerTimes() {
  const shared = process.env.RINGSCOPE_SHARED ?? fileURLToPath(new URL('../../shared', import.meta.url))
  const path = join(shared, 'data/sim/astra_bench.tsv')
  if (!existsSync(path)) return new Map()
  const rows = readFileSync(path, 'utf8').trim().split('\n').slice(1)
  const best = new Map()
  for (const row of rows) {
    const [backend, topology, , , algorithm, chunks, , , , wall] = row.split('\t')
    const key = [backend, topology, algorithm, chunks].join(' ')
    best.set(key, Math.min(best.get(key) ?? Number.POSITIVE_INFINITY, Number(wall)))
  }
  return best
}
