/** All bytes of an input at once, for formats that cannot be read piece by piece. */

/** More is not read at once: a browser and a string of V8 hold about as much. */
export const MOST_BYTES = 256 * 2 ** 20

/** undefined when there are more than MOST_BYTES. */
export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const kept: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > MOST_BYTES) return undefined
    kept.push(chunk)
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const chunk of kept) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}
