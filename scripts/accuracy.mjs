// Writes docs/accuracy.md: how far the expected times lie from measured ones, table by table, in three bands of size.
// Usage: node scripts/accuracy.mjs [SHARED]      SHARED: the folder with data/, by default ../shared where it is at hand. Without it
// the rows of the tables that stand there are kept as they are.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { busFactor } from '../dist/core/collectives/names.js'
import { measuredTables } from '../dist/core/cost/measured/index.js'
import { expect } from '../dist/core/expectation/expect.js'
import { withFabric, withNodes } from '../dist/core/machine/edits.js'
import { machineNamed } from '../dist/core/machine/named.js'

const repository = fileURLToPath(new URL('..', import.meta.url))
const MiB = 2 ** 20
const BANDS = [
  { title: '≥ 256 MiB', holds: (bytes) => bytes >= 256 * MiB },
  { title: '1-256 MiB', holds: (bytes) => bytes >= MiB && bytes < 256 * MiB },
  { title: '< 1 MiB', holds: (bytes) => bytes < MiB },
]

/** Single numbers that are published as text. */
const single = () => [
  {
    title: 'H200 node with 4 to 8 GPUs, all_reduce of 8 GiB',
    source: 'ml-engineering network README',
    question: undefined,
    pairs: [
      [4, 363.3],
      [5, 414.2],
      [6, 435.6],
      [7, 460],
      [8, 473.1],
    ].map(([ranks, busbw]) => ({
      question: { machine: on('dgx-h200'), ranks, collective: 'all_reduce' },
      row: [2 ** 33, (2 ** 33 * busFactor('all_reduce', ranks)) / busbw / 1e3],
    })),
    sample: 'plateau only',
  },
  {
    title: '4 nodes, 32 GPUs (hardware not stated, taken for 8 x A100 with 4 x 200G), all_reduce',
    source: 'ml-engineering network/benchmarks README',
    question: { machine: on('8xA100-SXM4+4x200G', 4), collective: 'all_reduce' },
    rows: fromBusbw(32, [
      [MiB, 17.1],
      [16 * MiB, 93.9],
      [1024 * MiB, 94.2],
      [16384 * MiB, 91.7],
    ]),
    sample: 'out',
  },
]

/** What the program itself knows; `sample` says what of a table the model has seen. */
export const ownTables = () => [
  ...measuredTables.map(({ title, source, machine, collective, algorithm, rows }) => ({
    title: `${title}, ${collective}`,
    source,
    question: { machine, collective, ...(algorithm ? { algorithm } : {}) },
    rows,
    sample: rows.length > 3 ? 'in' : 'in (curve only)',
  })),
  ...single(),
]

/** Whole tables of others, of which the program knows a part or nothing. */
export function outsideTables(folder) {
  const text = (...path) => readFileSync(join(folder, 'data', ...path), 'utf8')
  const superbench = ['all_reduce', 'all_gather', 'reduce_scatter', 'broadcast', 'reduce'].map((collective) => ({
    title: `8 x A100, ${collective}`,
    source: 'microsoft/superbenchmark tests/data',
    question: { machine: on('dgx-a100'), collective },
    rows: ncclTests(text('nccl', `nccltests_superbench_${collective}.log`)),
    sample: 'in',
  }))
  const p5 = lines(text('sim', 'measured', 'aws_p5_1node_8xH100_allreduce.tsv')).slice(1)
  const simai = lines(text('sim', 'simai', 'nic_ratio.csv')).slice(1)
  return [
    {
      title: '8 x H100, AWS p5, all_reduce (in-place)',
      source: 'awsome-distributed-training micro-benchmarks/nccl-tests README',
      question: { machine: on('aws-p5'), collective: 'all_reduce' },
      rows: p5.map((line) => line.split('\t').map(Number)).map((cells) => [cells[0], cells[4]]),
      sample: 'in',
    },
    ...superbench,
    {
      title: '72 x GB200, all_reduce',
      source: 'coreweave/nccl-tests PR 43',
      question: { machine: on('gb200-nvl72'), collective: 'all_reduce' },
      rows: ncclTests(text('nccl', 'nccltests_gb200_nvl72.txt')),
      sample: 'in',
    },
    {
      title: '2 x 8 x H100, GCP a3-mega (8 x 200G, GPUDirect-TCPXO), all_reduce',
      source: 'create-a3mega fork',
      question: { machine: on('8xH100-SXM5+8x200G', 2, 'roce'), collective: 'all_reduce' },
      rows: ncclTests(text('nccl', 'nccltests_a3mega_h100_2n16g.md')),
      sample: 'plateau only',
    },
    {
      title: '2 x 1 x H100, one 400G NIC each, tree, all_reduce',
      source: 'nccl-tests #232',
      question: { machine: on('dgx-h100', 2), ranksPerNode: 1, collective: 'all_reduce', algorithm: 'Tree' },
      rows: ncclTests(text('nccl', 'nccltests_h100_tree_2ranks_4nics.txt')),
      sample: 'out',
    },
    ...[2, 4, 32, 128].map((nodes) => ({
      title: `${nodes} x 8 x H100, 8 x 400G, ring, all_reduce`,
      source: 'aliyun/SimAI nic_ratio.csv (a simulator’s calibration)',
      question: { machine: on('dgx-h100', nodes), collective: 'all_reduce', algorithm: 'Ring' },
      rows: simai.map((line) => {
        const cells = line.split(',').map(Number)
        const busbw = cells[1 + Math.log2(nodes)] * 400
        return [cells[0], (cells[0] * busFactor('all_reduce', 8 * nodes)) / busbw / 1e3]
      }),
      sample: 'out',
    })),
  ]
}

