/** `ringscope expect`: the figures that the project promises, and the words around them. */
import { describe, expect, test } from 'vitest'
import { widthOf } from '../../src/core/report/text/width.ts'
import { ringscope } from './run-here.ts'

interface Row {
  readonly bytes: number
  readonly seconds: number
  readonly algbw: number
  readonly busbw: number
  readonly algorithm: string
  readonly protocol: string
  readonly bound: string
}

interface Answer {
  readonly schema: string
  readonly rows: readonly Row[]
  readonly plateau: Row
  readonly bases: readonly { readonly kind: string; readonly source: string }[]
}

const answer = async (argv: string): Promise<Answer> =>
  JSON.parse((await ringscope(['expect', ...argv.split(' '), '--json'])).stdout) as Answer
const text = (argv: string, env = {}) => ringscope(['expect', ...argv.split(' ')], { env })

describe('plateaus', () => {
  test.each([
    ['all_reduce --on dgx-a100', 225, 240],
    ['all_reduce --on dgx-h100', 470, 485],
    ['all_gather --on dgx-h100', 350, 375],
    ['all_reduce --on dgx-b200', 820, 850],
    ['all_reduce --on hgx-a800', 150, 165],
    ['all_gather --on dgx-1v', 115, 135],
    ['all_reduce --on dgx-h100 --nodes 4', 350, 396],
    ['all_reduce --on 8xA100-SXM4+4x200G --nodes 4', 92, 97],
    ['all_reduce --on 8xV100-SXM2+1x100G --nodes 4', 11.5, 12.5],
    ['all_to_all --on dgx-h100 --nodes 2', 84, 93],
    ['all_reduce --on mi300x', 300, 330],
  ])('%s: %d to %d', async (argv, low, high) => {
    const { schema, plateau, bases } = await answer(argv)
    expect(schema).toBe('ringscope.expect/2')
    expect(plateau.busbw).toBeGreaterThanOrEqual(low)
    expect(plateau.busbw).toBeLessThanOrEqual(high)
    for (const { source } of bases) expect(source).not.toBe('')
  })

  test('all_to_all falls towards the rate of one NIC with nodes', async () => {
    const nodes = await Promise.all(
      [2, 4, 8, 32].map(
        async (count) => (await answer(`all_to_all --on dgx-h100 --nodes ${count}`)).plateau.busbw,
      ),
    )
    expect([...nodes].sort((a, b) => b - a)).toEqual(nodes)
    expect(nodes.at(-1)).toBeGreaterThan(44)
    expect(nodes.at(-1)).toBeLessThan(52)
  })

  test('rows carry what they promise and agree with themselves', async () => {
    const { rows } = await answer('all_reduce --on dgx-h100 --sizes 1M-16G')
    expect(rows.map(({ bytes }) => bytes)).toEqual(Array.from({ length: 15 }, (_, at) => 2 ** (20 + at)))
    for (const { bytes, seconds, algbw, busbw, algorithm, protocol, bound } of rows) {
      expect(algbw / (bytes / seconds / 1e9)).toBeCloseTo(1, 4)
      expect(busbw / (algbw * (14 / 8))).toBeCloseTo(1, 4)
      for (const word of [algorithm, protocol, bound]) expect(word).toMatch(/^[A-Za-z0-9-]+$/)
    }
  })
})

