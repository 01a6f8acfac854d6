// Several launches in one module: what they give, what is printed, and how they end. Prints lines that run-threads.test.ts knows.
import { isMainThread } from 'node:worker_threads'
import { launch, RunError } from '../../../dist/run/index.js'

console.log('begin')
const sums = await launch({ ranks: 3 }, async (comm) => {
  const data = comm.alloc(Float32Array, 5).fill(comm.rank + 1)
  await comm.allReduce(data)
  console.log(`rank ${comm.rank} of ${comm.size}`)
  return data
})
console.log(JSON.stringify(sums.map((sum) => [...sum])))

// Knows what the first gave, in each rank anew; the one that fails is caught the same everywhere.
let caught = 'nothing'
try {
  await launch({ ranks: 2 }, ({ rank }) => {
    if (rank === 0) throw new Error('on purpose')
  })
} catch (error) {
  caught = error instanceof RunError ? error.problem.kind : 'another error'
}
const reports = []
const options = {
  ranks: 2,
  data: { factor: 10 },
  onReport: (value, rank) => reports.push(`${rank}:${value}`),
}
const products = await launch(options, async (comm, { data, report }) => {
  report('begun')
  report(caught)
  return sums[comm.rank][0] * data.factor + comm.rank
})
console.log(JSON.stringify(products), JSON.stringify(reports.sort((one, other) => one.localeCompare(other))))

const both = await Promise.all([
  launch({ ranks: 2 }, ({ rank }) => `a${rank}`),
  launch({ ranks: 1 }, ({ rank }) => `b${rank}`),
])
console.log(JSON.stringify(both))

const stop = new AbortController()
const started = performance.now()
const aborted = launch({ ranks: 2, signal: stop.signal }, async (comm) => {
  if (comm.rank === 1) await new Promise((resolve) => setTimeout(resolve, 60_000))
  await comm.allReduce(comm.alloc(Float32Array, 4))
})
setTimeout(() => stop.abort(new Error('enough')), 300)
console.log(await aborted.catch((error) => error.message), performance.now() - started < 30_000)

for (const wrong of [
  { ranks: 0 },
  { ranks: 2.5 },
  { ranks: 2, memoryBytes: 2 ** 33 },
  { module: new URL('idle.mjs', import.meta.url) },
  { data: () => 1 },
])
  console.log(
    await launch({ ranks: 1, ...wrong }, () => 1).catch(
      ({ problem }) => `${problem.argument} ${problem.seen}`,
    ),
  )
console.log(
  await launch({ ranks: 1, memoryBytes: 2 ** 20 }, (comm) => comm.alloc(Float32Array, 2 ** 27).length).catch(
    ({ problem }) => problem.kind,
  ),
)
const throws = () => {
  throw new Error('in onReport')
}
console.log(
  await launch({ ranks: 2, onReport: throws }, (comm, { report }) => {
    report(1)
    return comm.barrier()
  }).catch(({ message }) => message),
)
console.log('end', isMainThread)
