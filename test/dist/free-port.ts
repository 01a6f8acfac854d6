/** Ports for tests that run side by side. */
import { createServer } from 'node:net'

/** Below those that systems give out by themselves (Linux: from 32,768), so that nobody gets one between the asking and the use. */
const [FIRST, COUNT] = [12_000, 20_000]

let next = (process.pid * 7919) % COUNT

/** Free, and another with each call. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries++) {
    const port = FIRST + next
    next = (next + 1) % COUNT
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
