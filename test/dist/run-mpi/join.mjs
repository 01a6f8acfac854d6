// Rank program: joins the world, adds up the numbers of the ranks, and says what it found and in which network it runs.
// `join.mjs RANKS` asks for so many.
import { readlinkSync } from 'node:fs'
import { launch } from '../../../dist/run/index.js'

const ranks = process.argv[2] === undefined ? {} : { ranks: Number(process.argv[2]) }
try {
  const [line] = await launch({ transport: 'mpi', memoryBytes: 2 ** 26, ...ranks }, async (comm) => {
    const data = new Int32Array(100_000).fill(comm.rank + 1)
    for (const algorithm of comm.algorithms('all_reduce')) {
      const sum = new Int32Array(data.length)
      await comm.allReduce(data, sum, { algorithm })
      const wanted = (comm.size * (comm.size + 1)) / 2
      if (sum.some((value) => value !== wanted))
        throw new Error(`${algorithm}: ${sum.find((value) => value !== wanted)}`)
    }
    return `rank ${comm.rank} of ${comm.size}, ${comm.sent().bytes} bytes, ${readlinkSync('/proc/self/ns/net')}`
  })
  console.log(line)
} catch (error) {
  console.log(`${error.problem?.kind ?? error.name}: ${error.message}`)
  process.exitCode = 4
}
