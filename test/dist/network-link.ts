/** A link between two network namespaces: it is up a moment after it was set up, and until then nobody sees it. */
import { execFileSync } from 'node:child_process'

const MOST_MILLISECONDS = 10_000
const EVERY_MILLISECONDS = 20

/** Returns when both ends have carrier. */
export function waitForLink(ip: string, names: readonly string[], link: string): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  const deadline = performance.now() + MOST_MILLISECONDS
  const isUp = (name: string) =>
    execFileSync(ip, ['-n', name, 'link', 'show', link], { encoding: 'utf8' }).includes('state UP')
  while (!names.every(isUp)) {
    if (performance.now() > deadline)
      throw new Error(`${link} did not come up between ${names.join(' and ')}`)
    Atomics.wait(pause, 0, 0, EVERY_MILLISECONDS)
  }
}
