/** Where a rank listens. Who comes is greeted; whoever is no rank of this run is sent away, and the run does not notice. */
import { createServer, type Server } from 'node:net'
import { RunError } from '../../../run-error.ts'
import { acceptGreeting, type Hello } from './handshake.ts'
import { startTalk, type Talk } from './json-lines.ts'

/** Callers that have not proved anything yet; more are turned away until these are dropped. */
const STRANGERS = 1024

export interface Door {
  readonly host: string
  readonly port: number
  /** Takes those who have been greeted, also those who came before this was called. */
  receive(take: (talk: Talk, hello: Hello) => void): void
  close(): void
}

/** Throws RunError 'address-in-use' or 'address-not-here'. Port 0: any that is free. */
export async function openDoor(host: string, port: number, token: string): Promise<Door> {
  const early: [Talk, Hello][] = []
  let take = (talk: Talk, hello: Hello): void => void early.push([talk, hello])
  let strangers = 0
  let open = true
  const server = createServer(async (socket) => {
    if (strangers >= STRANGERS) return socket.destroy()
    strangers++
    socket.setNoDelay(true)
    const talk = startTalk(socket)
    const hello = await acceptGreeting(talk, token)
    strangers--
    if (!hello) return
    if (open) take(talk, hello)
    else socket.destroy()
  })
  await listen(server, host, port)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has an address')
  return {
    host: address.address,
    port: address.port,
    receive(receiver) {
      take = receiver
      for (const [talk, hello] of early.splice(0)) receiver(talk, hello)
    },
    close() {
      open = false
      server.close()
      for (const [talk] of early) talk.socket.destroy()
    },
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
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
