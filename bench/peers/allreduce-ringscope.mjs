// ringscope's all-reduce (sum) as a program calls it; prints what allreduce-mpi.c prints.
//   node allreduce-ringscope.mjs '{"transport":"threads","ranks":2,"type":"f32","algorithm":"auto","sizes":[8,1024]}'
import { launch } from '../../dist/run/index.js'

const asked = JSON.parse(process.argv[2])
// 0.2 s a size, of which a quarter is warm-up, as the peers have: V8 compiles meanwhile.
const [SAMPLES, BATCH_SECONDS, MOST_SECONDS] = [2000, 100e-6, 1]
const BYTES = { f32: 4, bf16: 2, f16: 2 }
/** 1 and 2 in each type, as they stand in an array. */
const ONE = { f32: 1, bf16: 0x3f80, f16: 0x3c00 }
const sum = { f32: (n) => n, bf16: (n) => [, 0x3f80, 0x4000, 0x4040, 0x4080][n], f16: (n) => [, 0x3c00, 0x4000, 0x4200, 0x4400][n] }

const lines = await launch(
  {
    transport: asked.transport,
    module: import.meta.url,
    memoryBytes: 3 * Math.max(...asked.sizes) + 2 ** 27,
    // Under mpirun the ranks are MPI's. Elsewhere each gets a core, as mpirun gives its own.
    ...(asked.transport === 'mpi' ? {} : { ranks: asked.ranks, bind: 'core' }),
  },
  async (comm) => {
    const { type, sizes, algorithm } = asked
    const mean = comm.alloc(Float64Array, 1)
    const lines = []
    for (const bytes of sizes) {
      const count = bytes / BYTES[type]
      const arrayOf = type === 'f32' ? Float32Array : Uint16Array
      const [input, output] = [comm.alloc(arrayOf, count), comm.alloc(arrayOf, count)]
      input.fill(ONE[type])
      const call = comm.prepare(
        { collective: 'all_reduce', root: 0, type, op: 'sum', count, input: input.byteOffset, output: output.byteOffset },
        { algorithm },
      )
      const seconds = (start, calls) => (performance.now() - start) / 1000 / calls
      const timed = comm.sync
        ? (calls) => {
            const start = performance.now()
            for (let at = 0; at < calls; at++) call.runSync()
            return seconds(start, calls)
          }
        : async (calls) => {
            const start = performance.now()
            for (let at = 0; at < calls; at++) await call.run()
            return seconds(start, calls)
          }
      await timed(20)
      mean[0] = await timed(10)
      await comm.allReduce(mean, mean, { op: 'min' })
      const batch = Math.max(1, Math.ceil(BATCH_SECONDS / mean[0]))
      const samples = Math.min(SAMPLES, Math.max(8, Math.floor(MOST_SECONDS / (mean[0] * batch))))
      const taken = []
      for (let sample = 0; sample < samples; sample++) taken.push(await timed(batch))
      for (const value of output) if (value !== sum[type](comm.size)) throw new Error(`wrong: ${value}`)
      const us = taken.slice(Math.floor(samples / 4)).map((seconds) => 1e6 * seconds).sort((one, other) => one - other)
      const at = (share) => us[Math.min(us.length - 1, Math.floor(us.length * share))].toFixed(3)
      lines.push(`${bytes} ${at(0)} ${at(0.5)} ${at(0.95)} ${at(0.99)} ${at(1)} ${call.algorithm}`)
      comm.free(input)
      comm.free(output)
    }
    return comm.rank === 0 ? lines : undefined
  },
)
if (lines[0]) console.log(lines[0].join('\n'))
