/**
 * Rings over direct links that use no link twice: a search for so many Hamiltonian cycles at once in a small graph whose
 * links count several times. Depth first, in order of the nodes, so that the answer is always the same; it gives up
 * after so many steps, since the problem is NP-hard.
 */

/** How often each node may go on to each other: rows of `size` numbers. */
export type Capacities = Int32Array

/** A search longer than this has never led to more in the machines that exist. */
const MOST_STEPS = 4_000_000

/** `count` cycles through all nodes, together within the capacities; undefined when none are found. Undirected: a cycle also uses the way back. */
export function disjointCycles(
  capacities: Capacities,
  size: number,
  count: number,
  undirected: boolean,
): readonly (readonly number[])[] | undefined {
  const left = capacities.slice()
  const cycles: (readonly number[])[] = []
  let steps = 0
  return next(0) ? cycles : undefined

  /** From here on cycles begin with the same or a later second node: their order does not matter. */
  function next(least: number): boolean {
    if (cycles.length === count) return true
    for (let second = least; second < size; second++) {
      if (second === 0 || !free(0, second)) continue
      use(0, second, -1)
      const visited = new Uint8Array(size)
      visited[0] = 1
      visited[second] = 1
      if (grow([0, second], visited)) return true
      use(0, second, 1)
      // All cycles must leave node 0 somewhere: of a directed packing that uses it fully, this one may not be passed over.
      if (!undirected && tight(second)) return false
    }
    return false
  }

  /** Node 0 has only just enough ways out for all cycles, so each must be taken. */
  function tight(second: number): boolean {
    let out = 0
    for (let to = second; to < size; to++) out += left[to] ?? 0
    return out === count - cycles.length
  }

  function grow(path: number[], visited: Uint8Array): boolean {
    if (++steps > MOST_STEPS) return false
    const at = path[path.length - 1] ?? 0
    if (path.length === size) {
      if (!free(at, 0)) return false
      use(at, 0, -1)
      cycles.push([...path])
      if (enoughLeft() && next(path[1] ?? 0)) return true
      cycles.pop()
      use(at, 0, 1)
      return false
    }
    for (let to = 1; to < size; to++) {
      if (visited[to] === 1 || !free(at, to)) continue
      use(at, to, -1)
      visited[to] = 1
      path.push(to)
      if (grow(path, visited)) return true
      path.pop()
      visited[to] = 0
      use(at, to, 1)
      if (steps > MOST_STEPS) return false
    }
    return false
  }

  /** Every node still has a way out and a way in for each cycle to come. */
  function enoughLeft(): boolean {
    const needed = (count - cycles.length) * (undirected ? 2 : 1)
    for (let node = 0; node < size; node++) {
      let out = 0
      let into = 0
      for (let other = 0; other < size; other++) {
        out += left[node * size + other] ?? 0
        into += left[other * size + node] ?? 0
      }
      if (out < needed || into < needed) return false
    }
    return true
  }

  function free(from: number, to: number): boolean {
    return (left[from * size + to] ?? 0) > 0
  }

  function use(from: number, to: number, change: number): void {
    left[from * size + to] = (left[from * size + to] ?? 0) + change
    if (undirected) left[to * size + from] = (left[to * size + from] ?? 0) + change
  }
}