describe('judgement', () => {
  test('a third of a DGX A100 is an error', async () => {
    const { status, stdout } = await text('all_reduce --on dgx-a100 --measured 84GB/s')
    expect(status).toBe(1)
    expect(stdout).toMatch(/^ {2}FAR BELOW EXPECTED {2}84 GB\/s is 3\d %/)
    expect((await text('all_reduce --on dgx-a100 --measured 84GB/s --fail-on never')).status).toBe(0)
  })

  test('480 on a DGX H100 is healthy, and NVLS says why it exceeds the links', async () => {
    const { status, stdout } = await text('all_reduce --on dgx-h100 --measured 480')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^ {2}AS EXPECTED/)
    expect(stdout).toMatch(/NVLS: .*309 GB\/s/s)
  })

  test('15.3 over one NIC: a NIC on the CPU would give it', async () => {
    const { stdout } = await text('all_reduce --on 8xA800-SXM4+1x200G --nodes 12 --measured 15.3')
    expect(stdout).toMatch(
      /Possible causes, each of which alone would give about 15\.3 GB\/s:\s+a\s+NIC\s+attached\s+to\s+a\s+CPU/,
    )
  })

  test('310 on two nodes: what the default and a ring reach, what would give it, what would decide', async () => {
    const { status, stdout } = await text('all_reduce --on dgx-h100 --nodes 2 --measured 310GB/s')
    expect(status).toBe(0)
    expect(
      (await text('all_reduce --on dgx-h100 --nodes 2 --measured 310GB/s --fail-on warning')).status,
    ).toBe(1)
    const [first = ''] = stdout.split('\n')
    expect(first).toMatch(
      /^ {2}BELOW EXPECTED {2}310 GB\/s is 6\d % of what NCCL reaches here by default, and 8\d % of Ring\.$/,
    )
    for (const part of [
      /NVLSTree \(default\) +45\d-4[78]\d +6\d %/,
      /Ring \(NCCL_ALGO=RING\) +36\d-39\d +8\d %/,
      /wire, one direction +400 +78 % +8 x 400 Gb\/s/,
      /●.*▒.*▓.*┤ 4\d\d GB\/s/,
      /does not test the network. Ring does\./,
      /Possible causes, each of which alone would give about 310 GB\/s: [^.]*6 of 8\s+NICs in use/,
      /Too far off to be the cause:/,
      /Check {2}1 {2}/,
      /NCCL_ALGO=RING all_reduce_perf -b 4G -e 16G -f 2/,
    ])
      expect(stdout).toMatch(part)
    expect(stdout.split('\n').length).toBeLessThanOrEqual(30)
  })

  test('--short: the verdict and what decides first; Markdown holds the comparison', async () => {
    const asked = 'all_reduce --on dgx-h100 --nodes 2 --measured 310GB/s'
    const lines = (await text(`${asked} --short`)).stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^BELOW EXPECTED {2}310 GB\/s is 6\d % /)
    expect(lines[1]).toMatch(/^do {2}the size: if it was 64 MiB/)
    const { stdout } = await text(`${asked} --format md`)
    for (const part of [/\| NVLSTree \(default\) \|/, /\| Ring /, /6 of 8 NICs in use/, /^1\. the size: /m])
      expect(stdout).toMatch(part)
  })

  test('how the number was read is said', async () => {
    expect((await text('all_reduce --on dgx-a100 --measured 230')).stdout).toContain(
      'read as busbw at 16 GiB',
    )
    expect((await text('all_reduce --on dgx-a100 --measured 130 --algbw')).stdout).toContain('130 GB/s algbw')
    expect((await text('all_reduce --on dgx-a100 --measured 1840Gb/s')).stdout).toContain(
      '230 GB/s, read as busbw',
    )
    expect((await text('all_reduce --on dgx-a100 --measured 8.3ms --size 1G')).stdout).toContain(
      '8.3 ms for 1 GiB',
    )
  })

  test('below 1 MiB there is a range and no verdict; above the links something else was meant', async () => {
    const small = await text('all_reduce --on dgx-a100 --measured 1 --size 64K')
    expect([small.status, small.stdout.trim().split('  ')[0]]).toEqual([0, 'NO VERDICT'])
    const above = await text('all_reduce --on dgx-a100 --measured 600')
    expect([above.status, above.stdout.trim().split('  ')[0]]).toEqual([0, 'ABOVE EXPECTED'])
  })

  test('where healthy machines differ by more than a factor of two there is no verdict either', async () => {
    const { status, stdout } = await text('all_reduce --on rtx4090-8gpu --measured 10')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^ {2}NO VERDICT .*too\s+wide\s+a\s+range\s+to\s+judge\s+by/)
    expect(stdout).not.toContain('1 MiB')
  })

  test('JSON says the same as the text', async () => {
    const json = JSON.parse(
      (await text('all_reduce --on dgx-h100 --nodes 2 --measured 310GB/s --json')).stdout,
    ) as { readonly measured: Record<string, unknown> }
    expect(json.measured).toMatchObject({
      given: 'busbw',
      verdict: 'below',
      severity: 'warning',
      grade: 'low',
    })
  })
})

