/**
 * What of a large set of cases a run takes. `npm run test:all` takes everything; `npm test` takes a sample that the commit draws, so
 * that the same commit tests the same and every case has its turn. See docs/testing.md.
 *
 * RINGSCOPE_TEST=all takes everything; RINGSCOPE_SEED draws as another commit did (a run prints its own at the end).
 */
import { execFileSync } from 'node:child_process'
import { seededRandom } from '../src/core/base/random.ts'

/** Where there is no commit. */
const NO_COMMIT = 'no-commit'

/** Part of a set: so many, or a share of them (at least one). */
export type Part = { readonly count: number } | { readonly share: number }

/** How a run draws. */
export interface Draw {
  readonly everything: boolean
  readonly seed: string
}

/** Of this run. */
export const draw: Draw = {
  everything: process.env.RINGSCOPE_TEST === 'all',
  seed: process.env.RINGSCOPE_SEED || commit(),
}

/** The items that this run takes, in their order. Sets with other keys are drawn apart from each other. */
export function sampled<T>(items: readonly T[], part: Part, key: string, drawing: Draw = draw): readonly T[] {
  if (drawing.everything) return items
  const random = seededRandom(hash(`${drawing.seed} ${key}`))
  const drawn = items
    .map((_, at) => ({ at, order: random() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, countOf(items.length, part))
  const taken = new Set(drawn.map(({ at }) => at))
  return items.filter((_, at) => taken.has(at))
}

/** For fast-check, of a property that is worth so many runs: a sample takes the first of the very runs that the whole takes. */
export function propertyRuns(most: number, part: Part, key: string, drawing: Draw = draw) {
  const numRuns = drawing.everything ? most : countOf(most, part)
  return { numRuns, seed: hash(`${drawing.seed} ${key}`) }
}

/** 1 … most. */
export const upTo = (most: number): readonly number[] => Array.from({ length: most }, (_, at) => at + 1)

const countOf = (all: number, part: Part): number =>
  Math.min(all, 'count' in part ? part.count : Math.max(1, Math.round(all * part.share)))

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let bits = 0x811c9dc5
  for (const character of text) bits = Math.imul(bits ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return bits >>> 0
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return NO_COMMIT
  }
}
