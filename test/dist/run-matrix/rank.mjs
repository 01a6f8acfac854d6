// Rank program: every collective by every algorithm that can carry it out, on this transport and number of ranks; with which types,
// ops and sizes stands in ../run-matrix.test.ts. `rank.mjs threads RANKS` starts its ranks; `rank.mjs tcp RANK RANKS FOLDER [event-loop |
// shared]` and `rank.mjs mpi` are one of several. Prints a line of JSON a rank: { rank, sync, cases, hashes }, of each algorithm the hash
// of all results that must be the same on all ranks.
import { createHash } from 'node:crypto'
import { checkCollective } from '../../../build/kits/check-collective.js'
import { checkRealSum, REAL_TYPES } from '../../../build/kits/check-real-sum.js'
import { seededRandom } from '../../../dist/core/base/random.js'
import { COLLECTIVES } from '../../../dist/core/collectives/names.js'
import { algorithmNamed } from '../../../dist/core/schedules/algorithms/index.js'
import { sentByNode } from '../../../dist/core/schedules/measure.js'
import { inOrder } from '../../../dist/core/schedules/order.js'
import { conditionsOf } from '../../../dist/core/schedules/schedule.js'
import { adds, rooted } from '../../../dist/run/calls/signature.js'
import { createCommunicator } from '../../../dist/run/communicator/create-communicator.js'
import { launch } from '../../../dist/run/launch/launch.js'
import { DATA_TYPES, REDUCE_OPS } from '../../../dist/run/memory/data-types.js'
import { connectMpi } from '../../../dist/run/transports/mpi/connect-mpi.js'
import { connectTcp } from '../../../dist/run/transports/tcp/connect-tcp.js'

/** Nothing, one, odd, prime, more than a slot of those that have small ones. */
const COUNTS = [0, 1, 15, 211, 2003]
/** Of 8 bytes: 3 MiB and one element, tens of slots. */
const LARGE = 393_217
const SAME_ON_ALL = ['all_reduce', 'all_gather', 'broadcast']
const NATIVE = ['direct', 'mpi']

const [transport, ...args] = process.argv.slice(2)
const memoryBytes = 2 ** 27
const timeoutSeconds = 60

if (transport === 'threads') {
  const ranks = Number(args[0])
  for (const result of await launch({ ranks, memoryBytes, timeoutSeconds }, matrix))
    console.log(JSON.stringify(result))
} else {
  const comm = createCommunicator(await connected(), { timeoutSeconds })
  console.log(JSON.stringify(await matrix(comm)))
  await comm.close()
}

function connected() {
  if (transport === 'mpi') return connectMpi({ memoryBytes, slotBytes: 16_384 })
  const [rank, ranks, folder, way] = args
  return connectTcp({
    ...{ rank: Number(rank), ranks: Number(ranks), job: 'matrix', folder, memoryBytes },
    ...(way === 'event-loop' ? { pump: way, slotBytes: 4096 } : {}),
    shared: way === 'shared',
  })
}

