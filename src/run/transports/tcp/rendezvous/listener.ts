/** Where a rank listens. Each connection has to pass the handshake; one that fails it is closed, and the run does not notice. */
import { createServer, type Server } from 'node:net'
import { RunError } from '../../../run-error.ts'
import { acceptHandshake, type Hello } from './handshake.ts'
import { type JsonLines, openJsonLines } from './json-lines.ts'

/** Connections that are not authenticated yet; more are closed at once. */
const MAX_PENDING_HANDSHAKES = 1024

export interface Listener {
  readonly host: string
  readonly port: number
  /** Gives the connections that have passed the handshake, also those made before this was called. */
  accept(take: (lines: JsonLines, hello: Hello) => void): void
  close(): void
}

/** Throws RunError 'address-in-use' or 'address-not-here'. Port 0: any that is free. */
export async function listen(host: string, port: number, token: string): Promise<Listener> {
  const early: [JsonLines, Hello][] = []
  let take = (lines: JsonLines, hello: Hello): void => void early.push([lines, hello])
  let pendingHandshakes = 0
  let open = true
  const server = createServer(async (socket) => {
    if (pendingHandshakes >= MAX_PENDING_HANDSHAKES) return socket.destroy()
    pendingHandshakes++
    socket.setNoDelay(true)
    const lines = openJsonLines(socket)
    const hello = await acceptHandshake(lines, token)
    pendingHandshakes--
    if (!hello) return
    if (open) take(lines, hello)
    else socket.destroy()
  })
  await bindAndListen(server, host, port)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has an address')
  return {
    host: address.address,
    port: address.port,
    accept(receiver) {
      take = receiver
      for (const [lines, hello] of early.splice(0)) receiver(lines, hello)
    },
    close() {
      open = false
      server.close()
      for (const [lines] of early) lines.socket.destroy()
    },
  }
}

function bindAndListen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const address = addressText(host, port)
      reject(
        new RunError(
          error.code === 'EADDRINUSE'
            ? { kind: 'address-in-use', address }
            : { kind: 'address-not-here', address, reason: error.code ?? error.message },
        ),
      )
    })
    server.listen({ host, port, backlog: 1024 }, resolve)
  })
}

export const addressText = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
