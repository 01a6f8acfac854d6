/** The samples, each mutated so many times: nothing crashes, and what was healthy is not called broken. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readText } from '../../src/core/diagnose/text-input.fixtures.ts'
import type { Evidence } from '../../src/core/evidence/evidence.ts'
import { machineNamed } from '../../src/core/machine/named.ts'
import { invented, loudIn } from '../../src/core/rules/invented.fixtures.ts'
import { mutated } from '../../src/core/rules/mutated.fixtures.ts'
import type { RuleId } from '../../src/core/rules/order.ts'
import { sampled, upTo } from '../sampled.ts'

const root = fileURLToPath(new URL('../../samples', import.meta.url))
export const SAMPLES = readdirSync(root).filter((name) => statSync(join(root, name)).isDirectory())

/** Of each sample; each has its own seed, and a twentieth of them is run each time. */
const MUTATIONS = 1000

/** Machines of the tables that do not name theirs. */
const ON: Readonly<Record<string, string>> = {
  'healthy-a100': 'dgx-a100',
  'healthy-h100-2-nodes': 'dgx-h100',
  'rccl-mi300x': 'mi300x',
}

/** What damage can make of a sample and nothing can tell: it has no second witness. */
const UNWITNESSED: Readonly<Record<string, readonly RuleId[]>> = {
  // Sizes and rates alone: a size with a piece of another before it is a size.
  'bandwidth-csv': ['size-dip'],
  // Shuffled, the table falls apart into runs of a few sizes; at 8 and 32 MiB alone they lie below the published band.
  'healthy-h100-2-nodes': ['bandwidth-below-expected'],
}

export function mutateSamples(names: readonly string[]): void {
  describe.each(names)('%s', (name) => {
    const files = readdirSync(join(root, name)).map((file) => ({
      name: `${name}/${file}`,
      text: readFileSync(join(root, name, file), 'utf8'),
    }))
    const machine = ON[name] === undefined ? undefined : machineNamed(ON[name])
    const on: readonly Evidence[] = machine?.ok
      ? [{ kind: 'machine', machine: machine.value, from: 'option', places: [] }]
      : []

    const seeds = sampled(upTo(MUTATIONS), { share: 0.05 }, `mutations of ${name}`)
    test(`${seeds.length} mutations: no crash, and no error or warning that was not there`, {
      timeout: 300_000,
    }, async () => {
      const whole = await Promise.all(files.map(({ name, text }) => readText(text, name)))
      const before = loudIn([...on, ...whole.flatMap(({ evidence }) => evidence)])
      const texts = files.map(({ text }) => text).join('\n')
      for (const seed of seeds) {
        const odd = seed % files.length
        const { text = '', name: file = '' } = files[odd] ?? {}
        const damaged = mutated(text, seed)
        const read = await readText(damaged, file)
        expect({ seed, file, failed: read.notes.filter(({ id }) => id === 'parser-failed') }).toMatchObject({
          failed: [],
        })
        const others = whole.filter((_, at) => at !== odd).flatMap(({ evidence }) => evidence)
        const after = loudIn([...on, ...others, ...read.evidence]).filter(
          ({ rule }) => !UNWITNESSED[name]?.includes(rule),
        )
        expect({ seed, file, invented: invented(before, after, texts, damaged) }).toEqual({
          seed,
          file,
          invented: [],
        })
      }
    })
  })
}
