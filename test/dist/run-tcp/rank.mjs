// Rank program: what a launcher says in RANK, WORLD_SIZE, MASTER_ADDR … makes it a rank. It calls all_reduce again and again,
// each rank at its own pace, and checks every element; at the given turn one rank does what its ROLE says. The last line is
// JSON: {"rank", "turns", "problem"?, "leftSeconds"?}, how it ended and how long the failing call took.
import { createCommunicator } from '../../../dist/run/communicator/create-communicator.js'
import { launchedRank } from '../../../dist/run/launch/environment.js'
import { launchedTcp } from '../../../dist/run/launch/launched-tcp.js'
import { connectTcp } from '../../../dist/run/transports/tcp/connect-tcp.js'

const {
  ROLE: role = '',
  AT: at = '20',
  TURNS: turns = '40',
  PUMP: pump,
  TIMEOUT: timeout = '2',
} = process.env
const outcome = {}
let began = performance.now()
try {
  const tcp = launchedTcp(launchedRank(process.env), process.env)
  const start = Number(process.env.START_SECONDS ?? 20)
  const transport = await connectTcp({
    ...tcp,
    timeoutSeconds: start,
    memoryBytes: 2 ** 26,
    ...(pump ? { pump } : {}),
  })
  const comm = createCommunicator(transport, { timeoutSeconds: Number(timeout) })
  const { rank, size } = comm
  Object.assign(outcome, { rank, turns: 0 })
  console.log(`pid ${process.pid}`)
  const data = comm.alloc(Int32Array, 70_001)
  for (let turn = 0; turn < Number(turns); turn++) {
    began = performance.now()
    if (turn === Number(at)) await play(role, comm)
    // Skewed, so that some ranks run ahead of others.
    if ((turn + rank) % 7 === 0) await new Promise((resolve) => setTimeout(resolve, (rank * 3) % 5))
    const count = [1, 2, 1009, 70_001][turn % 4]
    const elements = data.subarray(0, count)
    for (let place = 0; place < count; place++) elements[place] = rank * 1000 + place * 7 + turn
    await comm.allReduce(elements)
    for (let place = 0; place < count; place++) {
      const wanted = ((size * (size - 1)) / 2) * 1000 + size * (place * 7 + turn)
      if (elements[place] !== wanted)
        throw new Error(`turn ${turn}, element ${place}: ${elements[place]}, not ${wanted}`)
    }
    outcome.turns++
  }
  await comm.close()
} catch (error) {
  outcome.problem = error.problem ?? { kind: String(error.stack) }
  outcome.leftSeconds = (performance.now() - began) / 1000
}
console.log(JSON.stringify(outcome))
process.exit()

async function play(action, comm) {
  if (action === 'kill') process.kill(process.pid, 'SIGKILL')
  if (action === 'stop') process.kill(process.pid, 'SIGSTOP')
  if (action === 'broadcast') await comm.broadcast(comm.alloc(Int32Array, 64))
  if (action === 'throw') throw new Error('thrown by the program')
  if (action === 'leave') {
    await comm.close()
    console.log(JSON.stringify(outcome))
    process.exit()
  }
}
