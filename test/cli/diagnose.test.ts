/** `ringscope diagnose`: exit codes, formats and options; what it finds is tested beside the rules. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { widthOf } from '../../src/core/report/text/width.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { ringscope } from './run-here.ts'

const samples = fileURLToPath(new URL('../../samples', import.meta.url))
const faulty = join(samples, 'one-gpu-lost-nvlinks')
const healthy = join(samples, 'healthy-a100')

describe('exit codes', () => {
  test.each([
    [[faulty], 1],
    [[faulty, '--fail-on', 'warning'], 1],
    [[faulty, '--fail-on', 'never'], 0],
    [[healthy], 0],
    [[healthy, '--require', 'healthy'], 0],
    [[faulty, '--fail-on', 'never', '--require', 'healthy'], 1],
    [[healthy, faulty], 1],
  ])('%j -> %i', async (argv, status) => {
    expect((await ringscope(['diagnose', ...argv])).status).toBe(status)
  })
})

describe('formats', () => {
  test('--short: the verdict and one action', async () => {
    const { stdout } = await ringscope(['diagnose', faulty, '--short'])
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^DEGRADED .*GPU5/)
    expect(lines[1]).toMatch(/^do /)
  })

  test('JSON is a report with its schema, in either language with the same findings', async () => {
    const ids = async (lang: string) => {
      const { stdout } = await ringscope(['diagnose', faulty, '--json', '--lang', lang])
      const report = JSON.parse(stdout) as {
        readonly schema: string
        readonly lang: string
        readonly findings: readonly { readonly id: string }[]
      }
      expect([report.schema, report.lang]).toEqual(['ringscope.report/2', lang])
      return report.findings.map(({ id }) => id)
    }
    expect(await ids('zh')).toEqual(await ids('en'))
  })

  test('nodelist: hosts that are not healthy, one a line', async () => {
    expect((await ringscope(['diagnose', faulty, '--format', 'nodelist'])).stdout).toBe('gpu-07\n')
    expect((await ringscope(['diagnose', healthy, '--format', 'nodelist'])).stdout).toBe('')
  })

  test.each([96, 80, 120])('text keeps to %i columns', async (columns) => {
    for (const lang of ['en', 'zh'])
      for (const path of [faulty, healthy]) {
        const { stdout } = await ringscope(['diagnose', path, '--lang', lang, '--no-color'], { columns })
        for (const line of stdout.split('\n'))
          expect(widthOf(line)).toBeLessThanOrEqual(Math.min(96, columns))
      }
  })
})

describe('inputs', () => {
  const folder = temporaryFolder('diagnose')

  test('a file, its folder and the same by pipe give the same verdict', async () => {
    const [table = ''] = readdirSync(healthy).filter((name) => name.endsWith('.txt'))
    const text = readFileSync(join(healthy, table), 'utf8')
    cpSync(healthy, join(folder, 'run'), { recursive: true })
    const first = async (argv: readonly string[], input = '') =>
      (await ringscope(['diagnose', ...argv, '--on', 'dgx-a100'], { input })).stdout.split('\n')[0]
    const verdict = await first([join(healthy, table)])
    expect(verdict).toMatch(/^ {2}HEALTHY/)
    expect(await first([join(folder, 'run')])).toBe(verdict)
    expect(await first(['-'], text)).toBe(verdict)
    expect(await first(['-'], text.replaceAll('\n', '\r\n'))).toBe(verdict)
  })

  test('--baseline: nothing changed against itself, a loss against a better day', async () => {
    const same = await ringscope(['diagnose', healthy, '--baseline', healthy, '--json'])
    expect(same.stdout).not.toContain('"id": "changed-since-baseline",\n      "severity": "warning"')
    const worse = await ringscope(['diagnose', faulty, '--baseline', healthy, '--json'])
    const { findings } = JSON.parse(worse.stdout) as {
      readonly findings: readonly { readonly id: string; readonly consequences: readonly { id: string }[] }[]
    }
    const ids = findings.flatMap(({ id, consequences }) => [
      id,
      ...consequences.map((consequence) => consequence.id),
    ])
    expect(ids).toContain('changed-since-baseline')
  })

  test('what is useless beside what is useful does not disturb', async () => {
    const noise = join(folder, 'noise.bin')
    writeFileSync(noise, new Uint8Array(1000))
    const { status, stdout } = await ringscope(['diagnose', healthy, noise])
    expect(status).toBe(0)
    expect(stdout).toMatch(/^ {2}HEALTHY/)
    expect(stdout).toContain('noise.bin')
  })
})
