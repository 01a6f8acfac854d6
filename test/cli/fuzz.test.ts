/** Files that were cut, shuffled, doubled or garbled on their way: no crash, no hang, and nobody healthy is accused. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampled, upTo } from '../sampled.ts'
import { ringscope } from './run-here.ts'

const samples = fileURLToPath(new URL('../../samples', import.meta.url))
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]))

/** Whole machines: whatever happens to their files, nothing of them is to blame. */
const HEALTHY: Readonly<Record<string, readonly string[]>> = {
  'healthy-a100': ['--on', 'dgx-a100'],
  'healthy-h100-2-nodes': ['--on', 'dgx-h100', '--nodes', '2'],
  'rccl-mi300x': ['--on', 'mi300x'],
}

interface Mutation {
  readonly kind: 'cut' | 'drop' | 'double' | 'swap' | 'garble' | 'glue' | 'break'
  /** Where, as shares of the text's lines and of the line. */
  readonly at: number
  readonly other: number
  readonly noise: string
}

const share = fc.double({ min: 0, max: 0.999_999, noNaN: true })
const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('cut', 'drop', 'double', 'swap', 'garble', 'glue', 'break'),
  at: share,
  other: share,
  noise: fc.constantFrom(
    '',
    ' ',
    '\t',
    '#',
    '-',
    'x',
    '\0',
    '\r',
    '\x1b[31m',
    '9',
    '0.00',
    'N/A',
    'nan',
    'Rank',
    'GPU0',
    '…',
  ),
})

function mutated(text: string, { kind, at, other, noise }: Mutation): string {
  const lines = text.split('\n')
  const here = Math.floor(at * lines.length)
  const there = Math.floor(other * lines.length)
  const line = lines[here] ?? ''
  const column = Math.floor(other * line.length)
  const [left, right] = [line.slice(0, column), line.slice(column)]
  switch (kind) {
    case 'cut':
      return text.slice(0, Math.floor(at * text.length))
    case 'drop':
      return lines.toSpliced(Math.min(here, there), Math.ceil(Math.abs(here - there) / 8)).join('\n')
    case 'double':
      return lines.toSpliced(there, 0, line).join('\n')
    case 'swap':
      return lines
        .with(here, lines[there] ?? '')
        .with(there, line)
        .join('\n')
    case 'garble':
      return lines.with(here, left + noise + right.slice(1)).join('\n')
    case 'glue':
      return lines.with(here, line + noise + (lines[here + 1] ?? '')).join('\n')
    case 'break':
      return lines.with(here, `${left}\n${noise}${right}`).join('\n')
  }
}

interface ReportJson {
  readonly findings: readonly { readonly id: string; readonly severity: string; readonly title: string }[]
  readonly notes: readonly { readonly id: string; readonly text: string }[]
}

/** Of each sample with each seed; one seed is run each time. */
const MUTATIONS = 15
const SEEDS = upTo(8)
const HANGS_AFTER_MS = 10_000

test.each(filesIn(samples))('%s', async (path) => {
  const text = readFileSync(path, 'utf8')
  const on = HEALTHY[basename(dirname(path))]
  for (const seed of sampled(SEEDS, { count: 1 }, `fuzz ${relative(samples, path)}`))
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 6 }), (mutations) =>
        survives(mutations.reduce(mutated, text), on),
      ),
      { seed, numRuns: MUTATIONS },
    )
})

/** `on`: what stands behind the command where it is a healthy machine's. */
async function survives(input: string, on: readonly string[] | undefined): Promise<void> {
  const start = performance.now()
  const { status, stdout, stderr } = await ringscope(['diagnose', '-', '--json', ...(on ?? [])], { input })
  expect(performance.now() - start).toBeLessThan(HANGS_AFTER_MS)
  expect([0, 1, 3]).toContain(status)
  expect(stderr).toBe('')
  const { findings, notes } = JSON.parse(stdout) as ReportJson
  expect(notes.filter(({ id }) => id === 'parser-failed' || id === 'rule-failed')).toEqual([])
  const loud = findings.filter(({ severity }) => severity === 'error' || severity === 'warning')
  // A garbled count of wrong values is a count of wrong values; everything else has a second witness.
  if (on) expect(loud.filter(({ id }) => id !== 'wrong-results')).toEqual([])
}
