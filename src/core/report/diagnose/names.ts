/** Input names as a text view shows them: without the folder that all share, which is named once. */
import type { Place } from '../../evidence/place.ts'
import type { ReadInput } from './report.ts'

/** Names the places of a report. */
export interface Names {
  /** "all_reduce.txt:44" */
  place(place: Pick<Place, 'input' | 'line'>): string
  /** "samples/one-gpu-lost-nvlinks", "my.log" */
  readonly read: string
}

const MOST_NAMED = 3

export function namesOf(inputs: readonly ReadInput[]): Names {
  const folder = commonFolder(inputs.map(({ name }) => name))
  const short = (name: string): string => (name.startsWith(folder) ? name.slice(folder.length) : name)
  const names = inputs.map(({ name }) => short(name))
  return {
    place: ({ input, line }) => (line === undefined ? short(input) : `${short(input)}:${line}`),
    read:
      inputs.length === 1
        ? (inputs[0]?.name ?? '')
        : folder.replace(/(.)\/$/, '$1') || (names.length <= MOST_NAMED ? names.join(', ') : ''),
  }
}

/** "a/b/" of "a/b/c" and "a/b/d/e"; empty where they share none. */
function commonFolder(names: readonly string[]): string {
  const [first = [], ...rest] = names.map((name) => name.split('/').slice(0, -1))
  const differs = first.findIndex((part, at) => rest.some((folders) => folders[at] !== part))
  const kept = differs < 0 ? first : first.slice(0, differs)
  // The root alone names nothing.
  return kept.every((part) => part === '') ? '' : `${kept.join('/')}/`
}
