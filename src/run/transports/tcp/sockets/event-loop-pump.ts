/** Sockets by Node's event loop: for systems without koffi. It cannot wait synchronously, since nothing arrives meanwhile. */
import type { OnReadOpts, Socket } from 'node:net'
import { RunError } from '../../../run-error.ts'
import type { Endpoint } from '../link/endpoint.ts'
import type { Link } from '../link/link.ts'
import { bytesCame, readTarget, readTargetBytes } from '../link/receive.ts'
import { frameLeft, postGoodbye } from '../link/send.ts'
import { reopen } from './socket-handle.ts'
import {
  type Connected,
  FAILED_LINGER_MILLISECONDS,
  LINGER_MILLISECONDS,
  type SocketPump,
} from './socket-pump.ts'

/** Larger reads are slower: what was read should still lie in the cache. */
const READ_BYTES = 65_536

export function createEventLoopPump(endpoint: Endpoint, connected: readonly Connected[]): SocketPump {
  const sockets = new Map<Link, Socket>()
  /** endpoint.changes as of the last poll. */
  let seen = 0
  let wake: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined

  function changed(): void {
    if (endpoint.changes !== seen) wake?.()
  }

  function open(link: Link, carried: Socket): void {
    const onread: OnReadOpts = {
      // Asked right after the callback, before anybody runs: the target must follow from the frame alone, and it does.
      buffer: () =>
        endpoint.bytes.subarray(
          readTarget(link),
          readTarget(link) + Math.min(READ_BYTES, readTargetBytes(link)),
        ),
      callback(count) {
        if (!bytesCame(link, count)) sockets.get(link)?.destroy(new Error('protocol'))
        changed()
        return true
      },
    }
    const socket = reopen(carried, onread)
    if (!socket) {
      link.state = 'lost'
      endpoint.changes++
      return
    }
    sockets.set(link, socket)
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (link.state === 'open') link.reason = error.code ?? error.message
    })
    socket.on('close', () => {
      if (link.state === 'open') link.state = 'lost'
      endpoint.changes++
      changed()
    })
    socket.resume()
  }
  for (const { link, socket } of connected) open(link, socket)

  function send(link: Link): void {
    const socket = sockets.get(link)
    for (const frame of link.outbox) {
      // Of a socket that is gone Node calls back as well.
      if (socket) socket.write(endpoint.bytes.subarray(frame.start, frame.end), () => frameLeft(link, frame))
      else frameLeft(link, frame)
    }
    link.outbox.length = 0
  }

  return {
    send,
    poll() {
      seen = endpoint.changes
    },
    sync: false,
    waitSync() {
      throw new RunError({ kind: 'no-sync', transport: 'tcp' })
    },
    wait(deadline) {
      if (endpoint.changes !== seen) return Promise.resolve()
      return new Promise((resolve) => {
        wake = () => {
          wake = undefined
          clearTimeout(timer)
          resolve()
        }
        // A timer counts from the start of the loop's turn: on a busy machine it fires before the deadline.
        const watch = (): void => {
          const left = deadline - performance.now()
          if (left <= 0) wake?.()
          else timer = setTimeout(watch, Math.min(Math.ceil(left), 2 ** 31 - 1))
        }
        watch()
      })
    },
    async close(failed) {
      for (const [link, socket] of sockets) {
        if (!failed && link.state === 'open' && socket.writable) {
          postGoodbye(link)
          send(link)
        }
        socket.end()
      }
      await Promise.all(
        [...sockets.values()].map((socket) =>
          gone(socket, failed ? FAILED_LINGER_MILLISECONDS : LINGER_MILLISECONDS),
        ),
      )
    },
  }
}

function gone(socket: Socket, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) return resolve()
    const timer = setTimeout(() => socket.destroy(), milliseconds)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
