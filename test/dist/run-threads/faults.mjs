// What each rank sees when one of three does something else. Arguments: the scenarios, one after the other. Prints a line of JSON for
// each: the problem that launch rejects with, its message, its cause, and the threads that are left more than before.
import { readdirSync } from 'node:fs'
import { launch } from '../../../dist/run/index.js'

const SECONDS = 1
const forEver = () => {
  for (;;);
}
const four = (comm, length = 4) => comm.alloc(Float32Array, length).fill(comm.rank)

/** What rank 1 does in collective 2, when the others call an all_reduce. */
const SCENARIOS = {
  throws: () => {
    throw new TypeError('no such thing')
  },
  exits: () => process.exit(7),
  'exits-ring': () => process.exit(7),
  'fails-outside': () => {
    setTimeout(() => {
      throw new RangeError('in a timer')
    })
    return new Promise((resolve) => setTimeout(resolve, 60_000))
  },
  returns: () => 'early',
  stalls: forEver,
  'stalls-ring': forEver,
  'waits-for-nothing': () => new Promise(() => {}),
  'launches-ranks': () => launch({ ranks: 1 }, () => 1),
  'other-count': (comm) => comm.allReduce(four(comm, 5)),
  'other-op': (comm) => comm.allReduce(four(comm), undefined, { op: 'max' }),
  'other-type': (comm) => comm.allReduce(comm.alloc(Int32Array, 4)),
  'other-collective': (comm) => comm.broadcast(four(comm)),
  'other-algorithm': (comm) => comm.allReduce(four(comm), undefined, { algorithm: 'ring' }),
  'one-less': async (comm) => {
    await comm.broadcast(four(comm))
    await comm.allReduce(four(comm))
  },
  'result-cannot-be-sent': () => () => {},
}

const threads = () => (process.platform === 'linux' ? readdirSync('/proc/self/task').length : 0)

async function program(comm, { data: scenario }) {
  const algorithm = scenario.endsWith('-ring') ? 'ring' : 'direct'
  for (let turn = 0; turn < 2; turn++) await comm.allReduce(four(comm))
  if (comm.rank === 1) return SCENARIOS[scenario](comm)
  if (comm.rank === 0) await comm.allReduce(four(comm), undefined, { algorithm })
  else comm.allReduceSync(four(comm), undefined, { algorithm })
  return undefined
}

// libuv's threads and V8's are there after the first.
await launch({ ranks: 3 }, () => undefined)
const before = threads()
for (const data of process.argv.slice(2))
  try {
    await launch({ ranks: 3, timeoutSeconds: SECONDS, memoryBytes: 2 ** 24, data }, program)
    console.log(JSON.stringify({ kind: 'none' }))
  } catch ({ problem, message, cause }) {
    console.log(JSON.stringify({ ...problem, message, cause: cause && `${cause}`, left: threads() - before }))
  }