describe('beside one number', () => {
  test('several machines side by side', async () => {
    const { stdout } = await text('all_reduce --on dgx-a100 --on dgx-h100 --measured 230')
    expect(stdout).toMatch(/^ {2}COMPARED/)
    expect(stdout).toMatch(/DGX A100 .*100 % +AS EXPECTED/)
    expect(stdout).toMatch(/DGX H100 .*48 % +FAR BELOW EXPECTED/)
    const json = JSON.parse((await text('all_reduce --on dgx-a100 --on dgx-h100 --json')).stdout) as {
      readonly compared: readonly Answer[]
    }
    expect(json.compared.map(({ plateau }) => plateau.busbw > 200)).toEqual([true, true])
  })

  test('the share of a step: most of it on PCIe, little over NVLink', async () => {
    const share = async (machine: string) => {
      const argv = `all_reduce --on ${machine} --step-compute 120ms --model bert-large --json`
      return (JSON.parse((await text(argv)).stdout) as { readonly step: { readonly share: number } }).step
        .share
    }
    expect(await share('pcie3-8gpu')).toBeGreaterThan(0.45)
    expect(await share('dgx-a100')).toBeLessThan(0.1)
  })

  test('overlap hides communication', async () => {
    const argv = 'all_reduce --on pcie3-8gpu --step-compute 120ms --params 340M --dtype fp16'
    expect((await text(argv)).stdout).toMatch(
      /^ {2}EXPECTED {2}340M parameters.* on 8 GPUs on PCIe 3\.0: communication\s+adds/,
    )
    expect((await text(`${argv} --overlap 0.8`)).stdout).toMatch(/80 % is\s+hidden/)
    // 129 ms of communication find only 120 ms of computation to hide behind.
    expect((await text(`${argv} --overlap 1`)).stdout).toMatch(
      /93 % is\s+hidden[\s\S]*\b[67](\.\d)? % of\s+the\s+step/,
    )
    const nvlink = argv.replace('pcie3-8gpu', 'dgx-a100')
    expect((await text(`${nvlink} --overlap 1`)).stdout).toMatch(/\b0 % of\s+the\s+step/)
  })
})