async function matrix(comm) {
  const { rank, size: ranks } = comm
  /** All ranks draw the same, and each its own. */
  const shared = seededRandom(ranks)
  const own = seededRandom(1000 * ranks + rank + 1)
  const hashes = {}
  let cases = 0

  async function check(testCase, algorithm, checking = checkCollective) {
    // Ranks do not come at one time: some after the others have gone to sleep.
    const draw = own()
    if (draw < 0.02) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, draw < 0.001 ? 5 : 0.3)
    const { collective } = testCase
    const [together, alone] = [shared() < 0.5, own() < 0.5]
    const sync = comm.sync && (isMpi(algorithm) ? together : alone)
    // Each root is another program to compile.
    const root = rooted(collective) && shared() < 0.5 ? ranks - 1 : 0
    try {
      const seen = await checking(comm, { ...testCase, ranks, root, sync }, algorithm)
      if (SAME_ON_ALL.includes(collective)) {
        const name = `${collective} ${algorithm}`
        hashes[name] ??= createHash('sha1')
        hashes[name].update(new Uint8Array(seen.buffer, seen.byteOffset, seen.byteLength))
      }
      cases++
    } catch (error) {
      throw new Error(`${algorithm} ${JSON.stringify({ ...testCase, root, ranks })}: ${error.message}`)
    }
  }

  /** What is MPI's own, all ranks call in the same way: in place or not, blocking or not. Messages do not care. */
  const isMpi = (algorithm) => comm.transport === 'mpi' && (algorithm === 'mpi' || algorithm === 'auto')
  const places = (collective, algorithm) => {
    const [together, alone] = [shared() < 0.5, own() < 0.5]
    if (collective === 'all_to_all' || collective === 'send_recv') return false
    return isMpi(algorithm) ? together : alone
  }
  const ways = [undefined, 'arrays', 'copied']

  const algorithms = COLLECTIVES.flatMap((collective) =>
    comm.algorithms(collective).map((algorithm) => ({ collective, algorithm })),
  )
  /** All rows are 2 and 3 ranks' to run; the others take turns. */
  const all = ranks === 2 || ranks === 3
  for (const { collective, algorithm } of algorithms)
    for (const [turn, op] of REDUCE_OPS.entries())
      for (const [place, type] of DATA_TYPES.entries()) {
        if (cannotAdd(algorithm, collective, type) || !(all || place === (2 * turn + ranks) % 10)) continue
        const count = COUNTS[(place + 2 * turn + ranks) % COUNTS.length]
        const by = ways[Math.floor(own() * ways.length)]
        const inPlace = places(collective, algorithm)
        await check({ collective, type, op, count, inPlace, by }, algorithm)
      }

  for (const [at, { collective, algorithm }] of algorithms.entries())
    for (const [place, type] of REAL_TYPES.entries()) {
      if (!adds(collective) || cannotAdd(algorithm, collective, type)) continue
      if (all || place === (at + ranks) % REAL_TYPES.length)
        await check({ collective, type, count: 301 }, algorithm, checkRealSum)
    }

  for (const { collective, algorithm } of algorithms)
    if (!NATIVE.includes(algorithm)) await checkSent(collective, algorithm)

  for (const [at, collective] of COLLECTIVES.entries()) {
    if ((at + ranks) % 4 > 0) continue
    const known = comm.algorithms(collective)
    const count = blocksOfAll(collective, ranks) ? Math.ceil(LARGE / ranks) : LARGE
    for (const algorithm of new Set(['auto', known[(ranks + at) % known.length]]))
      await check({ collective, type: 'f64', op: 'sum', count, inPlace: false }, algorithm)
  }

  /** What goes over the wire is what the schedule says: messages, and bytes. */
  async function checkSent(collective, algorithm) {
    const schedule = algorithmNamed(collective, algorithm).schedule({ ranks })
    const { pieces } = conditionsOf(schedule)
    const count = 8 * pieces
    const before = comm.sent()
    const inPlace = places(collective, algorithm)
    await checkCollective(
      comm,
      { collective, ranks, root: 0, type: 'i32', op: 'sum', count, inPlace },
      algorithm,
    )
    const after = comm.sent()
    const wanted = {
      bytes: (sentByNode(schedule)[rank] * count * 4) / pieces,
      messages: [...inOrder(schedule)].filter(({ from }) => from === rank).length,
    }
    const seen = { bytes: after.bytes - before.bytes, messages: after.messages - before.messages }
    if (seen.bytes !== wanted.bytes || seen.messages !== wanted.messages)
      throw new Error(`${collective} ${algorithm} on ${ranks}: sent ${JSON.stringify([seen, wanted])}`)
    cases++
  }

  const digests = Object.entries(hashes).map(([name, hash]) => [name, hash.digest('hex')])
  return { rank, sync: comm.sync, cases, hashes: Object.fromEntries(digests) }
}

/** f16 and bf16 are in no MPI: they are moved, not added. */
function cannotAdd(algorithm, collective, type) {
  return algorithm === 'mpi' && adds(collective) && (type === 'f16' || type === 'bf16')
}

function blocksOfAll(collective, ranks) {
  return ranks > 1 && !['all_reduce', 'broadcast', 'reduce', 'send_recv'].includes(collective)
}
