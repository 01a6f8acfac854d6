/** What ranks print. */

/** Settled once it is on its way. What a thread prints goes through the thread that started it, and is lost when it ends at once. */
export async function flushOutput(): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => {
      stream.write('', () => resolve())
    })
}

/** Discards standard output until the function that this returns is called. */
export function muteStandardOutput(): () => void {
  const { write } = process.stdout
  process.stdout.write = (_chunk: unknown, encoding?: unknown, done?: unknown) => {
    const callback = typeof encoding === 'function' ? encoding : done
    if (typeof callback === 'function') queueMicrotask(() => callback())
    return true
  }
  return () => {
    process.stdout.write = write
  }
}