describe('every view keeps to its columns', () => {
  test.each([
    'all_reduce --on dgx-h100 --nodes 2 --measured 310GB/s',
    'all_reduce --on 8xA800-SXM4+1x200G --nodes 12 --measured 15.3 --verbose',
    'all_reduce --on dgx-a100',
    'all_gather --on gb200-nvl72 --verbose',
    'all_to_all --on dgx-h100 --nodes 32 --measured 20',
    'all_reduce --on dgx-a100 --on dgx-h100 --on mi300x --on rtx4090-8gpu --measured 30',
    'broadcast --on dgx-2 --size 256M --measured 9ms',
    'all_reduce --on torus:4x4',
    'all_gather --on star:16 --measured 20',
    'broadcast --on ring:8 --on star:8 --on dgx-2 --measured 20',
  ])('%s', async (argv) => {
    for (const lang of ['en', 'zh']) {
      const { stdout } = await text(`${argv} --lang ${lang}`)
      expect(stdout).not.toMatch(/NaN|undefined|Infinity|\[object/)
      for (const line of stdout.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(96)
    }
    expect((await text(`${argv} --format md`)).stdout).toMatch(/^# [A-Z ]+: /)
  })
})

describe('layout', () => {
  /** Figures may move as numbers are published; where they stand may not. */
  const figures = (stdout: string) => stdout.replace(/\d+(\.\d+)?/g, (number) => '0'.repeat(number.length))

  test('of a judged number', async () => {
    const { stdout } = await text('all_reduce --on dgx-a100 --measured 151GB/s')
    expect(figures(stdout)).toMatchInlineSnapshot(`
      "  BELOW EXPECTED  000 GB/s is 00 % of the 000 GB/s that all_reduce should reach on DGX A000.

        machine  DGX A000: 0 GPUs, 00 NVLinks each, 0 x 000 Gb/s                       preset dgx-a000
        reading  000 GB/s, read as busbw at 00 GiB; otherwise add --size 0G or --algbw, or give a time
                        expected GB/s  yours  bound by              basis
        Ring (default)        000-000   00 %  00 NVLinks x 00 GB/s  published: nccl-tests #000 + NCCL
                                                                    model
        0 ├──────────────────────────────────────●─────────────────▓▓▓▓┤ 000 GB/s   ● yours  ▓ default
        Possible causes, each of which alone would give about 000 GB/s: a GPU with 0 of 00 NVLinks
        (000); a healthy run at about 00 MiB (000)
        Too far off to be the cause: a leftover NCCL_PROTO=LL (0000); peer-to-peer off (data goes
        through shared memory) (000)
        Check  0  the size: if it was 00 MiB, rerun with -e 00G, or ringscope expect ... --size 00M
               0  nvidia-smi nvlink -s: every GPU must have the same number of links, none inactive
               0  everything at once: all_reduce_perf -b 0 -e 00G -f 0 -g <GPUs per node> | ringscope
                  diagnose -
      "
    `)
  })

  test('of a range of sizes', async () => {
    const { stdout } = await text('all_gather --on dgx-h100 --sizes 1M,1G,16G')
    expect(figures(stdout)).toMatchInlineSnapshot(`
      "  EXPECTED  all_gather on DGX H000 should reach 000-000 GB/s busbw at 00 GiB (Ring).

        machine  DGX H000: 0 GPUs, 00 NVLinks each, 0 x 000 Gb/s                       preset dgx-h000

          size     time  algbw GB/s  busbw GB/s    healthy  algorithm    bound by
         0 MiB  0000 us        0000        0000  0000-0000  Ring/LL      latency
         0 GiB  0000 ms         000         000    000-000  Ring/Simple  00 NVLinks x 0000 GB/s
        00 GiB  0000 ms         000         000    000-000  Ring/Simple  00 NVLinks x 0000 GB/s

        sources  published 000-000 GB/s: nccl-tests #000
                 NCCL model 000-000 GB/s: NCCL 0000.0 src/graph/tuning.cc
                 closed form 000-000 GB/s: Thakur, Rabenseifner & Gropp 0000
                 simulated 000 GB/s: docs/simulation.md
      "
    `)
  })

  test('at 80 columns', async () => {
    const argv = 'expect all_reduce --on dgx-h100 --nodes 2 --measured 310GB/s --no-color'
    const { stdout } = await ringscope(argv.split(' '), { columns: 80 })
    for (const line of stdout.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80)
    expect(figures(stdout)).toMatchInlineSnapshot(`
      "  BELOW EXPECTED  000 GB/s is 00 % of what NCCL reaches here by default, and
                        00 % of Ring.

        machine  0 x DGX H000: 00 GPUs, 00 NVLinks each, 0 x 000 Gb/s per node
                 preset dgx-h000
        reading  000 GB/s, read as busbw at 00 GiB; otherwise add --size 0G or
                 --algbw, or give a time
                               expected GB/s  yours  basis
        NVLSTree (default)           000-000   00 %  published: nccl-tests #000, #000
                                                     + NCCL model
        Ring (NCCL_ALGO=RING)        000-000   00 %  published: nccl-tests #000, #000
                                                     + NCCL model
        wire, one direction              000   00 %  nominal
        0 ├──────────────────────●───▒▒▒────▓▓▓┤ 000 GB/s   ● yours  ▒ Ring  ▓ default
        On two nodes the default exceeds the NIC rate, so it does not test the
        network. Ring does.
        Possible causes, each of which alone would give about 000 GB/s: a healthy run
        at about 00 MiB (000); 0 of 0 NICs in use (Ring 000)
        Too far off to be the cause: PCIe at half its width or rate (000); GPUDirect
        RDMA off or ACS on, half the rate (000); a NIC attached to a CPU instead of
        the GPUs’ PCIe switch (Ring 000); a leftover NCCL_ALGO=RING (000)
        Check  0  the size: if it was 00 MiB, rerun with -e 00G, or ringscope expect
                  ... --size 00M
               0  NCCL_ALGO=RING all_reduce_perf -b 0G -e 00G -f 0 : at 000 GB/s or
                  more the network is healthy
               0  ibstat | grep -E 'State|Rate' on each node: every port must be
                  Active at full rate
               0  everything at once: all_reduce_perf -b 0 -e 00G -f 0 -g <GPUs per
                  node> | ringscope diagnose -
      "
    `)
  })
})

test.each([
  ['expect', 'all_reduce', '--on', 'dgx-a100'],
  ['expect', 'all_reduce', '--on', 'dgx-a100', '--on', 'dgx-h100', '--on', 'mi300x', '--measured', '230'],
  ['list', 'collectives'],
  ['list', 'links'],
  ['list', 'workloads'],
  ['list', 'presets'],
  ['topo', 'dgx-a100'],
  ['explain', 'all_reduce'],
  ['diagnose', '--help'],
  ['expect', 'all_redcue'],
])('%s %s fits 80 columns', async (...argv) => {
  for (const lang of ['en', 'zh']) {
    const { stdout, stderr } = await ringscope([...argv, '--lang', lang, '--no-color'], { columns: 80 })
    for (const line of `${stdout}${stderr}`.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80)
  }
})

test.each([
  'all_reduce --on dgx-h100 --nodes 2 --measured 310GB/s',
  'all_reduce --on 8xA800-SXM4+1x200G --nodes 12 --measured 15.3',
  'all_reduce --on dgx-h100 --measured 480',
  'all_gather --on dgx-a100 --size 64K --measured 2',
  'all_reduce --on pcie3-8gpu --step-compute 120ms --model bert-large --overlap 0.5',
  'all_reduce --on dgx-a100 --on mi300x --measured 200',
  'all_reduce --on ring:8',
  'all_reduce --on star:8 --measured 20',
  'all_reduce --on star:8 --bandwidth 50GB/s --measured 70',
])('both languages give the same figures: %s', async (argv) => {
  const figures = async (lang: string) =>
    ((await text(`${argv} --lang ${lang}`)).stdout.match(/(?<![\w])\d+(\.\d+)?/g) ?? []).sort()
  expect(await figures('zh')).toEqual(await figures('en'))
})
