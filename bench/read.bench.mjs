// Reads nccl-tests text mixed with NCCL log lines through readInputs with all parsers, as `diagnose` does; MB/s on one core,
// as it stands and with a time stamp before every line.
import { readInputs } from '../dist/core/diagnose/read.js'
import { parsers } from '../dist/core/parsers/index.js'

const MEGABYTES = 100
const WANTED = 100

/** One run of eight ranks under NCCL_DEBUG=INFO: what starts it, 32 rows, and about 560 lines of log around and between. */
function run(number) {
  const host = `gpu-${String(number % 100).padStart(2, '0')}`
  const log = (rank, text) => `${host}:4120${rank}:4190${rank} [${rank}] NCCL INFO ${text}`
  const ranks = Array.from({ length: 8 }, (_, rank) => rank)
  const lines = [
    '# nThread 1 nGpus 1 minBytes 8 maxBytes 17179869184 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0',
    '#',
    '# Using devices',
    ...ranks.map((rank) => `#  Rank  ${rank} Group  0 Pid  4120${rank} on     ${host} device  ${rank} [0000:${rank}7:00] NVIDIA A100-SXM4-80GB`),
    'NCCL version 2.18.5+cuda12.2',
    ...ranks.flatMap((rank) => [
      log(rank, 'NET/Plugin : Plugin load (libnccl-net.so) returned 2 : libnccl-net.so: cannot open shared object file: No such file or directory'),
      log(rank, 'NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [2]mlx5_2:1/IB [3]mlx5_3:1/IB [RO]; OOB ens1f0:10.0.0.7<0>'),
      ...ranks.flatMap((peer) =>
        [0, 1, 2, 3].map((channel) => log(rank, `Channel 0${channel}/0 : ${rank}[${rank}] -> ${peer}[${peer}] via P2P/IPC/read`)),
      ),
      log(rank, 'Trees [0] 1/-1/-1->0->-1 [1] 1/-1/-1->0->-1 [2] 1/-1/-1->0->-1 [3] 1/-1/-1->0->-1 [4] 1/-1/-1->0->-1'),
      log(rank, `comm 0x55d5c8a01230 rank ${rank} nranks 8 cudaDev ${rank} nvmlDev ${rank} busId ${rank}7000 commId 0xa1b2c3d4e5f6 - Init COMPLETE`),
    ]),
    '#',
    '#                                                              out-of-place                       in-place          ',
    '#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong',
    '#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)       ',
  ]
  for (let power = 3; power < 35; power++) {
    const bytes = 2 ** power
    const time = 30 + bytes / 134e3
    const block = `  ${time.toFixed(2).slice(0, 7).padStart(7)}  ${(bytes / time / 1e3).toFixed(2).padStart(6)}  ${((1.75 * bytes) / time / 1e3).toFixed(2).padStart(6)}      0`
    lines.push(`${String(bytes).padStart(12)}  ${String(bytes / 4).padStart(12)}     float     sum      -1${block}${block}`)
    for (const rank of ranks)
      lines.push(log(rank, `AllReduce: opCount ${power} sendbuff 0x7f1d56400000 recvbuff 0x7f1d56400200 count ${bytes / 4} datatype 7 op 0 root 0 comm 0x55d5c8a01230 [nranks=8] stream 0x83e0a90`))
  }
  lines.push('# Out of bounds values : 0 OK', '# Avg bus bandwidth    : 98.1 ', '#')
  return { text: `${lines.join('\n')}\n`, rows: 32 }
}

const runs = Array.from({ length: 50 }, (_, number) => run(number))
const share = (runs[0].rows * 110) / runs[0].text.length
const plain = runs.map(({ text }) => text).join('')
const second = (line) => String(Math.floor(line / 500) % 60).padStart(2, '0')
const stamped = plain.replace(/^/gm, (_, at) => `[2026-04-28 14:14:${second(at / 100)}] `).replace(/\n[^\n]*$/, '\n')

let missed = false
for (const [name, text] of Object.entries({ plain, 'with time stamps': stamped })) {
  const piece = new TextEncoder().encode(text)
  const repeats = Math.ceil((MEGABYTES * 1e6) / piece.length)
  async function* chunks() {
    for (let repeat = 0; repeat < repeats; repeat++)
      for (let at = 0; at < piece.length; at += 65536) yield piece.subarray(at, at + 65536)
  }
  // Processor time, with that of the garbage collector's threads: on a machine that does other work the clock says little.
  const seconds = []
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage()
    const { evidence } = await readInputs([{ name: 'nccl.log', once: false, open: chunks }], parsers)
    const { user, system } = process.cpuUsage(before)
    seconds.push((user + system) / 1e6)
    const rows = evidence.reduce((sum, item) => sum + (item.kind === 'benchmark' ? item.rows.length : 0), 0)
    if (rows !== repeats * 50 * 32) throw new Error(`${name}: read ${rows} rows of ${repeats * 50 * 32}`)
  }
  const best = Math.min(...seconds)
  const megabytes = (repeats * piece.length) / 1e6
  console.log(
    `read, ${name}: ${(megabytes / best).toFixed(0)} MB/s (wanted ${WANTED}), ${megabytes.toFixed(0)} MB in ${best.toFixed(2)} s of one core, ${repeats * 50} runs, ${(100 * share).toFixed(0)} % of the text are rows`,
  )
  missed ||= megabytes / best < WANTED
}
if (missed) process.exitCode = 1
