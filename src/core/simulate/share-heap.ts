/** A binary heap of shares with the number of the link or flow that each is of. */

/** The least share first; equal shares by number. */
export function shareHeap() {
  const shares: number[] = []
  const keys: number[] = []
  return {
    clear(): void {
      shares.length = 0
      keys.length = 0
    },
    push(share: number, key: number): void {
      let at = shares.length
      shares.push(share)
      keys.push(key)
      for (; at > 0; ) {
        const parent = (at - 1) >> 1
        const above = shares[parent] as number
        if (above < share || (above === share && (keys[parent] as number) < key)) break
        shares[at] = above
        keys[at] = keys[parent] as number
        at = parent
      }
      shares[at] = share
      keys[at] = key
    },
    least: () => shares[0] ?? 0,
    take(): number {
      const taken = keys[0] ?? 0
      const share = shares.pop() as number
      const key = keys.pop() as number
      const size = shares.length
      if (size > 0) sink(share, key, size)
      return taken
    },
  }

  /** From the top down to where it belongs. */
  function sink(share: number, key: number, size: number): void {
    let at = 0
    for (let child = 1; child < size; child = 2 * at + 1) {
      let [least, leastKey] = [shares[child] as number, keys[child] as number]
      if (child + 1 < size) {
        const [other, othersKey] = [shares[child + 1] as number, keys[child + 1] as number]
        if (other < least || (other === least && othersKey < leastKey)) {
          child++
          least = other
          leastKey = othersKey
        }
      }
      if (share < least || (share === least && key < leastKey)) break
      shares[at] = least
      keys[at] = leastKey
      at = child
    }
    shares[at] = share
    keys[at] = key
  }
}
