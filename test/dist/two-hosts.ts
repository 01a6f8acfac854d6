/** Two network namespaces with a link between them, as two hosts are. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { onTestFinished } from 'vitest'

export const IP = '/usr/sbin/ip'
export const LINK = 'link0'
/** By host. */
export const ADDRESSES = ['192.0.2.1', '192.0.2.2']

const MOST_MILLISECONDS = 10_000
const EVERY_MILLISECONDS = 20

const ip = (...args: readonly string[]) => execFileSync(IP, args, { encoding: 'utf8' })

/** Names of the namespaces, which are gone after the test. */
export function twoHosts(): readonly [string, string] {
  const names = [`rs-${process.pid}-a`, `rs-${process.pid}-b`] as const
  const [left, right] = names
  for (const name of names) ip('netns', 'add', name)
  onTestFinished(() => {
    for (const name of names) ip('netns', 'delete', name)
  })
  ip('link', 'add', LINK, 'netns', left, 'type', 'veth', 'peer', 'name', LINK, 'netns', right)
  for (const [at, name] of names.entries()) {
    ip('-n', name, 'address', 'add', `${ADDRESSES[at]}/24`, 'dev', LINK)
    for (const device of ['lo', LINK]) ip('-n', name, 'link', 'set', device, 'up')
  }
  waitForLink(names)
  return [left, right]
}

/** It is up a moment after it was set up, and until then nobody sees it. */
function waitForLink(names: readonly string[]): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  const deadline = performance.now() + MOST_MILLISECONDS
  while (!names.every((name) => ip('-n', name, 'link', 'show', LINK).includes('state UP'))) {
    if (performance.now() > deadline)
      throw new Error(`${LINK} did not come up between ${names.join(' and ')}`)
    Atomics.wait(pause, 0, 0, EVERY_MILLISECONDS)
  }
}

/** Whether this user may, on this system. */
export function canMakeNamespaces(): boolean {
  if (process.getuid?.() !== 0 || !existsSync(IP)) return false
  const name = `rs-${process.pid}-try`
  try {
    execFileSync(IP, ['netns', 'add', name], { stdio: 'ignore' })
    execFileSync(IP, ['netns', 'delete', name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
