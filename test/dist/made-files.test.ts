/** Files that the program makes itself say what the program says today: made anew, they are what stands there. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseBytes, parseDuration } from '../../src/core/base/units.ts'
import { sampled } from '../sampled.ts'
import { shared } from '../shared.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const docs = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
/** What a script exports. */
const script = (name: string) => import(new URL(`../../scripts/${name}`, import.meta.url).href)

test('docs/report.schema.json is the schema of the report (else: node scripts/report-schema.mjs)', () => {
  const file = join(temporaryFolder('schema'), 'schema.json')
  execFileSync(process.execPath, ['scripts/report-schema.mjs', file])
  expect(docs('report.schema.json')).toBe(readFileSync(file, 'utf8'))
})

test('README.md shows what the program prints (else: node scripts/readme.mjs)', () => {
  expect(spawnSync(process.execPath, ['scripts/readme.mjs', '--check']).status).toBe(0)
})

test('docs/published.md (else: node scripts/published.mjs)', async () => {
  const { publishedText } = await script('published.mjs')
  expect(docs('published.md')).toBe(publishedText())
})

// Elsewhere the rows of tables of others are taken as they stand.
test('docs/accuracy.md (else: node scripts/accuracy.mjs)', async () => {
  const { page } = await script('accuracy.mjs')
  expect(docs('accuracy.md')).toBe(page(shared(), docs('accuracy.md')))
})

/** Nine tenths of the time of all statements together: one of these is made anew each time, and all others. */
const LONG = [
  'A tree all-reduce moves 2·log₂(N)·S.',
  'Trees beat rings on 8 GPUs by 5 %, rings beat trees by 20 % on 32, because the root is the bottleneck and the ring loads evenly.',
  'Tree for 4 to 8 ranks, ring from 64.',
  'One NIC throttled by heat (P99 5 → 50 us) slows training by 30 %.',
]

test('docs/claims.md (else: node scripts/claims.mjs)', { timeout: 120_000 }, async () => {
  const { claimsText, statements } = await script('claims.mjs')
  expect(statements).toEqual(expect.arrayContaining(LONG))
  const made = sampled(LONG, { count: 1 }, 'statements')
  const left = LONG.filter((says) => !made.includes(says))
  const known = new Map(
    docs('claims.md')
      .split('\n### ')
      .map((part) => [part.split('\n')[0] ?? '', part.replace(/^.*\n\n/, '').replace(/\n## .*$/s, '')]),
  )
  expect(docs('claims.md')).toBe(
    await claimsText((says: string) => (left.includes(says) ? known.get(says) : undefined)),
  )
})

/** Of one size: the medians over the runs. */
const RUN = /^\| ([\d.]+ [KM]iB) \| ([a-z-]+) \| ([\d.]+ [um]s) \| ([\d.]+ [um]s) \| ([+-][\d.]+) % \|$/gm
/** Of one setting: means over small, middle and large sizes. */
const MEANS = /^\| \d .* \| ([\d.]+) % \| ([\d.]+) % \| ([\d.]+) % \|$/gm

test('docs/accuracy-run.md, a measurement, has the form that is printed, and its means are those of its rows', async () => {
  const { page, settings } = await script('accuracy-run.mjs')
  const text = docs('accuracy-run.md')
  const sections = text
    .split('\n## ')
    .slice(1)
    .map((section) => [...section.matchAll(RUN)].map(([, ...cells]) => rowOf(cells)))
  const runs = sections.map((rows, at) => [settings[at], [{ simulation: { rows } }]])
  const machine = /accuracy-run\.mjs` on (.*);$/m.exec(text)?.[1]
  expect(withoutShares(page(runs, machine))).toBe(withoutShares(text))
  const means = [...text.matchAll(MEANS)].map(([, ...cells]) => cells.map(Number))
  expect(means).toHaveLength(settings.length)
  for (const [at, rows] of sections.entries())
    for (const [band, [least, most]] of BANDS.entries()) {
      const offs = rows.filter(({ bytes }) => bytes >= least && bytes <= most).map(({ off }) => Math.abs(off))
      const mean = offs.reduce((sum, off) => sum + off, 0) / offs.length
      // Both are rounded to two figures.
      expect(Math.abs((means[at]?.[band] ?? 0) - mean)).toBeLessThanOrEqual(1)
    }
})

const BANDS = [
  [0, 2 ** 14],
  [2 ** 16, 2 ** 20],
  [2 ** 22, 2 ** 24],
] as const

function rowOf([size = '', algorithm = '', measured = '', simulated = '', off = '']: readonly string[]) {
  const [bytes, measuredSeconds, simulatedSeconds] = [
    parseBytes(size),
    parseDuration(measured),
    parseDuration(simulated),
  ].map((result) => (result.ok ? result.value : Number.NaN))
  return { bytes: bytes ?? Number.NaN, algorithm, measuredSeconds, simulatedSeconds, off: Number(off) }
}

const withoutShares = (text: string) => text.replace(/[+-]?[\d.]+ %/g, '%')
