/**
 * Raw TCP streams beside the transport: from each rank one to the next, around in a ring, with nothing on them but bytes. What
 * they carry is what the sockets of these hosts can carry. By system calls where koffi is there, as the transport, else by Node.
 */
import { randomBytes } from 'node:crypto'
import type { OnReadOpts, Socket } from 'node:net'
import type { Bytes } from '../../core/base/units.ts'
import type { Communicator } from '../communicator/communicator.ts'
import type { Address } from '../memory/heap.ts'
import { RunError } from '../run-error.ts'
import { dial } from '../transports/tcp/rendezvous/dial.ts'
import { type Hello, offerHandshake } from '../transports/tcp/rendezvous/handshake.ts'
import { openJsonLines } from '../transports/tcp/rendezvous/json-lines.ts'
import { addressText, type Listener, listen } from '../transports/tcp/rendezvous/listener.ts'
import { type Libc, loadLibc, MSG_DONTWAIT, MSG_NOSIGNAL } from '../transports/tcp/sockets/libc.ts'
import { descriptorOf, reopen, stopReading } from '../transports/tcp/sockets/socket-handle.ts'

export interface Streams {
  /** Sends so many bytes from `first` to the next rank, and takes so many into `second` from the one before, at once. */
  move(first: Address, sendBytes: Bytes, second: Address, receiveBytes: Bytes): Promise<void>
  close(): void
}

/** For all ranks to be connected. */
const CONNECT_MILLISECONDS = 5000
const PEER_ADDRESS_BYTES = 256
/** What one system call takes: what was read should still lie in the cache. */
const CALL_BYTES = 131_072
/** A stream that stands still for so long is broken. */
const STILL_SECONDS = 10

/** Undefined at all ranks where one of them cannot be reached by a new connection. */
export async function openStreams(comm: Communicator): Promise<Streams | undefined> {
  const { rank, size } = comm
  const [next, previous] = [(rank + 1) % size, (rank + size - 1) % size]
  const deadline = performance.now() + CONNECT_MILLISECONDS
  const token = randomBytes(16).toString('hex')
  const listener = await listen(comm.addressFor(previous) ?? '127.0.0.1', 0, token).catch(() => undefined)
  const addresses = await exchangeAddresses(
    comm,
    listener ? { host: listener.host, port: listener.port, token } : {},
  )
  const [incoming, outgoing] = await Promise.all([
    listener && acceptFrom(listener, deadline),
    connectTo(addresses[next] ?? {}, { rank, size }, deadline),
  ])
  listener?.close()
  const close = (): void => {
    incoming?.destroy()
    outgoing?.destroy()
  }
  const connected = incoming !== undefined && outgoing !== undefined
  if (!(await allTrue(comm, connected)) || !incoming || !outgoing) {
    close()
    return undefined
  }
  const libc = await loadLibc()
  return libc && comm.sync
    ? { move: systemCallMover(libc, comm, outgoing, incoming), close }
    : eventLoopMover(comm, outgoing, incoming)
}

interface PeerAddress {
  readonly host?: string
  readonly port?: number
  readonly token?: string
}

async function exchangeAddresses(comm: Communicator, mine: PeerAddress): Promise<readonly PeerAddress[]> {
  const own = comm.alloc(Uint8Array, PEER_ADDRESS_BYTES)
  const gathered = comm.alloc(Uint8Array, PEER_ADDRESS_BYTES * comm.size)
  own.fill(0x20)
  own.set(new TextEncoder().encode(JSON.stringify(mine)))
  await comm.allGather(own, gathered)
  const addresses = Array.from({ length: comm.size }, (_, rank) =>
    JSON.parse(
      new TextDecoder().decode(
        Uint8Array.from(gathered.subarray(rank * PEER_ADDRESS_BYTES, (rank + 1) * PEER_ADDRESS_BYTES)),
      ),
    ),
  )
  comm.free(own)
  comm.free(gathered)
  return addresses
}

