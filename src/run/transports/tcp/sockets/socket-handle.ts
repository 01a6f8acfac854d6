/**
 * What has no public name in node:net: the handle under a Socket, as Node 20 to 24 keep it. Needed to read into our own memory
 * (`onread` can only be given as a Socket is made) and to reach the descriptor for system calls.
 */
import { type OnReadOpts, Socket } from 'node:net'

interface Handle {
  readonly fd: number
  reading: boolean
  readStop(): void
}

const held = (socket: Socket): { _handle: Handle | null } => socket as unknown as { _handle: Handle | null }

/** Leaves what comes from now on in the system's buffer. Nothing may be on its way from the last read. */
export function stopReading(socket: Socket): void {
  socket.pause()
  const handle = held(socket)._handle
  if (!handle) return
  handle.readStop()
  handle.reading = false
}

/** Negative where the socket has none (any more). */
export const descriptorOf = (socket: Socket): number => held(socket)._handle?.fd ?? -1

/** The same connection as a new Socket that reads by `onread`; the old one is empty then. Undefined when it is closed already. */
export function reopen(socket: Socket, onread: OnReadOpts): Socket | undefined {
  const handle = held(socket)._handle
  if (!handle) return undefined
  held(socket)._handle = null
  socket.removeAllListeners()
  const options = { handle, onread, readable: true, writable: true }
  return new Socket(options as ConstructorParameters<typeof Socket>[0])
}
