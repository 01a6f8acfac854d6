/** The samples, each mutated so many times: nothing crashes, and what was healthy is not called broken. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readText } from '../../src/core/diagnose/text-input.fixtures.ts'
import type { Evidence } from '../../src/core/evidence/evidence.ts'
import { rules } from '../../src/core/rules/index.ts'
import { mutated } from '../../src/core/rules/mutated.fixtures.ts'
import { type RuleFinding, runRules } from '../../src/core/rules/run.ts'
import { machineNamed } from '../../src/core/topology/named.ts'
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

/** A garbled count of wrong values is a count of wrong values: it has no second witness. */
const UNWITNESSED = ['wrong-results']

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
    test(`${seeds.length} mutations: no crash, and no error that was not there`, {
      timeout: 300_000,
    }, async () => {
      const whole = await Promise.all(files.map(({ name, text }) => readText(text, name)))
      const before = errorsOf([...on, ...whole.flatMap(({ evidence }) => evidence)])
      for (const seed of seeds) {
        const odd = seed % files.length
        const { text = '', name = '' } = files[odd] ?? {}
        const read = await readText(mutated(text, seed), name)
        expect({ seed, name, failed: read.notes.filter(({ id }) => id === 'parser-failed') }).toMatchObject({
          failed: [],
        })
        const others = whole.filter((_, at) => at !== odd).flatMap(({ evidence }) => evidence)
        const errors = errorsOf([...on, ...others, ...read.evidence])
        if (before.length === 0) expect({ seed, name, errors }).toEqual({ seed, name, errors: [] })
      }
    })
  })
}

/** What is wrong by the rules; a rule that throws fails the test. */
function errorsOf(evidence: readonly Evidence[]): readonly string[] {
  const { found, notes } = runRules({ evidence, options: {} }, rules)
  expect(notes).toEqual([])
  const flat = (its: readonly RuleFinding[]): readonly RuleFinding[] =>
    its.flatMap((one) => [one, ...flat(one.consequences)])
  return flat(found).flatMap(({ rule, found: { severity } }) =>
    severity === 'error' && !UNWITNESSED.includes(rule) ? [rule] : [],
  )
}
