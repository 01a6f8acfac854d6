/** Whatever is given: an exit code of the contract, a plain message, no stack trace, nothing that the input could smuggle in. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { widthOf } from '../../src/core/report/text/width.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { type HereRun, ringscope } from './run-here.ts'

const folder = temporaryFolder('hostile')
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const row = (cells: string) => `${cells}\n`
const HEADER = `# nThread 1 nGpus 8 minBytes 8 maxBytes 8G step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
`

function isCalm({ status, stdout, stderr }: HereRun, codes: readonly number[]): void {
  expect(codes).toContain(status)
  expect(`${stdout}${stderr}`).not.toMatch(/\bat .+:\d+:\d+|node:internal|undefined|\[object/)
  for (const line of `${stdout}${stderr}`.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(96)
}

describe('not understood: exit 3, and the report is printed all the same', () => {
  mkdirSync(join(folder, 'empty-folder'))
  test.each([
    ['an empty file', file('empty.txt', '')],
    ['blanks', file('blank.txt', '\n\n   \n\t\n')],
    ['zeros', file('zeros.bin', new Uint8Array(100_000))],
    [
      'random bytes',
      file(
        'random.bin',
        Uint8Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 251),
      ),
    ],
    ['prose', file('prose.txt', 'The quick brown fox.\n')],
    ['a line of 10 MB', file('long.txt', 'x'.repeat(10_000_000))],
    ['JSON of another kind', file('other.json', '{"a": [1, 2, 3]}')],
    ['JSON that ends early', file('cut.json', '{"version": 1, "results": [')],
    ['a folder without files', join(folder, 'empty-folder')],
  ])('%s', async (_, path) => {
    for (const format of ['text', 'json', 'md']) {
      const run = await ringscope(['diagnose', path, '--format', format])
      isCalm({ ...run, stdout: format === 'text' ? run.stdout : '' }, [3])
      expect(run.stdout).not.toBe('')
      expect(run.stderr).toBe('')
    }
    const { verdict } = JSON.parse((await ringscope(['diagnose', path, '--json'])).stdout) as {
      readonly verdict: { readonly status: string }
    }
    expect(verdict.status).toBe('unknown')
  })

  test('by pipe too, and --require healthy does not change it', async () => {
    expect((await ringscope(['diagnose', '-'], { input: '' })).status).toBe(3)
    expect((await ringscope(['diagnose', '-', '--require', 'healthy'], { input: 'x' })).status).toBe(3)
  })
})

describe('tables that cannot be', () => {
  test.each([
    ['sizes of 0', row('0 0 float sum -1 5.0 0.00 0.00 0 5.0 0.00 0.00 0')],
    ['no numbers', row('1048576 262144 float sum -1 nan nan nan 0 nan nan nan 0')],
    ['negative times', row('1048576 262144 float sum -1 -50.0 -20.9 -36.7 0 -50.0 -20.9 -36.7 0')],
    ['infinite rates', row('1048576 262144 float sum -1 0.00 inf inf 0 0.00 inf inf 0')],
    ['numbers without end', row(`${'9'.repeat(400)} 1 float sum -1 1e999 1 1 0 1 1 1 0`)],
    ['no row at all', ''],
  ])('%s', async (name, rows) => {
    const path = file(`${name.replaceAll(' ', '-')}.txt`, HEADER + rows)
    const run = await ringscope(['diagnose', path, '--on', 'dgx-a100'])
    isCalm(run, [0, 1, 3])
    expect(run.stdout).not.toMatch(/\bNaN\b|Infinity|-\d+(\.\d+)? (GB\/s|us)/)
  })

  test('nor JSON with numbers that no machine has', async () => {
    const measure = { time: 1e-308, alg_bw: 1e308, bus_bw: 1e308, nwrong: 1e300 }
    const input = JSON.stringify({
      version: 1,
      start_time: '',
      config: { devices: [{ rank: 0, device: 0, hostname: 'constructor', device_info: '__proto__' }] },
      results: [
        { size: 1e308, out_of_place: measure },
        { size: 1024, out_of_place: measure },
        { size: 1e9, out_of_place: { time: 5000, alg_bw: 200, bus_bw: 350, nwrong: -3 } },
      ],
    })
    const run = await ringscope(['diagnose', '-', '--on', 'dgx-a100', '--json'], { input })
    expect(run.status).toBe(0)
    expect(run.stdout).not.toMatch(/e\+?\d{3}|"severity": "error"/)
    const curve = await ringscope(['diagnose', '-'], {
      input: '1e300 MB: 1e300 GB/s\n2e300 MB: 1e300 GB/s\n',
    })
    isCalm(curve, [3])
  })

  test('random rows never break it', async () => {
    const cell = fc.oneof(
      fc.double().map(String),
      fc.integer().map(String),
      fc.constantFrom('float', 'sum', 'N/A', 'none', '-1', '0', '1073741824', '#', '', 'inf', 'nan'),
    )
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 14 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(rows, async (cells) => {
        const input = HEADER + cells.map((cells) => row(cells.join(' '))).join('')
        isCalm(await ringscope(['diagnose', '-', '--on', 'dgx-a100'], { input }), [0, 1, 3])
      }),
      { numRuns: 40 },
    )
  })
})

describe('what a file says stays text', () => {
  const evil = `${HEADER}#  Rank  0 Group  0 Pid  1 on <img/src=x> device  0 [0x07] NVIDIA A100-SXM4-80GB
<script>alert(1)</script> **bold** | pipe
export AWS_SECRET_ACCESS_KEY=abcdefghij1234567890abcdefghij1234567890
${String.fromCharCode(27)}]0;owned${String.fromCharCode(7)}${String.fromCharCode(27)}[2J
1048576 262144 float sum -1 50.0 20.97 0.00 0 50.0 20.97 0.00 0
`
  const path = file('evil.txt', evil)

  test('no terminal command and no secret gets out, in any format', async () => {
    for (const format of ['text', 'json', 'md']) {
      const { stdout } = await ringscope(['diagnose', path, '--format', format, '--verbose'])
      expect(stdout).not.toContain(String.fromCharCode(27))
      expect(stdout).not.toContain(String.fromCharCode(7))
      expect(stdout).not.toContain('abcdefghij1234567890')
    }
  })

  test('Markdown holds no tag of it', async () => {
    const { stdout } = await ringscope(['diagnose', path, '--format', 'md', '--verbose'])
    // In code spans and fences markup is inert.
    const prose = stdout.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '')
    expect(prose).not.toMatch(/(?<!\\)<(img|script)/)
  })

  test('nor from the names that hosts, GPUs and JSON have', async () => {
    const esc = String.fromCharCode(27)
    const text = `${HEADER}#  Rank  0 Group  0 Pid  1 on hf_abcdefghij1234567890XYZ device  0 [0x07] NVIDIA A100\u009b31m\u202e
1048576 262144 float sum -1 50.0 20.97 36.70 0 50.0 20.97 36.70 0
`
    const json = JSON.stringify({
      version: 1,
      start_time: `${esc}[31m`,
      args: ['all_reduce_perf'],
      env: ['HF_TOKEN=hf_abcdefghij1234567890XYZ', 'NCCL_DEBUG_FILE=https://bob:abcdefghij1234567890@x/y'],
      config: {
        devices: [
          {
            rank: 0,
            device: 0,
            hostname: `a${esc}[2Jb\u009b\u202e\nhf_abcdefghij1234567890XYZ`,
            device_info: 'A100',
          },
        ],
      },
      results: [{ size: 1048576, out_of_place: { time: 50, alg_bw: 20.97, bus_bw: 36.7, nwrong: 5 } }],
      errors: [`${esc}[2J token abcdefghij1234567890`],
    })
    for (const input of [text, json])
      for (const format of ['text', 'json', 'md', 'nodelist']) {
        const { stdout } = await ringscope(['diagnose', '-', '--format', format, '--verbose'], { input })
        expect(stdout).not.toMatch(/abcdefghij1234567890|\p{Cc}(?<!\n)|\u202e/u)
      }
  })

  test('names of files too', async () => {
    const named = file('a`|<b>.txt', HEADER)
    isCalm(await ringscope(['diagnose', named]), [0, 1, 3])
  })
})

describe('what was typed', () => {
  test.each([
    ['--size', '1e30'],
    ['--nodes', '9007199254740991'],
    ['--measured', '1e-300'],
    ['--measured', '1e-320ms', '--size', '1G'],
    ['--step-compute', '1e-300s', '--params', '7B'],
    ['--params', '1e300', '--step-compute', '1s'],
    ['--lang', 'fr'],
    ['--json', '--format', 'md'],
  ])('%s %s is told to be wrong', async (...options) => {
    const run = await ringscope(['expect', 'all_reduce', '--on', 'dgx-h100', ...options])
    isCalm(run, [2])
    expect(run.stdout).toBe('')
  })

  test('--short is for text alone', async () => {
    expect((await ringscope(['diagnose', '-', '--short', '--json'])).status).toBe(2)
  })

  test('is repeated without what a terminal obeys, and not all of a file', async () => {
    for (const argv of [
      ['diagnose', '\x1b[31mx'],
      ['expect', 'all_reduce', '--on', '\u009b31mx'],
      ['explain', 'x'.repeat(99_999)],
    ]) {
      const run = await ringscope(argv)
      isCalm(run, [2])
      expect(run.stderr).not.toMatch(/[^\P{Cc}\n]/u)
      expect(run.stderr.length).toBeLessThan(2000)
    }
  })

  test('the nearest names can be typed', async () => {
    const { stderr } = await ringscope(['expect', 'all_reduce', '--on', '0xA100'])
    expect(stderr).not.toMatch(/nearest.*\b0x/)
  })
})

describe('what nobody expected', () => {
  const broken = (argv: readonly string[]) => ringscope(argv, { brokenStdout: new Error('boom') })

  test('is told in one sentence that asks for a report: exit 4, no stack', async () => {
    const run = await broken(['list', 'rules'])
    isCalm(run, [4])
    expect(run.stderr).toMatch(/^ringscope: .*boom\n.*report/)
    expect(run.stderr.split('\n').length).toBeLessThanOrEqual(4)
  })

  test('shows where under --verbose', async () => {
    expect((await broken(['list', 'rules', '--verbose'])).stderr).toMatch(/\bat .+:\d+:\d+/)
  })
})
