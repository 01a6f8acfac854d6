/** Healthy machines of many kinds, as people have them: none of their runs gets a warning or an error. */
import { expect, test } from 'vitest'
import { busFactor, type CollectiveName } from '../../src/core/collectives/names.ts'
import { HEADER, PARAMETERS, printedRow } from '../../src/core/parsers/nccl-tests/printed.fixtures.ts'
import { ringscope } from './run-here.ts'

const [KiB, MiB, GiB] = [2 ** 10, 2 ** 20, 2 ** 30]

interface Made {
  readonly collective?: CollectiveName
  readonly gpu: string
  readonly hosts?: readonly string[]
  /** On each host. */
  readonly gpus?: number
  /** GB/s */
  readonly peak: number
  /** Microseconds of the smallest sizes. */
  readonly latency?: number
  readonly to?: number
  /** Times vary by this share up and down. */
  readonly noise?: number
  readonly version?: string
}

/** A run whose time is latency + bytes / peak. */
function run(made: Made): string {
  const { collective = 'all_reduce', gpu, hosts = ['node-1'], gpus = 8, peak, latency = 30 } = made
  const ranks = hosts.length * gpus
  const devices = hosts.flatMap((host, node) =>
    Array.from({ length: gpus }, (_, device) => {
      const rank = node * gpus + device
      return `#  Rank ${rank} Group  0 Pid ${4000 + rank} on ${host} device ${device} [0000:${16 + device}:00] ${gpu}\n`
    }),
  )
  const rows: string[] = []
  for (let bytes = 8; bytes <= (made.to ?? 8 * GiB); bytes *= 2) {
    const seconds = latency * 1e-6 + (bytes * busFactor(collective, ranks)) / (peak * 1e9)
    const wave = 1 + (made.noise ?? 0) * Math.sin(7 * rows.length)
    const busbw = ((bytes / seconds / 1e9) * busFactor(collective, ranks)) / wave
    rows.push(
      printedRow(collective, ranks, bytes, busbw, { redop: collective.includes('reduce') ? 'sum' : 'none' }),
    )
  }
  const name = collective.replace('all_to_all', 'alltoall').replace('send_recv', 'sendrecv')
  const version =
    made.version === undefined ? '' : `# nccl-tests version 2.13.6 nccl-library=${made.version}\n`
  return `$ ${name}_perf -b 8 -e 8G -f 2\n${version}${PARAMETERS}${devices.join('')}${HEADER}${rows.join('\n')}\n# Out of bounds values : 0 OK\n# Avg bus bandwidth    : ${(peak / 3).toFixed(3)}\n`
}

/** `nvidia-smi topo -m` of a box whose GPUs see each other like this. */
const topo = (gpus: number, path: (a: number, b: number) => string): string => {
  const all = Array.from({ length: gpus }, (_, at) => at)
  const rows = all.map(
    (a) => `GPU${a}\t${all.map((b) => (a === b ? ' X ' : path(a, b))).join('\t')}\t0-31\t0\n`,
  )
  return `\t${all.map((at) => `GPU${at}`).join('\t')}\tCPU Affinity\tNUMA Affinity\n${rows.join('')}\n`
}

const A100 = 'NVIDIA A100-SXM4-80GB'
const H100 = 'NVIDIA H100 80GB HBM3'
const L40S = 'NVIDIA L40S'
const ALL = [
  'all_reduce',
  'all_gather',
  'reduce_scatter',
  'broadcast',
  'reduce',
  'all_to_all',
  'send_recv',
] as const

const CASES: readonly (readonly [name: string, text: string, ...argv: readonly string[]])[] = [
  ['4 GPUs, all joined by NVLink', run({ gpu: A100, gpus: 4, peak: 228 }) + topo(4, () => 'NV4')],
  [
    'a PCIe box across two sockets',
    run({ gpu: L40S, gpus: 4, peak: 11 }) + topo(4, (a, b) => (a >> 1 === b >> 1 ? 'PIX' : 'SYS')),
  ],
  ['2 GPUs with a bridge', run({ gpu: 'NVIDIA A100 80GB PCIe', gpus: 2, peak: 230 }) + topo(2, () => 'NV12')],
  [
    '2 GPUs that could have a bridge',
    run({ gpu: 'NVIDIA GeForce RTX 3090', gpus: 2, peak: 9, to: GiB }) + topo(2, () => 'PHB'),
  ],
  ['a pair of MIG slices', run({ gpu: `${A100} MIG 3g.40gb`, gpus: 2, peak: 8, to: 256 * MiB })],
  ['3 nodes on half of the NICs', run({ gpu: H100, hosts: ['a', 'b', 'c'], peak: 185, latency: 60 })],
  [
    '2 nodes on 10 Gb/s Ethernet',
    run({ gpu: 'Tesla V100-SXM2-32GB', gpus: 1, hosts: ['a', 'b'], peak: 1.05 }),
  ],
  [
    'V100 of the first era',
    run({ gpu: 'Tesla V100-SXM2-16GB', peak: 128, version: '2708' }),
    '--on',
    'dgx-1v',
  ],
  ['H100 before NVLS', run({ gpu: H100, peak: 370, version: '21602' }), '--on', 'dgx-h100'],
  ['a GPU that nobody knows', run({ gpu: 'NVIDIA Z900', peak: 5 })],
  ['a sweep that ends at 64 MB', run({ gpu: H100, peak: 478, to: 64 * MiB }), '--on', 'dgx-h100'],
  [
    'a sweep that ends at 128 MB, all_to_all',
    run({ gpu: A100, collective: 'all_to_all', peak: 225, latency: 50, to: 128 * MiB }),
    '--on',
    'dgx-a100',
  ],
  ['a sweep of small sizes', run({ gpu: A100, peak: 232, to: 64 * KiB }), '--on', 'dgx-a100'],
  [
    'a noisy cloud',
    run({ gpu: A100, hosts: ['a', 'b'], peak: 185, latency: 90, noise: 0.12 }),
    '--on',
    'dgx-a100',
    '--nodes',
    '2',
  ],
  [
    'all collectives in one file',
    ALL.map((collective) => run({ gpu: A100, collective, peak: 226 })).join('\n'),
    '--on',
    'dgx-a100',
  ],
  [
    'hosts a few percent apart',
    [232, 226, 221].map((peak, at) => run({ gpu: A100, hosts: [`gpu-${at}`], peak })).join('\n'),
  ],
  [
    'machines of several kinds',
    run({ gpu: A100, peak: 230 }) + run({ gpu: L40S, gpus: 4, hosts: ['pcie-1'], peak: 17, to: GiB }),
  ],
  [
    'an excerpt that names one rank of eight',
    run({ gpu: A100, peak: 230 }).replace(/# {2}Rank [1-7] .*\n/g, ''),
  ],
  ['devices without rows', run({ gpu: A100, gpus: 1, peak: 230 }).replace(/^ +\d+ .*\n/gm, '')],
]

interface ReportJson {
  readonly inputs: readonly { readonly formats: readonly string[] }[]
  readonly findings: readonly { readonly severity: string; readonly title: string }[]
}

test.each(CASES)('%s', async (_, input, ...argv) => {
  const { status, stdout } = await ringscope(['diagnose', '-', '--json', ...argv], { input })
  const { inputs, findings } = JSON.parse(stdout) as ReportJson
  expect(inputs[0]?.formats).toContain('nccl-tests')
  expect(findings.filter(({ severity }) => severity === 'error' || severity === 'warning')).toEqual([])
  expect(status).toBe(0)
})
