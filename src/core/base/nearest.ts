/** The known names that a mistyped one probably means: "did you mean …". */

/** The `most` names nearest to `typed`, nearest first; a name that contains it, or is contained in it, is near. */
export function nearest(typed: string, names: readonly string[], most = 3): readonly string[] {
  const wanted = plain(typed.slice(0, LONGEST))
  return names
    .map((name) => ({ name, distance: distanceOf(wanted, plain(name)) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ name }) => name)
}

/** No name is longer; the distance to a pasted file would only take time. */
const LONGEST = 80

const plain = (name: string): string => name.toLowerCase().replace(/[-_ .]/g, '')

function distanceOf(a: string, b: string): number {
  const edits = editDistance(a, b)
  const holds = a.length > 1 && (b.includes(a) || a.includes(b))
  return holds ? Math.min(edits, 0.5) + edits / 100 : edits
}

/** Levenshtein's distance: the fewest insertions, deletions and substitutions. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
