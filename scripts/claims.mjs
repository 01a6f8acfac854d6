// Writes docs/claims.md: common statements about collectives, each with the command that shows what holds, and the figures
// that the command gives. Every figure is read from the answer of that very command. Usage: node scripts/claims.mjs
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { run } from '../dist/cli/run.js'
import { print } from '../dist/core/base/print.js'

const MIB = 2 ** 20

async function output(command, more = []) {
  let stdout = ''
  let stderr = ''
  const status = await run([...command.split(' '), ...more], {
    env: { LANG: 'C.UTF-8' },
    stdout: { write: (text, done) => (stdout += text, done?.()) },
    stderr: { write: (text, done) => (stderr += text, done?.()) },
    stdin: (async function* () {})(),
  })
  if (status !== 0) throw new Error(`${command}: ${status} ${stderr}`)
  return stdout
}
const json = async (command) => JSON.parse(await output(command, ['--json']))
const best = async (command) => (await json(command)).rows[0]
const ratio = (a, b) => print.number(a / b)
const times = (seconds) => print.duration(seconds)
const rate = (busbw) => print.rate(busbw)
const sweep = async (command) => (await json(command)).sweep

/** Statements that the project makes itself, where popular texts differ. */
const OURS = [
  {
    says: 'Ring all-reduce of 8 ranks: 14 steps, each rank sends 1.75 times the data.',
    commands: ['simulate all_reduce --on ring:8 --algo ring --rings 1 --size 1MB'],
    async shows([command]) {
      const { steps, sent } = await best(command)
      return ['holds', `${steps} steps; each rank sends ${print.number(sent)} MB of 1 MB, all eight together ${print.number(8 * sent)} MB.`]
    },
  },
  {
    says: 'A tree all-reduce moves 2·log₂(N)·S.',
    commands: [
      'simulate all_reduce --on star:64 --algo binary-tree --size 1G',
      'simulate all_reduce --on star:64 --algo double-binary-tree --size 1G',
    ],
    async shows([one, two]) {
      const [single, double] = [await best(one), await best(two)]
      return ['does not hold', `The busiest rank of a single binary tree, an interior one, sends ${print.number(single.sent)} S, of NCCL's double tree ${print.number(double.sent)} S; all 64 ranks together 2 x 63 S as with a ring. 2·log₂(64) would be 12 S: that is the time of an unpipelined tree times the bandwidth, not traffic.`]
    },
  },
  {
    says: 'All-gather moves (N-1) x the data.',
    commands: ['simulate all_gather --on star:8 --algo ring --size 1G'],
    async shows([command]) {
      const { sent } = await best(command)
      return ['only if "data" is one rank\'s share', `Of the gathered whole S each of 8 ranks sends ${print.number(sent)} S, half of what an all-reduce of S sends.`]
    },
  },
  {
    says: 'Four ranks with [1,2,3] each: all-reduce leaves [4,8,12] on each.',
    commands: ['simulate all_reduce --on ring:4 --algo ring --rings 1 --draw'],
    async shows([command]) {
      const whole = (await output(command)).match(/####/g)?.length
      return ['holds', `The drawing ends with all four contributions in every chunk of ${whole} of 4 ranks: 1+1+1+1, 2+2+2+2, 3+3+3+3.`]
    },
  },
  {
    says: 'One rank count separates ring and tree.',
    commands: [2, 8, 64].map((nodes) => `expect all_reduce --on dgx-a100 --nodes ${nodes}`),
    async shows(commands) {
      const found = await Promise.all(
        commands.map(async (command) => {
          const { rows, ranks } = await json(command)
          const tree = rows.filter(({ algorithm }) => algorithm === 'Tree').map(({ bytes }) => bytes)
          return `${print.count(ranks)} GPUs: tree up to ${print.bytes(Math.max(...tree))}`
        }),
      )
      return ['does not hold', `The size decides, and it moves with the ranks. NCCL's model of DGX A100, ${found.join('; ')}; above it the ring.`]
    },
  },
  {
    says: 'NVLink of an A100 gives 600 GB/s to a collective.',
    commands: ['simulate all_reduce --on dgx-a100 --algo ring --size 4G', 'expect all_reduce --on dgx-a100'],
    async shows([simulated, expected]) {
      const [{ busbw }, { plateau }] = [await best(simulated), await json(expected)]
      return ['does not hold', `600 counts both directions and raw. One direction that can be used: ${rate(busbw)} simulated, ${print.number(plateau.busbw)} GB/s measured.`]
    },
  },
  {
    says: 'A DGX-1 is fully connected.',
    commands: ['simulate all_reduce --on dgx-1v --algo ring --size 1G', 'simulate all_reduce --on dgx-1v --algo ring --order 0,1,2,3,4,5,6,7 --size 1G'],
    async shows([ring, order]) {
      const { rows } = await json(ring)
      const bad = await best(order)
      const [six, one] = [rows.find(({ rings }) => rings.count === 6), rows.find(({ rings }) => rings.count === 1)]
      return ['does not hold', `Six rings that share no link reach ${rate(six.busbw)}, one ring ${rate(one.busbw)}. In the order 0 to 7, ${bad.why[0].first.join(' and ')} have no link and others must pass it on: ${rate(bad.busbw)}.`]
    },
  },
  {
    says: 'busbw is the speed of the wire.',
    commands: ['expect all_reduce --on dgx-h100', 'simulate all_reduce --on dgx-h100 --algo ring --size 4G'],
    async shows([expected, simulated]) {
      const [{ plateau }, { busbw }] = [await json(expected), await best(simulated)]
      return ['does not hold', `${plateau.algorithm} shows ${print.number(plateau.busbw)} GB/s where the NVLinks of a GPU carry ${rate(busbw)}: the switch adds, so fewer bytes flow than busbw supposes.`]
    },
  },
  {
    says: 'A small NCCL buffer is set by NCCL_BUFFER_SIZE.',
    commands: ['explain NCCL_BUFFSIZE'],
    shows: async ([command]) => ['does not hold', (await output(command)).includes('NCCL_BUFFSIZE') ? 'The variable is NCCL_BUFFSIZE; NCCL says nothing about unknown ones.' : ''],
  },
  {
    says: 'The late rank has the longest collective kernel.',
    commands: ['simulate all_reduce --on star:8 --algo ring --size 64M', 'simulate all_reduce --on star:8 --algo ring --size 64M --slow-rank 3:1ms'],
    async shows([calm, late]) {
      const [a, b] = [await best(calm), await best(late)]
      return ['does not hold', `With rank 3 1 ms late all end ${times(b.seconds - a.seconds)} later: the seven others spend ${times(b.seconds)} in the kernel, the late one ${times(b.seconds - 1e-3)}.`]
    },
  },
  {
    says: "NCCL's broadcast uses trees.",
    commands: ['expect broadcast --on dgx-a100 --nodes 4'],
    async shows([command]) {
      const used = [...new Set((await json(command)).rows.map(({ algorithm }) => algorithm))]
      return ['does not hold', `At every size: ${used.join(', ')}.`]
    },
  },
  {
    says: 'The gradients of GPT-3 are several GB.',
    commands: ['list workloads'],
    async shows([command]) {
      const text = await output(command)
      return ['does not hold', `${text.split('\n').find((line) => line.includes('gpt-3'))?.trim().replace(/\s{2,}/g, ', ')}. Several GB are a bucket or a shard.`]
    },
  },
]

/** Statements found in texts about collectives. */
const FOUND = [
  {
    says: 'Trees beat rings on 8 GPUs by 5 %, rings beat trees by 20 % on 32, because the root is the bottleneck and the ring loads evenly.',
    commands: [8, 32].flatMap((ranks) => ['binary-tree', 'double-binary-tree', 'ring'].map((id) => `simulate all_reduce --on star:${ranks} --algo ${id} --sizes 1K-1G`)),
    async shows(commands) {
      const all = await Promise.all(commands.map(sweep))
      const [one8, two8, ring8, one32, two32, ring32] = all
      const both = (tree8, tree32) =>
        tree8.filter((tree, at) => tree.seconds <= 0.95 * ring8[at].seconds && ring32[at].seconds <= 0.8 * tree32[at].seconds)
      const hits = [...both(one8, one32), ...both(two8, two32)]
      const at = (list, bytes) => list.find((row) => row.bytes === bytes).seconds
      const G = 2 ** 30
      return [
        hits.length === 0 ? 'at no size' : `at ${hits.map(({ bytes }) => print.bytes(bytes)).join(', ')}`,
        `On one switch of 50 GB/s and 500 ns a link, 1 KiB to 1 GiB: where a tree wins on 8 it wins by more on 32, since the ring's latency grows faster. At 1 GiB the ring takes ${ratio(at(ring8, G), at(one8, G))} of a single tree's time on 8 and ${ratio(at(ring32, G), at(one32, G))} on 32; of the double tree's ${ratio(at(ring8, G), at(two8, G))} and ${ratio(at(ring32, G), at(two32, G))}. The busiest rank is an interior one (3 S), not the root (2 S).`,
      ]
    },
  },
  {
    says: 'Tree for 4 to 8 ranks, ring from 64.',
    commands: [4, 8, 64].flatMap((ranks) => ['double-binary-tree', 'ring'].map((id) => `simulate all_reduce --on star:${ranks} --algo ${id} --sizes 1K-1G`)),
    async shows(commands) {
      const all = await Promise.all(commands.map(sweep))
      const crossing = [0, 1, 2].map((at) => all[2 * at].find((tree, size) => all[2 * at + 1][size].seconds < tree.seconds)?.bytes)
      return ['the other way round', `On one switch (50 GB/s, 500 ns a link) the ring overtakes the double tree at ${crossing.map((bytes, at) => `${print.bytes(bytes)} with ${[4, 8, 64][at]} ranks`).join(', ')}: the more ranks, the longer trees win.`]
    },
  },
  {
    says: "A ring's latency grows linearly with N, a tree's logarithmically.",
    commands: [8, 64, 512].flatMap((ranks) => ['ring', 'binary-tree'].map((id) => `simulate all_reduce --on star:${ranks} --algo ${id} --size 8`)),
    async shows(commands) {
      const rows = await Promise.all(commands.map(best))
      return ['holds', `8 bytes, 500 ns a link: ${[8, 64, 512].map((ranks, at) => `${ranks} ranks: ring ${times(rows[2 * at].seconds)}, tree ${times(rows[2 * at + 1].seconds)}`).join('; ')}.`]
    },
  },
  {
    says: 'A ring uses the links near 100 %.',
    commands: ['simulate all_reduce --on ring:8 --algo bidirectional-ring --size 1G', 'simulate all_reduce --on ring:8 --algo bidirectional-ring --size 64K'],
    async shows(commands) {
      const busy = await Promise.all(commands.map(async (command) => {
        const { rows, links } = await json(command)
        return Math.min(...links.map(({ busySeconds }) => busySeconds)) / rows[0].seconds
      }))
      return ['holds for large messages', `Least busy link: ${print.percent(busy[0])} of the time at 1 GiB, ${print.percent(busy[1])} at 64 KiB (both directions used, 50 GB/s, 500 ns).`]
    },
  },
  {
    says: 'A full mesh has the least latency, but N² links.',
    commands: ['mesh:16', 'torus:4x4', 'ring:16'].map((on) => `simulate all_reduce --on ${on} --size 8`),
    async shows(commands) {
      const all = await Promise.all(commands.map(json))
      return ['holds', `8 bytes on 16 ranks: ${all.map(({ rows, topology }) => `${topology.title} ${times(rows[0].seconds)} over ${topology.links} links (${rows[0].algorithm})`).join('; ')}.`]
    },
  },
  {
    says: 'A 2D torus balances latency and links.',
    commands: ['mesh:16', 'torus:4x4', 'ring:16'].map((on) => `simulate all_reduce --on ${on} --size 1M`),
    async shows(commands) {
      const all = await Promise.all(commands.map(json))
      return ['holds', `1 MiB on 16 ranks: ${all.map(({ rows, topology }) => `${topology.title} ${times(rows[0].seconds)} over ${topology.links} links (${rows[0].algorithm})`).join('; ')}.`]
    },
  },
  {
    says: 'A ring forced on 4 GPUs under a PCIe tree crosses the switch each round and doubles latency.',
    commands: ['simulate all_reduce --on pcie-tree:2x2 --algo ring --size 8', 'simulate all_reduce --on star:4 --algo ring --size 8', 'simulate all_reduce --on pcie-tree:2x2 --algo ring --size 1G', 'simulate all_reduce --on star:4 --algo ring --size 1G'],
    async shows(commands) {
      const [tree, star, treeLong, starLong] = await Promise.all(commands.map(best))
      return ['holds for small messages', `8 bytes: ${times(tree.seconds)} against ${times(star.seconds)} under one switch (${ratio(tree.seconds, star.seconds)} x); 1 GiB: ${ratio(treeLong.seconds, starLong.seconds)} x, since the way over the root is as wide as the others.`]
    },
  },
  {
    says: 'All-gather on 256 GPUs becomes the bottleneck, and reduce-scatter + all-gather cures it.',
    commands: ['simulate all_gather --on star:256 --algo ring --size 1G', 'simulate all_reduce --on star:256 --algo ring --size 1G'],
    async shows(commands) {
      const [gather, reduce] = await Promise.all(commands.map(best))
      return ['does not hold', `An all_gather of 1 GiB takes ${times(gather.seconds)}; reduce-scatter + all-gather is an all_reduce: ${times(reduce.seconds)}, ${ratio(reduce.seconds, gather.seconds)} x. It helps only where the gather was not needed.`]
    },
  },
  {
    says: '8 GPUs on PCIe alone spend over 60 % of a step on all-reduce where NVLink spends 10 %.',
    commands: ['pcie3-8gpu', 'pcie4-8gpu', 'dgx-a100'].map((on) => `expect all_reduce --on ${on} --step-compute 50ms --model bert-large`),
    async shows(commands) {
      const [three, four, nvlink] = (await Promise.all(commands.map(json))).map(({ step }) => step.share)
      const holds = three > 0.6 && nvlink <= 0.11
      return [holds ? 'holds under these assumptions' : 'not under these assumptions', `BERT-large in 16 bits, 50 ms of computation a step, nothing overlapped: PCIe 3.0 ${print.percent(three)}, PCIe 4.0 ${print.percent(four)}, NVLink of an A100 ${print.percent(nvlink)}. With longer steps or overlap all shares fall.`]
    },
  },
  {
    says: 'BERT-large on 64 nodes x 8 GPUs over EDR scales well.',
    commands: ['expect all_reduce --on 8xV100-SXM2+4x100G --nodes 64 --size 680MB', 'expect all_reduce --on 8xV100-SXM2+1x100G --nodes 64 --size 680MB'],
    async shows(commands) {
      const [four, one] = (await Promise.all(commands.map(json))).map(({ plateau }) => plateau.seconds)
      return ['depends on the step', `The all-reduce of its 680 MB takes ${times(four)} with four EDR ports a node, ${times(one)} with one. It stays under 10 % of a step of ${times(9 * four)} (one port: ${times(9 * one)}) of computation, or hides behind the backward pass of one that is as long as itself.`]
    },
  },
  {
    says: 'A NCCL buffer too small costs 3 x.',
    commands: ['4M', '1M', '256K', '128K', '64K'].map((buffer) => `simulate all_reduce --on star:8 --latency 2.5us --algo ring --size 1G --buffer ${buffer}`),
    async shows(commands) {
      const rows = await Promise.all(commands.map(best))
      const each = rows.map(({ seconds }, at) => `${['4 MiB', '1 MiB', '256 KiB', '128 KiB', '64 KiB'][at]} ${ratio(seconds, rows[0].seconds)} x`)
      return ['holds where the buffer is below what is under way', `50 GB/s and 5 us from rank to rank, 8 slots a buffer: ${each.join(', ')}. What must be under way is bandwidth x round trip: 50 GB/s x 10 us = 500 kB.`]
    },
  },
  {
    says: 'One NIC throttled by heat (P99 5 → 50 us) slows training by 30 %.',
    commands: ['5us@0', '50us@0'].flatMap((jitter) => ['1M', '64M'].map((size) => `simulate all_reduce --on dgx-a100 --nodes 4 --algo ring --rings auto --size ${size} --jitter ${jitter} --runs 20`)),
    async shows(commands) {
      const [cool1, cool64, hot1, hot64] = (await Promise.all(commands.map(json))).map(({ repeated }) => repeated.p50Seconds)
      const [small, large] = [hot1 / cool1 - 1, hot64 / cool64 - 1]
      return [small > 0.3 ? 'only where small collectives fill the step' : 'not here', `4 x DGX A100, all that rank 0 sends, median of 20 runs: 1 MiB takes ${print.percent(small)} longer, 64 MiB ${print.percent(large)}. A step that spends 20 % in 64 MiB all-reduces becomes ${print.percent(0.2 * large)} longer; 30 % takes a step of which ${print.percent(Math.min(1, 0.3 / large))} is such communication.`]
    },
  },
]

/** 8.192 MB: 12.5 GB/s … decoded: seconds = latency + bytes / bandwidth, least squares on relative errors. */
function decodedCurve() {
  const points = [[8.192, 12.5], [16.384, 18.2], [32.768, 22.1], [65.536, 24.8], [131.072, 25.3]].map(([megabytes, gigabytes]) => {
    const bytes = megabytes * 1e6
    return { bytes, seconds: bytes / (gigabytes * 1e9) }
  })
  // Weighted by 1/seconds²: minimises relative errors.
  let [w, wx, wy, wxx, wxy] = [0, 0, 0, 0, 0]
  for (const { bytes: x, seconds: y } of points) {
    const weight = 1 / (y * y)
    w += weight
    wx += weight * x
    wy += weight * y
    wxx += weight * x * x
    wxy += weight * x * y
  }
  const perByte = (w * wxy - wx * wy) / (w * wxx - wx * wx)
  const latency = (wy - perByte * wx) / w
  return { latency, bandwidth: 1 / perByte, half: latency / perByte }
}

/** What each statement says: the titles of their parts in the document. */
export const statements = [...OURS, ...FOUND].map(({ says }) => says)

async function sectionOf(title, claims, kept) {
  const parts = [`## ${title}`, '']
  for (const { says, commands, shows } of claims) {
    const known = kept(says)
    const [verdict, text] = known === undefined ? await shows(commands) : []
    const lines = [`**${verdict}.** ${text}`, '', ...commands.map((command) => `    ringscope ${command}`), '']
    parts.push(`### ${says}`, '', known ?? lines.join('\n'))
  }
  return parts
}

/** The document. `kept` gives what stands under a statement, where that is not to be made anew. */
export async function claimsText(kept = () => undefined) {
  const { latency, bandwidth, half } = decodedCurve()
  return [
    '# What is said about collectives, and what holds',
    '',
    'Each statement with the commands that show it; the figures are those of the commands. Made by `node scripts/claims.mjs`; do not edit.',
    'S is the size of the full vector. Generated topologies have links of 50 GB/s and 500 ns unless said otherwise.',
    '',
    ...(await sectionOf('Where popular texts are wrong', OURS, kept)),
    ...(await sectionOf('Statements found', FOUND, kept)),
    '### The curve 8.192 MB: 12.5, 16.384: 18.2, 32.768: 22.1, 65.536: 24.8, 131.072: 25.3 GB/s',
    '',
    `**decoded.** As latency + size / bandwidth: ${print.duration(latency)}, ${print.rate(bandwidth)}, half of it at ${print.bytes(Math.round(half))}. A latency of ${print.duration(latency)} is no link's: that is the start of the operation, many steps, or synchronisation.`,
    '',
    'Fit of the five points, minimising relative errors; see docs/accuracy.md for the curves of real machines.',
    '',
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(fileURLToPath(new URL('../docs/claims.md', import.meta.url)), await claimsText())
