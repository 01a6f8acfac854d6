/**
 * Which of many fixed strings stand in a text, in one pass that looks at a part of its characters only: blocks of three characters
 * tell how far the next fragment can be at the nearest (Wu and Manber, "A fast algorithm for multi-pattern searching", 1994).
 */

/** Calls `hit` with the index of each fragment that stands in `text`, once for each place. */
export type FragmentSearch = (text: string, hit: (fragment: number) => void) => void

const BLOCK = 3
/** Of the hash of a block. */
const BITS = 15
const MASK = 2 ** BITS - 1

/** The fragments are case-sensitive and have at least three characters; the shortest decides how far a step can be. */
export function fragmentSearch(fragments: readonly string[]): FragmentSearch {
  const window = Math.min(...fragments.map(({ length }) => length))
  if (window < BLOCK) throw new Error(`a fragment of less than ${BLOCK} characters`)
  const farthest = Math.min(255, window - BLOCK + 1)
  /** How far the window may go on when it ends with this block. */
  const steps = new Uint8Array(MASK + 1).fill(farthest)
  /** By the block that ends their window, the fragments that may stand there. */
  const ending: (number[] | undefined)[] = []
  for (const [index, fragment] of fragments.entries())
    for (let end = BLOCK; end <= window; end++) {
      const block = blockBefore(fragment, end)
      steps[block] = Math.min(steps[block] ?? 0, window - end)
      if (end === window) ending[block] = [...(ending[block] ?? []), index]
    }
  return (text, hit) => {
    for (let end = window; end <= text.length; ) {
      const block = blockBefore(text, end)
      const step = steps[block] ?? 1
      if (step > 0) end += step
      else {
        for (const index of ending[block] ?? [])
          if (text.startsWith(fragments[index] ?? '', end - window)) hit(index)
        end++
      }
    }
  }
}

const blockBefore = (text: string, end: number): number =>
  ((text.charCodeAt(end - 1) << 10) ^ (text.charCodeAt(end - 2) << 5) ^ text.charCodeAt(end - 3)) & MASK
