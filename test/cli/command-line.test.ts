/** The command line as a user meets it: help, exit codes, and what it says when it is called wrongly. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { widthOf } from '../../src/core/report/text/width.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { ringscope } from './run-here.ts'

const folder = temporaryFolder('cli')
const ESCAPE = String.fromCharCode(27)
const STACK = /\bat .+:\d+:\d+|node:internal/

describe('help', () => {
  const commands = ['diagnose', 'expect', 'simulate', 'topo', 'explain', 'list']

  test.each([[], ['--help'], ['-h'], ['help']].map((argv) => ({ argv })))(
    'ringscope $argv',
    async ({ argv }) => {
      const { status, stdout, stderr } = await ringscope(argv)
      expect(status).toBe(0)
      expect(stderr).toBe('')
      for (const command of commands) expect(stdout).toContain(`  ${command} `)
      for (const code of [0, 1, 2, 3, 4]) expect(stdout).toMatch(new RegExp(`^  ${code}  \\S`, 'm'))
    },
  )

  test.each(commands)(
    '%s has help with examples, in English and Chinese, within 96 columns',
    async (command) => {
      for (const lang of ['en', 'zh']) {
        const { status, stdout } = await ringscope([command, '--help', '--lang', lang])
        expect(status).toBe(0)
        expect(stdout).toMatch(new RegExp(`^  ringscope ${command}`, 'm'))
        expect(/\p{Script=Han}/u.test(stdout)).toBe(lang === 'zh')
        for (const line of stdout.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(96)
      }
      expect((await ringscope(['help', command])).stdout).toBe((await ringscope([command, '--help'])).stdout)
    },
  )

  test('LANG chooses the language', async () => {
    expect((await ringscope(['--help'], { env: { LANG: 'zh_CN.UTF-8' } })).stdout).toContain('用法')
  })
})

describe('wrong usage: exit 2, on stderr, with what to do next', async () => {
  test.each([
    [['daignose'], 'diagnose'],
    [['run.log'], 'ringscope diagnose run.log'],
    [['--frobnicate'], '--help'],
    [['list', 'presetz'], 'presets'],
    [['list', 'presets', '--formt', 'json'], '--format'],
    [['list', 'presets', '--format', 'xml'], 'text, json, md'],
    [['list', 'presets', 'rules'], '2'],
    [['list', '--format'], '--format'],
    [['explain', 'buswb'], 'busbw'],
    [['topo', 'dgx-a10'], 'dgx-a100'],
    [['topo'], 'topo --help'],
    [['diagnose'], '-'],
    [['diagnose', 'no-such-file'], 'no-such-file'],
    [['diagnose', '-', '-'], '-'],
    [['diagnose', '.', '--on', 'dgx-a10'], 'dgx-a100'],
    [['diagnose', '.', '--fail-on', 'fatal'], 'error, warning, info, never'],
    [['diagnose', '.', '--require', 'broken'], 'healthy'],
    [['diagnose', '.', '--nodes', '-1'], '--nodes'],
    [['diagnose', '.', '--baseline', 'no-such-file'], 'no-such-file'],
    [['expect'], 'collective'],
    [['expect', 'all_reduce'], '--on'],
    [['expect', 'all_redcue', '--on', 'dgx-a100'], 'all_reduce'],
    [['expect', 'all_reduce', '--on', '8xH10+8x400G'], '8xH100'],
    [['expect', 'all_reduce', '--on', 'dgx-a100', '--measured', 'fast'], '310GB/s'],
    [['expect', 'all_reduce', '--on', 'dgx-a100', '--measured', '-5'], '--measured'],
    [['expect', 'all_reduce', '--on', 'dgx-a100', '--measured', '12ms'], '--size'],
    [['expect', 'all_reduce', '--on', 'dgx-a100', '--algbw'], '--measured'],
    [['expect', 'all_reduce', '--on', 'dgx-a100', '--size', '0'], '--size'],
    [['expect', 'all_reduce', '--on', 'dgx-a100', '--size', '1G', '--sizes', '1M'], '--sizes'],
    [['expect', 'all_reduce', '--on', 'dgx-a100', '--ranks', '64'], '--nodes'],
    [['expect', 'all_reduce', '--on', 'dgx-a100', '--ranks', '1'], '--ranks'],
    [['expect', 'all_reduce', '--on', '8xH100', '--nodes', '4'], '8xH100-SXM5+8x400G'],
    [['expect', 'all_reduce', '--on', 'dgx-a100', '--algo', 'NVLS'], '--algo'],
    [['expect', 'all_reduce', '--on', 'dgx-a100', '--algo', 'rings'], 'Ring'],
    [['expect', 'all_reduce', '--on', 'dgx-a100', '--fabric', 'carrier-pigeon'], 'ib'],
    [['expect', 'all_reduce', '--on', 'dgx-a100', '--model', '7B'], '--step-compute'],
    [['expect', 'all_reduce', '--on', 'dgx-a100', '--step-compute', '1s', '--model', 'gpt9'], 'gpt-3'],
    [['expect', 'all_reduce', '--on', 'dgx-a100', '--step-compute', '1'], '12.4ms'],
    [['list', 'presets', '-o', '/no/such/folder/out.txt'], '/no/such/folder/out.txt'],
  ])('%j names %s', async (argv, named) => {
    for (const lang of ['en', 'zh']) {
      const { status, stdout, stderr } = await ringscope([...argv, '--lang', lang])
      expect(status).toBe(2)
      expect(stdout).toBe('')
      expect(stderr).toMatch(/^ringscope: /)
      expect(stderr.replaceAll('、', ', ')).toContain(named)
      expect(stderr).not.toMatch(STACK)
      for (const line of stderr.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(96)
    }
  })
})

describe('where the answer goes', () => {
  test('--output writes a file without colour and says so, unless --quiet', async () => {
    const file = join(folder, 'presets.md')
    const run = await ringscope(['list', 'presets', '--format', 'md', '-o', file], {
      env: { FORCE_COLOR: '1' },
    })
    expect(run).toEqual({ status: 0, stdout: '', stderr: `written to ${file}\n` })
    expect(readFileSync(file, 'utf8')).toMatch(/^\| id \|/)
    expect((await ringscope(['list', 'rules', '-o', file, '--quiet'])).stderr).toBe('')
  })

  test('options may stand before the command', async () => {
    expect((await ringscope(['--json', 'list', 'rules'])).stdout).toBe(
      (await ringscope(['list', 'rules', '--json'])).stdout,
    )
  })

  test('nothing is coloured in a pipe, only the verdict where colour is forced, nothing under NO_COLOR', async () => {
    const argv = ['expect', 'all_reduce', '--on', 'dgx-a100', '--measured', '84GB/s']
    const plain = (await ringscope(argv)).stdout
    expect(plain).not.toContain(ESCAPE)
    const coloured = (await ringscope(argv, { env: { FORCE_COLOR: '1' } })).stdout
    expect(coloured.split(`${ESCAPE}[31m`)).toHaveLength(3)
    expect(coloured.replaceAll(`${ESCAPE}[31m`, '').replaceAll(`${ESCAPE}[0m`, '')).toBe(plain)
    expect((await ringscope(argv, { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).stdout).toBe(plain)
    expect((await ringscope([...argv, '--no-color'], { env: { FORCE_COLOR: '1' } })).stdout).toBe(plain)
  })

  test('LANG=C gets ASCII', async () => {
    for (const argv of [
      ['expect', 'all_reduce', '--on', 'dgx-h100', '--nodes', '2', '--measured', '310'],
      ['expect', 'all_reduce', '--on', '8xA800-SXM4+1x200G', '--nodes', '12', '--measured', '15.3'],
      ['topo', 'dgx-1v'],
      ['list', 'workloads'],
      ['list', 'algorithms'],
      ['explain', 'tree'],
    ])
      expect((await ringscope(argv, { env: { LANG: 'C' } })).stdout).toMatch(/^[\x20-\x7e\n]+$/)
  })
})

describe('lists and explanations', () => {
  const lists = [
    'formats',
    'rules',
    'algorithms',
    'presets',
    'collectives',
    'links',
    'workloads',
    'variables',
  ]

  test.each(lists)('list %s: text within 96 columns, JSON and Markdown of the same length', async (name) => {
    for (const lang of ['en', 'zh']) {
      const { stdout } = await ringscope(['list', name, '--lang', lang])
      for (const line of stdout.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(96)
    }
    const { schema, items } = JSON.parse((await ringscope(['list', name, '--json'])).stdout) as {
      schema: string
      items: readonly object[]
    }
    const markdown = (await ringscope(['list', name, '--format', 'md'])).stdout
    expect(schema).toBe('ringscope.list/1')
    expect(items.length).toBeGreaterThan(0)
    expect(markdown.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(items.length + 2)
  })

  test('every topic is explained in both languages', async () => {
    const index = (await ringscope(['explain'])).stdout
    const topics = index
      .split('\n')
      .slice(0, -2)
      .flatMap((line) => line.replace(/^ {2}(\S+)? +/, '').split(/, ?/))
      .filter(Boolean)
    expect(topics.length).toBeGreaterThan(100)
    for (const topic of [
      'busbw',
      'topo -m',
      'all_gather',
      'nvlink3',
      'dgx-h100',
      'size-dip',
      'NCCL_BUFFSIZE',
    ])
      expect(topics).toContain(topic)
  })

  test.each([
    ['bus bandwidth', 'busbw'],
    ['GDR', 'GPUDirect'],
    ['alltoall', 'all_to_all'],
    ['hgx-h100', 'dgx-h100'],
    ['NCCL_BUFFER_SIZE', 'does not exist'],
    ['PAT', 'one GPU per node'],
    ['straggler', 'shortest'],
    ['pcie3', 'counts both directions'],
  ])('explain %s finds %s', async (topic, text) => {
    const { status, stdout } = await ringscope(['explain', topic])
    expect(status).toBe(0)
    expect(stdout).toContain(text)
    expect((await ringscope(['explain', topic, '--lang', 'zh'])).stdout).toMatch(/\p{Script=Han}/u)
  })
})

describe('topo', () => {
  test('a preset: the matrix as nvidia-smi prints it, the NICs, what is alike', async () => {
    const { stdout } = await ringscope(['topo', 'dgx-a100'])
    expect(stdout).toMatch(/^ {2}GPU0 +X NV12 NV12 NV12 NV12 NV12 NV12 NV12 +PIX/m)
    expect(stdout).toContain('all 8 GPUs have 12 NVLinks')
    for (const line of stdout.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(96)
  })

  test('the cube mesh is not fully connected', async () => {
    expect((await ringscope(['topo', 'dgx-1v'])).stdout).toContain('reaches 4 of 7 others')
  })

  test('a NIC on the CPU is named', async () => {
    expect((await ringscope(['topo', '8xA800-SXM4+1x200G,nic-on-cpu'])).stdout).toMatch(
      /^ {2}NOTICE {2}NIC0 reaches/,
    )
    expect((await ringscope(['topo', '8xA800-SXM4+1x200G,nic-on-cpu'])).stdout).toContain(
      'through the CPU (PHB)',
    )
  })

  test('a rack is summed up', async () => {
    const { stdout } = await ringscope(['topo', 'gb200-nvl72'])
    expect(stdout).toMatch(/GPU to GPU +NV18 +2,556/)
    expect(stdout.split('\n').length).toBeLessThan(40)
  })

  test('for Graphviz: a device graph, a matrix, a generated topology', async () => {
    const machine = (await ringscope(['topo', 'dgx-1v', '--format', 'dot'])).stdout
    expect(machine).toMatch(/^digraph "DGX-1V" \{\n[\s\S]*\n\}\n$/)
    expect(machine).toContain('"GPU0" -> "GPU3" [label="2 x nvlink2 40 GB/s", dir=none]')
    // Each pair once: 16 pairs of GPUs are linked.
    expect(machine.match(/"GPU\d" -> "GPU\d"/g)).toHaveLength(16)
    const file = join(folder, 'topo-m.txt')
    writeFileSync(
      file,
      '\tGPU0\tGPU1\tNIC0\nGPU0\t X \tNV12\tPIX\nGPU1\tNV12\t X \tSYS\nNIC0\tPIX\tSYS\t X \n',
    )
    const matrix = (await ringscope(['topo', file, '--format', 'dot'])).stdout
    expect(matrix).toContain('"GPU0" -> "GPU1" [label="NV12", dir=none]')
    expect(matrix).toContain('"GPU0" -> "NIC0" [label="PIX", dir=none, style=dashed]')
    const torus = (await ringscope(['topo', 'torus:4x4', '--format', 'dot', '--bandwidth', '25GB/s'])).stdout
    expect(torus.match(/ -> .*label="25 GB\/s"/g)).toHaveLength(64)
  })

  test('a generated topology: links between ranks, longest way, halves', async () => {
    const { stdout, status } = await ringscope('topo torus:4x4 --bandwidth 25GB/s'.split(' '))
    expect(status).toBe(0)
    expect(stdout).toContain('16 ranks, 64 links of 25 GB/s, 500 ns each')
    expect(stdout).toMatch(/^ {2}rank10 4 3 2 3 /m)
    expect(stdout).toMatch(/Longest path +4 links, 2 us: rank0 to rank10/)
    expect(stdout).toMatch(/Halves +200 GB\/s each way \(8 links\)/)
    expect(stdout).toMatch(/Assumed +latency of the links/)
    expect(stdout).toContain('simulate all_reduce --on torus:4x4 --bandwidth 25GB/s')
    const chinese = (await ringscope('topo torus:4x4 --lang zh'.split(' '))).stdout
    expect(chinese).toMatch(/最长路径 +4 条链路，2 us：rank0 到 rank10/)
  })

  test.each(['ring:8', 'fat-tree:4', 'pcie-tree:2x4', 'star:100', 'mesh:300', 'ring:100000', 'fat-tree:16'])(
    '%s fits a page',
    async (what) => {
      const { stdout, status } = await ringscope(['topo', what])
      expect(status).toBe(0)
      const lines = stdout.split('\n')
      expect(lines.length).toBeLessThan(40)
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(96)
    },
  )

  test('a generated topology for programs: every link of a small one, counts of a large one', async () => {
    const small = JSON.parse((await ringscope('topo pcie-tree:2x2 --json'.split(' '))).stdout)
    expect(small).toMatchObject({ schema: 'ringscope.topo/1', topologies: [{ ranks: 4, switches: 3 }] })
    const [topology] = small.topologies
    expect(topology.links).toHaveLength(12)
    expect(topology.links[0]).toEqual({ from: 'GPU0', to: 'PCI0', bandwidth: 50e9, latencySeconds: 500e-9 })
    expect(topology.hops).toEqual([
      [0, 2, 4, 4],
      [2, 0, 4, 4],
      [4, 4, 0, 2],
      [4, 4, 2, 0],
    ])
    expect(topology.halves).toEqual({ bandwidth: 50e9, inside: ['GPU0', 'GPU1'] })
    const [large] = JSON.parse((await ringscope('topo ring:100000 --json'.split(' '))).stdout).topologies
    expect(large).toMatchObject({ linkCount: 200_000, diameter: { hops: 50_000 } })
    expect(large).not.toHaveProperty('links')
    const markdown = (await ringscope('topo ring:4 --format md'.split(' '))).stdout
    expect(markdown).toContain('| rank0 | X | 1 | 2 | 1 |')
  })

  test('what cannot be drawn or shown says how it could', async () => {
    for (const [argv, seen] of [
      ['topo mesh:256 --format dot', 'has too many links to draw: 65,280'],
      ['topo dgx-a100 --bandwidth 3GB/s', '--bandwidth needs --on'],
      ['topo rign:4 --format dot', 'ring'],
    ]) {
      const { status, stderr } = await ringscope((argv ?? '').split(' '))
      expect(status).toBe(2)
      expect(stderr).toContain(seen)
    }
  })

  test('a file without a matrix is not understood', async () => {
    const file = join(folder, 'prose.txt')
    writeFileSync(file, 'nothing of the kind\n')
    expect((await ringscope(['topo', file])).status).toBe(3)
  })
})
