// Launches ranks as processes over tcp: `launch.mjs RANKS MODE`. Prints JSON of what launch gave or threw.
import { launch } from '../../../dist/run/launch/launch.js'

const [ranks, mode] = [Number(process.argv[2]), process.argv[3]]
const reports = []
try {
  const options = {
    ...(ranks > 0 ? { ranks } : {}),
    transport: 'tcp',
    module: import.meta.url,
    memoryBytes: 2 ** 26,
    timeoutSeconds: 3,
    data: { factor: new Int32Array([3]), mode, more: mode === 'data' ? () => 1 : 1 },
    onReport: (value, rank) => {
      reports.push([rank, value])
      if (mode === 'reported') throw new Error('in onReport')
      if (mode === 'hold') console.log(`pid ${value}`)
    },
  }
  const results = await launch(options, async (comm, { data, report }) => {
    report(process.pid)
    if (data.mode === 'hold') {
      // Without the event loop, as a rank that computes.
      for (;;);
    }
    const values = comm.alloc(Int32Array, 1000)
    values.fill((comm.rank + 1) * data.factor[0])
    await comm.allReduce(values)
    if (data.mode === 'throw' && comm.rank === 1) throw new TypeError('out of cheese')
    if (data.mode === 'kill' && comm.rank === 1) process.kill(process.pid, 'SIGKILL')
    if (data.mode === 'uncloneable') return () => comm.rank
    if (data.mode === 'outside' && comm.rank === 1)
      setTimeout(() => {
        throw new RangeError('in a timer')
      })
    if (data.mode === 'outside') await new Promise((resolve) => setTimeout(resolve, 60_000))
    await comm.barrier()
    return { rank: comm.rank, sum: values[999] }
  })
  console.log(JSON.stringify({ results, reports }))
} catch (error) {
  console.log(JSON.stringify({ problem: error.problem, message: error.message, reports }))
}
