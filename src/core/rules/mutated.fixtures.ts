/** Texts as they reach us: cut, shuffled, doubled, torn and garbled, the same on every run. */
import { seededRandom } from '../base/random.ts'

/** One to three of: a cut end, a cut beginning, lines that change places, lines twice, lines gone, characters replaced, two lines in one. */
export function mutated(text: string, seed: number): string {
  const next = seededRandom(seed)
  const below = (most: number): number => Math.floor(next() * most)
  let lines = text.split('\n')
  for (let turn = 0; turn <= below(3); turn++) {
    const at = below(lines.length)
    const line = lines[at] ?? ''
    switch (below(7)) {
      case 0:
        lines = lines.join('\n').slice(0, below(text.length)).split('\n')
        break
      case 1:
        lines = lines.join('\n').slice(below(text.length)).split('\n')
        break
      case 2:
        lines = lines
          .map((line) => ({ line, key: next() }))
          .sort((a, b) => a.key - b.key)
          .map(({ line }) => line)
        break
      case 3:
        lines = lines.flatMap((line) => (next() < 0.2 ? [line, line] : [line]))
        break
      case 4:
        lines = lines.filter(() => next() > 0.1)
        break
      case 5:
        lines[at] = [...line]
          .map((character) => (next() < 0.1 ? String.fromCharCode(33 + below(93)) : character))
          .join('')
        break
      default:
        lines[at] = line.slice(0, below(line.length)) + (lines[(at + 1) % lines.length] ?? '')
    }
  }
  return lines.join('\n')
}
