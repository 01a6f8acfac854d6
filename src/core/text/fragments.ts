/**
 * Which of many fixed strings stand in a text, in one pass over it: the automaton of Aho and Corasick ("Efficient string matching",
 * CACM 18(6), 1975), as one table of next states by state and character.
 */

/** Calls `hit` with the index of each fragment that ends at a place in `text`. */
export type FragmentSearch = (text: string, hit: (fragment: number) => void) => void

/** The fragments are case-sensitive and not empty. */
export function fragmentSearch(fragments: readonly string[]): FragmentSearch {
  const classes = classesOf(fragments)
  const { next, width, ends } = automatonOf(fragments, classes)
  return (text, hit) => {
    let state = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      state = next[state * width + (code < classes.length ? (classes[code] ?? 0) : 0)] ?? 0
      const ended = ends[state]
      if (ended !== undefined) for (const fragment of ended) hit(fragment)
    }
  }
}

/** A small number for each character that some fragment has; 0 for all others: the table stays narrow. */
function classesOf(fragments: readonly string[]): Uint8Array {
  const codes = [...new Set(fragments.join(''))].map((character) => character.charCodeAt(0))
  const classes = new Uint8Array(Math.max(0, ...codes) + 1)
  for (const [at, code] of codes.entries()) classes[code] = at + 1
  return classes
}

interface Automaton {
  /** The next state, at state * width + class. */
  readonly next: Int32Array
  readonly width: number
  /** By state, the fragments that end there. */
  readonly ends: readonly (readonly number[] | undefined)[]
}

function automatonOf(fragments: readonly string[], classes: Uint8Array): Automaton {
  const width = Math.max(0, ...classes) + 1
  const most = fragments.reduce((sum, { length }) => sum + length, 1)
  const next = new Int32Array(most * width).fill(NONE)
  const ends: number[][] = []
  let states = 1
  for (const [index, fragment] of fragments.entries()) {
    let state = 0
    for (let at = 0; at < fragment.length; at++) {
      const edge = state * width + (classes[fragment.charCodeAt(at)] ?? 0)
      if (next[edge] === NONE) next[edge] = states++
      state = next[edge] ?? 0
    }
    ends[state] = [...(ends[state] ?? []), index]
  }
  fillGaps(next.subarray(0, states * width), width, ends)
  return { next: next.slice(0, states * width), width, ends }
}

/** Where no fragment goes on, the longest end of what was read that begins one does: breadth first, so that it is known. */
function fillGaps(next: Int32Array, width: number, ends: number[][]): void {
  const fallback = new Int32Array(next.length / width)
  const queue = [0]
  for (const state of queue)
    for (let letter = 0; letter < width; letter++) {
      const edge = state * width + letter
      const child = next[edge] ?? NONE
      const elsewhere = state === 0 ? 0 : (next[(fallback[state] ?? 0) * width + letter] ?? 0)
      if (child === NONE) next[edge] = elsewhere
      else {
        fallback[child] = elsewhere
        const inherited = ends[elsewhere]
        if (inherited) ends[child] = [...(ends[child] ?? []), ...inherited]
        queue.push(child)
      }
    }
}

const NONE = -1
