// The log of a job of 512 ranks (64 hosts of 8 GPUs, all_to_all: 5 million connections, 500 MB) with one host without
// GPUDirect RDMA: read at 150 MB/s or more on one core, in less than 400 MB of memory, and the host is named. The same
// with a time stamp before every line, in a process of its own.
import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, statSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readInputs } from '../dist/core/diagnose/read.js'
import { parsers } from '../dist/core/parsers/index.js'
import { rules } from '../dist/core/rules/index.js'
import { runRules } from '../dist/core/rules/run.js'

const MB = 1e6
const BYTES = Number(process.env.BENCH_MB ?? 500) * MB
const LEAST_PER_SECOND = 150 * MB
const MOST_MEMORY = 400 * MB
const [HOSTS, GPUS] = [64, 8]
const RANKS = HOSTS * GPUS
const FAULTY = 37
const IN_A_ROW = 8

const STAMPED = process.argv[2] === 'stamped'

const file = join(tmpdir(), `ringscope-bench-${BYTES / MB}-${IN_A_ROW}${STAMPED ? '-stamped' : ''}.log`)
const host = (rank) => `gpu-${String(Math.floor(rank / GPUS)).padStart(3, '0')}`
const prefix = (rank) => `${host(rank)}:${20000 + (rank % GPUS)}:${21000 + (rank % GPUS)} [${rank % GPUS}] NCCL INFO `

function* setup(rank) {
  const local = rank % GPUS
  const nics = Array.from({ length: GPUS }, (_, nic) => `[${nic}]mlx5_${nic}:1/IB`).join(' ')
  const place = `rank ${rank} nranks ${RANKS} cudaDev ${local} nvmlDev ${local} busId ${(local + 1) * 17}000 commId 0x5e1fca11ab1e`
  const address = `10.1.0.${1 + Math.floor(rank / GPUS)}`
  yield `Bootstrap : Using eth0:${address}<0>`
  yield 'NCCL version 2.21.5+cuda12.4'
  yield `NET/IB : Using ${nics} [RO]; OOB eth0:${address}<0>`
  yield 'Using network IB'
  yield `ncclCommInitRank comm 0x55d0${rank.toString(16)}c0 ${place} - Init START`
  yield `Setting affinity for GPU ${local} to ffffffff,00000000,ffffffff`
  yield `comm 0x55d0${rank.toString(16)}c0 rank ${rank} nRanks ${RANKS} nNodes ${HOSTS} localRanks ${GPUS} localRank ${local} MNNVL 0`
  yield '16 coll channels, 16 collnet channels, 16 nvls channels, 16 p2p channels, 2 p2p channels per peer'
  yield `ncclCommInitRank comm 0x55d0${rank.toString(16)}c0 ${place} - Init COMPLETE`
}

/** The turn-th connection of a rank, at the end that it reports. */
function connection(rank, turn) {
  const local = rank % GPUS
  const shift = 1 + (Math.floor(turn / 2) % (RANKS - 1))
  const [from, to, way] =
    turn % 2 === 0 ? [rank, (rank + shift) % RANKS, 'send'] : [(rank + RANKS - shift) % RANKS, rank, 'receive']
  const channel = String(Math.floor(turn / 2 / RANKS) % 16).padStart(2, '0')
  const ends = `Channel ${channel}/1 : ${from}[${from % GPUS}] -> ${to}[${to % GPUS}]`
  if (host(from) === host(to)) return `${ends} via P2P/CUMEM/read`
  return `${ends} [${way}] via NET/IB/${local}${Math.floor(rank / GPUS) === FAULTY ? '' : '/GDRDMA'}/Shared`
}

/** As many lines a second as such a job writes. */
const stamp = (turn) =>
  STAMPED ? `[2026-04-28 14:${String(10 + Math.floor(turn / 60) % 50)}:${String(turn % 60).padStart(2, '0')}] ` : ''

async function write() {
  const out = createWriteStream(file)
  let written = 0
  let chunk = ''
  const flush = async () => {
    written += chunk.length
    if (!out.write(chunk)) await new Promise((done) => out.once('drain', done))
    chunk = ''
  }
  for (let rank = 0; rank < RANKS; rank++) for (const line of setup(rank)) chunk += `${stamp(0)}${prefix(rank)}${line}\n`
  for (let turn = 0; written < BYTES; turn++) {
    // A rank writes several lines before a launcher turns to the next.
    for (let rank = 0; rank < RANKS; rank++)
      for (let line = 0; line < IN_A_ROW; line++)
        chunk += `${stamp(turn)}${prefix(rank)}${connection(rank, turn * IN_A_ROW + line)}\n`
    if (chunk.length > MB) await flush()
  }
  await new Promise((done) => out.end(done))
}

if (!existsSync(file)) await write()
let most = 0
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss)
}, 20)
const open = () => createReadStream(file, { highWaterMark: 1 << 16 })
const bytes = statSync(file).size
const started = performance.now()
const cpu = process.cpuUsage()
const { evidence, inputs } = await readInputs([{ name: 'job.log', once: false, open }], parsers)
const { user, system } = process.cpuUsage(cpu)
const seconds = (user + system) / 1e6
most = Math.max(most, process.memoryUsage().rss)
const { found } = runRules({ evidence, options: {} }, rules)
clearInterval(watch)
const all = (performance.now() - started) / 1e3
most = Math.max(most, process.memoryUsage().rss)

const named = found.find(({ rule }) => rule === 'gdr-asymmetric')?.found.values.host
console.log(`${STAMPED ? 'with time stamps: ' : ''}${(bytes / MB).toFixed(0)} MB, ${inputs[0].lines} lines of ${RANKS} ranks (${inputs[0].formats}): read in ${seconds.toFixed(2)} s of one core`)
console.log(`${(bytes / MB / seconds).toFixed(0)} MB/s, at least ${LEAST_PER_SECOND / MB}; on the clock, with all rules, ${all.toFixed(2)} s`)
console.log(`${(most / MB).toFixed(0)} MB of memory, at most ${MOST_MEMORY / MB}`)
console.log(`the host without GPUDirect RDMA: ${named}`)
if (bytes / seconds < LEAST_PER_SECOND || most > MOST_MEMORY || named !== host(FAULTY * GPUS)) process.exitCode = 1
if (process.env.BENCH_KEEP === undefined) unlinkSync(file)
if (!STAMPED && spawnSync(process.execPath, [process.argv[1], 'stamped'], { stdio: 'inherit' }).status !== 0)
  process.exitCode = 1