function on(name, nodes = 1, fabric) {
  const machine = withNodes(machineNamed(name).value, nodes)
  return fabric ? withFabric(machine, { kind: fabric, oversubscription: 1 }) : machine
}

const fromBusbw = (ranks, rows) =>
  rows.map(([bytes, busbw]) => [bytes, (bytes * busFactor('all_reduce', ranks)) / busbw / 1e3])

const lines = (text) => text.split('\n').filter((line) => line.trim() !== '')

/** Size and in-place time of nccl-tests rows: the fourth column from the end. */
const ncclTests = (text) =>
  lines(text)
    .map((line) => line.trim().split(/\s+/))
    .filter((cells) => cells.length > 9 && Number(cells[0]) > 0 && Number.isFinite(Number(cells.at(-4))))
    .map((cells) => [Number(cells[0]), Number(cells.at(-4))])

/** Expected over measured time minus one, per row. */
export function errors({ question, rows, pairs }) {
  const asked = pairs ?? rows.map((row) => ({ question, row }))
  return asked.map(({ question, row: [bytes, microseconds] }) => {
    const expectation = expect({ ...question, sizes: [bytes] })
    return { bytes, error: (expectation.plateau.seconds * 1e6) / microseconds - 1 }
  })
}

export function summary(found) {
  if (found.length === 0) return undefined
  const sizes = found.map(({ error }) => Math.abs(error))
  return { mean: sizes.reduce((sum, error) => sum + error, 0) / sizes.length, worst: Math.max(...sizes) }
}

const percent = (share) => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`
const cell = (found) => (found ? `${percent(found.mean)} (${percent(found.worst)})` : '')

const HEAD = `| table | sizes | sample | ${BANDS.map(({ title }) => title).join(' | ')} | source |
| --- | --- | --- | --- | --- | --- | --- |`
const OUTSIDE = '## Whole tables'

const rowsOf = (tables) =>
  tables
    .map((table) => {
      const found = errors(table)
      const bands = BANDS.map(({ holds }) => cell(summary(found.filter(({ bytes }) => holds(bytes)))))
      return `| ${table.title} | ${found.length} | ${table.sample} | ${bands.join(' | ')} | ${table.source} |`
    })
    .join('\n')

/** The document. `before`: as it was, for the rows of tables that are not at hand. */
export function page(folder, before) {
  const outside = folder ? rowsOf(outsideTables(folder)) : before.split(`${OUTSIDE}\n`)[1].split(`${HEAD}\n`)[1].trimEnd()
  return `# How near the expectation is

Error of the expected time against the measured one: mean of the absolute errors, in brackets the worst, by size of the
operation. Made by \`node scripts/accuracy.mjs\`; do not edit.

*Sample* says what of a table the model has seen. *in*: its curve was taken from this very table, so the error says only how
well the form fits. *plateau only*: the value at the largest sizes is published and used, the way there is not. *out*: nothing
of it was used. *curve only*: single sizes that went into a pooled curve.

How near the *simulation* is to collectives that ran on CPUs: [accuracy-run.md](accuracy-run.md).

Below 1 MiB launch and fabric decide; \`expect\` gives a range there and never a verdict.

## What the program knows

${HEAD}
${rowsOf(ownTables())}

${OUTSIDE}

As their makers published them, with all sizes; they stand beside the repository, not in it.

${HEAD}
${outside}
`
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const beside = join(repository, '..', 'shared')
  const folder = process.argv[2] ?? process.env.RINGSCOPE_SHARED ?? (existsSync(beside) ? beside : undefined)
  const file = join(repository, 'docs', 'accuracy.md')
  writeFileSync(file, page(folder, readFileSync(file, 'utf8')))
}