async function allTrue(comm: Communicator, condition: boolean): Promise<boolean> {
  const flag = comm.alloc(Uint8Array, 1)
  flag[0] = condition ? 1 : 0
  await comm.allReduce(flag, flag, { op: 'min' })
  const value = flag[0] === 1
  comm.free(flag)
  return value
}

function acceptFrom(listener: Listener, deadline: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), Math.max(0, deadline - performance.now()))
    listener.accept((lines) => {
      clearTimeout(timer)
      resolve(withoutReading(lines.detach()))
    })
  })
}

async function connectTo(
  { host, port, token }: PeerAddress,
  { rank, size }: Pick<Communicator, 'rank' | 'size'>,
  deadline: number,
): Promise<Socket | undefined> {
  if (host === undefined || port === undefined || token === undefined) return undefined
  try {
    const lines = openJsonLines(await dial(host, port, deadline))
    const hello: Hello = { purpose: 'pair', rank, ranks: size, host: '', port: 0, machine: '', run: '' }
    await offerHandshake(lines, token, hello, addressText(host, port))
    return withoutReading(lines.detach())
  } catch {
    return undefined
  }
}

function withoutReading(socket: Socket): Socket {
  stopReading(socket)
  socket.on('error', () => {})
  return socket
}

function systemCallMover(
  libc: Libc,
  comm: Communicator,
  outgoing: Socket,
  incoming: Socket,
): Streams['move'] {
  const origin = libc.origin(comm.heap.memory)
  const [to, from] = [descriptorOf(outgoing), descriptorOf(incoming)]
  const { rank, size } = comm
  const still = (sending: boolean): RunError =>
    new RunError({
      kind: 'timeout',
      rank,
      seconds: STILL_SECONDS,
      waiting: [
        sending
          ? { peer: (rank + 1) % size, direction: 'send', channel: 0 }
          : { peer: (rank + size - 1) % size, direction: 'receive', channel: 0 },
      ],
    })
  return async (first, sendBytes, second, receiveBytes) => {
    let [sent, received] = [0, 0]
    for (let last = performance.now(); sent < sendBytes || received < receiveBytes; ) {
      const counts = {
        sent: sent < sendBytes ? libc.send(to, origin + first + sent, part(sendBytes - sent), SENDING) : 0,
        received:
          received < receiveBytes
            ? libc.recv(from, origin + second + received, part(receiveBytes - received), MSG_DONTWAIT)
            : 0,
      }
      sent += Math.max(0, counts.sent)
      received += Math.max(0, counts.received)
      const now = performance.now()
      if (counts.sent > 0 || counts.received > 0) last = now
      else if (now - last > STILL_SECONDS * 1000) throw still(sent < sendBytes)
      else libc.yieldCore()
    }
  }
}

const SENDING = MSG_DONTWAIT | MSG_NOSIGNAL
const part = (bytes: Bytes): Bytes => Math.min(CALL_BYTES, bytes)

function eventLoopMover(comm: Communicator, outgoing: Socket, incoming: Socket): Streams {
  const bytes = new Uint8Array(comm.heap.memory.buffer)
  let at = 0
  let left = 0
  let done: () => void = () => {}
  /** Node asks for the next buffer ahead of time; of what lands here only the count matters. */
  const nowhere = new Uint8Array(1)
  const onread: OnReadOpts = {
    buffer: () => (left > 0 ? bytes.subarray(at, at + part(left)) : nowhere),
    callback(count) {
      at += count
      left -= count
      if (left === 0) done()
      return left > 0
    },
  }
  const reader = reopen(incoming, onread)
  reader?.on('error', () => {})
  return {
    async move(first, sendBytes, second, receiveBytes) {
      at = second
      left = receiveBytes
      const received = new Promise<void>((resolve) => {
        done = resolve
        if (left === 0) resolve()
        else reader?.resume()
      })
      const sent = new Promise<void>((resolve) => {
        if (sendBytes === 0) resolve()
        else outgoing.write(bytes.subarray(first, first + sendBytes), () => resolve())
      })
      await Promise.all([received, sent])
    },
    close() {
      reader?.destroy()
      outgoing.destroy()
    },
  }
}
