/** Sockets by Node's event loop: for systems without koffi. It cannot wait synchronously, since nothing arrives meanwhile. */
import type { OnReadOpts, Socket } from 'node:net'
import { RunError } from '../../../run-error.ts'
import type { Endpoint } from '../link/endpoint.ts'
import type { Link } from '../link/link.ts'
import { bytesArrived, readTarget, readTargetBytes } from '../link/receive.ts'
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

interface Pump {
  readonly endpoint: Endpoint
  readonly sockets: Map<Link, Socket>
  /** endpoint.changes as of the last poll. */
  seen: number
  /** Ends the wait that is under way. */
  wake: (() => void) | undefined
}

export function createEventLoopPump(endpoint: Endpoint, connected: readonly Connected[]): SocketPump {
  const pump: Pump = { endpoint, sockets: new Map(), seen: 0, wake: undefined }
  for (const { link, socket } of connected) open(pump, link, socket)
  return {
    send: (link) => send(pump, link),
    poll() {
      pump.seen = endpoint.changes
    },
    sync: false,
    waitSync() {
      throw new RunError({ kind: 'no-sync', transport: 'tcp' })
    },
    wait: (deadline) => wait(pump, deadline),
    close: (failed) => close(pump, failed),
  }
}

function changed({ endpoint, seen, wake }: Pump): void {
  if (endpoint.changes !== seen) wake?.()
}

/** The link goes over this connection from now on. */
function open(pump: Pump, link: Link, carried: Socket): void {
  const { endpoint, sockets } = pump
  const socket = reopen(carried, readsInto(pump, link))
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
    changed(pump)
  })
  socket.resume()
}

const readsInto = (pump: Pump, link: Link): OnReadOpts => ({
  // Asked right after the callback, before anybody runs: the target must follow from the frame alone, and it does.
  buffer: () => {
    const start = readTarget(link)
    return pump.endpoint.bytes.subarray(start, start + Math.min(READ_BYTES, readTargetBytes(link)))
  },
  callback(count) {
    if (!bytesArrived(link, count)) pump.sockets.get(link)?.destroy(new Error('protocol'))
    changed(pump)
    return true
  },
})

function send({ endpoint, sockets }: Pump, link: Link): void {
  const socket = sockets.get(link)
  for (const frame of link.outbox) {
    // Of a socket that is gone Node calls back as well.
    if (socket) socket.write(endpoint.bytes.subarray(frame.start, frame.end), () => frameLeft(link, frame))
    else frameLeft(link, frame)
  }
  link.outbox.length = 0
}

function wait(pump: Pump, deadline: number): Promise<void> {
  if (pump.endpoint.changes !== pump.seen) return Promise.resolve()
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    pump.wake = () => {
      pump.wake = undefined
      clearTimeout(timer)
      resolve()
    }
    // A timer counts from the start of the loop's turn: on a busy machine it fires before the deadline.
    const watch = (): void => {
      const left = deadline - performance.now()
      if (left <= 0) pump.wake?.()
      else timer = setTimeout(watch, Math.min(Math.ceil(left), 2 ** 31 - 1))
    }
    watch()
  })
}

async function close(pump: Pump, failed: boolean): Promise<void> {
  for (const [link, socket] of pump.sockets) {
    if (!failed && link.state === 'open' && socket.writable) {
      postGoodbye(link)
      send(pump, link)
    }
    socket.end()
  }
  const milliseconds = failed ? FAILED_LINGER_MILLISECONDS : LINGER_MILLISECONDS
  await Promise.all([...pump.sockets.values()].map((socket) => gone(socket, milliseconds)))
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
