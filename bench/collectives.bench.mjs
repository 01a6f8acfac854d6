// Real collectives beside their peers, interleaved in one run: OpenMPI and Gloo from Debian packages, and what memory allows in C.
// Each contest is a ratio of medians, peer's time / ours (above 1 we are faster), the median over rounds. Peers that cannot be
// built here are left out and named. RINGSCOPE_BENCH_ROUNDS sets the rounds (5).
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROUNDS = Number(process.env.RINGSCOPE_BENCH_ROUNDS ?? 5)
const [KiB, MiB] = [2 ** 10, 2 ** 20]
const peers = fileURLToPath(new URL('peers/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'ringscope-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Debian packages, where this is root and they are missing. */
function install() {
  if (process.getuid?.() !== 0 || (spawnSync('which', ['mpicc.openmpi', 'g++']).status === 0 && existsSync('/usr/lib/libgloo.so'))) return
  spawnSync('apt-get', ['install', '-y', '-qq', 'openmpi-bin', 'libopenmpi-dev', 'libgloo-dev', 'g++'], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: 'ignore',
  })
}

function built(compiler, source, ...options) {
  const program = join(folder, source.replace(/\.\w+$/, ''))
  const { status } = spawnSync(compiler, ['-O3', join(peers, source), '-o', program, ...options], { stdio: 'ignore' })
  if (status !== 0) console.log(`left out, cannot be built here: ${source} (${compiler})`)
  return status === 0 ? program : undefined
}

install()
const mpi = built('mpicc.openmpi', 'allreduce-mpi.c')
const gloo = built('g++', 'allreduce-gloo.cc', '-std=c++17', '-lgloo')
const roofline = built('gcc', 'add-roofline.c', '-march=native', '-pthread')

/** "BYTES MIN MEDIAN …" -> median in us by size. */
const medians = (text) => new Map(text.trim().split('\n').map((line) => line.split(' ')).map(([bytes, , median]) => [Number(bytes), Number(median)]))
const output = (command, words) => execFileSync(command, words.map(String), { encoding: 'utf8', timeout: 120_000, stdio: ['ignore', 'pipe', 'ignore'] })

const mpirun = (ranks, settings, program, ...words) =>
  output('mpirun.openmpi', [
    ...(process.getuid?.() === 0 ? ['--allow-run-as-root'] : []),
    ...(ranks > availableParallelism() ? ['--oversubscribe', '--bind-to', 'none'] : []),
    ...['-np', ranks],
    ...Object.entries(settings).flatMap(([name, value]) => ['--mca', name, value]),
    program,
    ...words,
  ])
const SHARED_MEMORY = { btl: 'vader,self' }
const SEGMENTED_RING = { ...SHARED_MEMORY, coll_tuned_use_dynamic_rules: 1, coll_tuned_allreduce_algorithm: 5, coll_tuned_allreduce_algorithm_segmentsize: 256 * KiB }
const TCP = { btl: 'tcp,self', btl_tcp_if_include: 'lo' }

const openMpi = (ranks, settings) => mpi && ((sizes) => medians(mpirun(ranks, settings, mpi, ...sizes)))
const ours = (asked) => (sizes) => {
  const words = [join(peers, 'allreduce-ringscope.mjs'), JSON.stringify({ type: 'f32', algorithm: 'auto', ...asked, sizes })]
  return medians(asked.transport === 'mpi' ? mpirun(asked.ranks, SHARED_MEMORY, process.execPath, ...words) : output(process.execPath, words))
}
const glooBy = (algorithm) =>
  gloo &&
  (async (sizes) => {
    const store = mkdtempSync(join(folder, 'store-'))
    const ranks = [0, 1].map((rank) => spawn(gloo, [rank, 2, store, algorithm, ...sizes].map(String), { stdio: ['ignore', 'pipe', 'ignore'] }))
    const texts = await Promise.all(ranks.map(async ({ stdout }) => (await stdout.setEncoding('utf8').toArray()).join('')))
    return medians(texts[0])
  })
/** The median of the C program's lines of one kind. */
const inC = (kind) => roofline && ((sizes) => new Map(output(roofline, [2, ...sizes]).trim().split('\n').map((line) => line.split(' ')).filter(([label]) => label === kind).map(([, bytes, us]) => [Number(bytes), Number(us)])))

const threads = (ranks, more = {}) => ours({ transport: 'threads', ranks, ...more })
const tcp = ours({ transport: 'tcp', ranks: 2 })

/** `wanted`: the least ratio by size. */
const contests = [
  {
    title: 'threads, 2 ranks / OpenMPI',
    ours: threads(2),
    peer: openMpi(2, SHARED_MEMORY),
    wanted: { 8: 0, [KiB]: 0.7, [8 * KiB]: 0, [64 * KiB]: 4, [MiB]: 4, [16 * MiB]: 4, [128 * MiB]: 0 },
  },
  { title: 'threads, 2 ranks / OpenMPI, segmented ring', ours: threads(2), peer: openMpi(2, SEGMENTED_RING), wanted: { [128 * MiB]: 2.5 } },
  { title: 'threads, 2 ranks / what C needs to read and write as much', ours: threads(2), peer: inC('allreduce'), wanted: { [128 * MiB]: 0.85 } },
  {
    title: 'threads, 4 ranks / OpenMPI',
    ours: threads(4),
    peer: openMpi(4, SHARED_MEMORY),
    wanted: { [KiB]: 0, [64 * KiB]: 3, [MiB]: 3, [16 * MiB]: 3 },
  },
  {
    title: 'tcp, 2 processes / Gloo, halving-doubling',
    ours: tcp,
    peer: glooBy('halving-doubling'),
    wanted: { 8: 3, [KiB]: 3, [64 * KiB]: 3, [512 * KiB]: 1, [MiB]: 1, [16 * MiB]: 1 },
  },
  { title: 'tcp, 2 processes / Gloo, chunked ring', ours: tcp, peer: glooBy('ring'), wanted: { [64 * KiB]: 3, [512 * KiB]: 1, [MiB]: 1, [16 * MiB]: 1 } },
  {
    title: 'tcp, 2 processes / OpenMPI over TCP',
    ours: tcp,
    peer: openMpi(2, TCP),
    wanted: { 8: 0.3, [KiB]: 0.3, [64 * KiB]: 0.6, [512 * KiB]: 0.9, [MiB]: 0.9, [16 * MiB]: 0.9 },
  },
  {
    title: 'mpi through koffi, 2 ranks / the same from C',
    ours: mpi && ours({ transport: 'mpi', ranks: 2, algorithm: 'mpi' }),
    peer: openMpi(2, SHARED_MEMORY),
    wanted: { 8: 0.5, [8 * KiB]: 0.95, [64 * KiB]: 0.95, [MiB]: 0.95, [16 * MiB]: 0.95 },
  },
  ...['bf16', 'f16'].map((type) => ({
    title: `threads, 2 ranks, ${type} / f32 of as many bytes (payload rate)`,
    ours: threads(2, { type }),
    peer: threads(2),
    wanted: { [64 * KiB]: 0.5, [MiB]: 0.5, [16 * MiB]: 0.5 },
  })),
]

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]
const sizeOf = (bytes) => (bytes >= MiB ? `${bytes / MiB} MiB` : bytes >= KiB ? `${bytes / KiB} KiB` : `${bytes} B`)
const only = process.argv[2]
for (const { title, ours: mine, peer, wanted } of contests) {
  if (!mine || !peer || (only && !title.includes(only))) continue
  const sizes = Object.keys(wanted).map(Number)
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    // Each goes first in turn: what heats up or wakes the machine helps neither.
    const order = round % 2 === 0 ? [mine, peer] : [peer, mine]
    const taken = new Map()
    for (const contestant of order) taken.set(contestant, await contestant(sizes))
    rounds.push([taken.get(mine), taken.get(peer)])
  }
  console.log(title)
  for (const bytes of sizes) {
    const ratios = rounds.map(([mine, peer]) => peer.get(bytes) / mine.get(bytes))
    const ratio = median(ratios)
    const missed = ratio < wanted[bytes]
    if (missed) process.exitCode = 1
    const us = (at) => median(rounds.map((round) => round[at].get(bytes))).toFixed(2).padStart(10)
    console.log(
      `  ${sizeOf(bytes).padStart(8)}  ours ${us(0)} us  peer ${us(1)} us  ratio ${ratio.toFixed(2).padStart(6)} (${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)})${wanted[bytes] > 0 ? `  wanted ${wanted[bytes]}` : ''}${missed ? '  MISSED' : ''}`,
    )
  }
}
