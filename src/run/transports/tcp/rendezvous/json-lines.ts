/** JSON, one value a line, over a socket: how ranks talk until they are connected. Whatever else comes ends the talk. */
import type { Socket } from 'node:net'

/** Of a stranger nothing longer is read; the list of a world's addresses may be. */
const LINE_BYTES = 4096
const TRUSTED_LINE_BYTES = 2 ** 22

/** Why a talk ended. Codes of the system (ECONNRESET) stand for themselves. */
export class TalkEnded extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

export interface Talk {
  readonly socket: Socket
  say(value: unknown): void
  /** The next line; rejects with TalkEnded: 'silence' at the deadline (performance.now()), 'closed', 'protocol', or a system's code. */
  hear(deadline: number): Promise<unknown>
  /** From now on long lines are taken. */
  trust(): void
  /** Leaves the socket to somebody else; everything heard so far must have been taken. */
  leave(): Socket
  end(): void
}

export function startTalk(socket: Socket): Talk {
  const heard: unknown[] = []
  let most = LINE_BYTES
  let text = ''
  let ended: TalkEnded | undefined
  let waiting: (() => void) | undefined

  const finish = (reason: string): void => {
    ended ??= new TalkEnded(reason)
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
        heard.push(JSON.parse(line))
      } catch {
        finish('protocol')
        socket.destroy()
        return
      }
    }
    if (text.length > most) {
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
    say(value) {
      const line = JSON.stringify(value).replace(/[\u0080-\uffff]/g, escapeUnit)
      socket.write(`${line}\n`)
    },
    async hear(deadline) {
      while (heard.length === 0 && !ended && performance.now() < deadline) await pause(deadline)
      if (heard.length > 0) return heard.shift()
      throw ended ?? new TalkEnded('silence')
    },
    trust() {
      most = TRUSTED_LINE_BYTES
    },
    leave() {
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
