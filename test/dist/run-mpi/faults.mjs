// Rank program: something goes wrong at rank 1 in the second call. The others print what they were told.
//   faults.mjs CASE ALGORITHM TIMEOUT_SECONDS
import { launch } from '../../../dist/run/index.js'

const [what, algorithm, seconds] = process.argv.slice(2)
const FOR_EVER = 2 ** 30
let rank = -1
try {
  await launch({ transport: 'mpi', memoryBytes: 2 ** 26, timeoutSeconds: Number(seconds) }, async (comm) => {
    rank = comm.rank
    const data = comm.alloc(Float32Array, 1000)
    await comm.allReduce(data, data, { algorithm })
    console.log(`rank ${rank} is process ${process.pid}`)
    if (rank === 1) {
      if (what === 'mismatch') await comm.broadcast(data, data)
      if (what === 'stall') await new Promise((resolve) => setTimeout(resolve, FOR_EVER))
      if (what === 'stall-sync') await new Promise((resolve) => setTimeout(resolve, FOR_EVER))
      if (what === 'kill') process.kill(process.pid, 'SIGKILL')
      if (what === 'throw') throw new Error('the program of rank 1 is wrong')
      if (what === 'late') await new Promise((resolve) => setTimeout(resolve, 1500))
    }
    if (what === 'ahead') {
      // The root's blocking routine may return before any other rank has come.
      if (rank === 1) comm.broadcastSync(data, data, { root: 1, algorithm })
      else await comm.broadcast(data, data, { root: 1, algorithm })
    }
    if (what === 'stall-sync' || (what === 'mixed' && rank === 1))
      comm.allReduceSync(data, data, { algorithm })
    else await comm.allReduce(data, data, { algorithm })
  })
  console.log(`rank ${rank} is done`)
} catch (error) {
  console.log(`rank ${rank} ${error.problem?.kind ?? error.name}: ${error.message}`)
  process.exitCode = 4
}
