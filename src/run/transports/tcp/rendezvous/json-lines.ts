/** JSON, one value a line, over a socket: what ranks exchange until they are connected. Anything else ends it. */
import type { Socket } from 'node:net'

/** Before the other side is authenticated nothing longer is read; the list of all addresses may be longer. */
const LINE_BYTES = 4096
const TRUSTED_LINE_BYTES = 2 ** 22

/** Why no more lines come: 'silence' at the deadline, 'closed', 'protocol', or an errno code (ECONNRESET). */
export class JsonLinesEnded extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

export interface JsonLines {
  readonly socket: Socket
  send(value: unknown): void
  /** The next line; rejects with JsonLinesEnded, also at the deadline (performance.now()). */
  receive(deadline: number): Promise<unknown>
  /** The other side is authenticated: from now on long lines are taken. */
  trust(): void
  /** Gives the socket away; everything received so far must have been taken. */
  detach(): Socket
  end(): void
}

export function openJsonLines(socket: Socket): JsonLines {
  const received: unknown[] = []
  let maxLineBytes = LINE_BYTES
  let text = ''
  let ended: JsonLinesEnded | undefined
  let waiting: (() => void) | undefined

  const finish = (reason: string): void => {
    ended ??= new JsonLinesEnded(reason)
    waiting?.()
  }
  const data = (bytes: Buffer): void => {
    text += bytes.toString('latin1')
    for (;;) {
      const end = text.indexOf('\n')
      if (end < 0) break
      const line = text.slice(0, end)
      text = text.slice(end + 1)
      try {
        received.push(JSON.parse(line))
      } catch {
        finish('protocol')
        socket.destroy()
        return
      }
    }
    if (text.length > maxLineBytes) {
      finish('protocol')
      socket.destroy()
    } else waiting?.()
  }
  const error = (problem: NodeJS.ErrnoException): void => finish(problem.code ?? problem.message)
  const close = (): void => finish('closed')
  socket.on('data', data).on('error', error).on('close', close).on('end', close)

  return {
    socket,
    // ASCII only, so that a line has the same length in bytes.
    send(value) {
      const line = JSON.stringify(value).replace(/[\u0080-\uffff]/g, escapeUnit)
      socket.write(`${line}\n`)
    },
    async receive(deadline) {
      while (received.length === 0 && !ended && performance.now() < deadline) await pause(deadline)
      if (received.length > 0) return received.shift()
      throw ended ?? new JsonLinesEnded('silence')
    },
    trust() {
      maxLineBytes = TRUSTED_LINE_BYTES
    },
    detach() {
      socket.off('data', data).off('close', close).off('end', close)
      return socket
    },
    end() {
      socket.end()
      socket.destroySoon()
    },
  }

  function pause(deadline: number): Promise<void> {
    return new Promise((resolve) => {
      const left = Math.min(Math.max(0, deadline - performance.now()), 2 ** 31 - 1)
      const timer = setTimeout(() => waiting?.(), left)
      waiting = () => {
        waiting = undefined
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
