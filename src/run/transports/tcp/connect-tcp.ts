/** Joins a world over TCP as one rank: finds the others, connects to each, and gives the transport. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Rank } from '../../../core/collectives/conditions.ts'
import { createHeap, createMemory, MOST_HEAP_BYTES, RESERVED_BYTES } from '../../memory/heap.ts'
import { RunError } from '../../run-error.ts'
import type { Transport } from '../transport.ts'
import {
  addressFile,
  findAddress,
  type PublishedAddress,
  publishAddress,
  removeAddress,
} from './rendezvous/address-file.ts'
import { dial } from './rendezvous/dial.ts'
import { interfaceAddress } from './rendezvous/interface-address.ts'
import { JsonLinesEnded, openJsonLines } from './rendezvous/json-lines.ts'
import { addressText, listen } from './rendezvous/listener.ts'
import { type Gathered, hostRendezvous, joinRendezvous, type Rendezvous } from './rendezvous/rendezvous.ts'
import { mapRanks } from './shared-memory/map-ranks.ts'
import { loadLibc } from './sockets/libc.ts'
import { createTcpTransport } from './tcp.ts'

export interface TcpOptions {
  readonly rank: Rank
  readonly ranks: number
  /** Where rank 0 listens. */
  readonly master?: { readonly host: string; readonly port: number }
  /** Without `master`, on one host: the name of the job, under which rank 0 publishes its address in a file. */
  readonly job?: string
  /** The folder of that file. */
  readonly folder?: string
  /** Shared secret of the run: a rank without it is refused. */
  readonly token?: string
  /** Name or address of the network interface that other ranks shall use; else the one that leads to rank 0. */
  readonly interface?: string
  /** For all ranks to come and be connected; 300 s. */
  readonly timeoutSeconds?: number
  /** Room for this rank's arrays; takes memory only where it is used. */
  readonly memoryBytes?: number
  /** 'event-loop': without koffi, even where it is there. */
  readonly pump?: 'event-loop'
  /** Of these, rank 0's value holds for all. */
  readonly slotBytes?: number
  readonly slots?: number
  /** Where all ranks are on one host: what they send goes through memory that they share, not through sockets. */
  readonly shared?: boolean
}

const TIMEOUT_SECONDS = 300
/** As threads have; pages cost nothing before they are used. */
const ARRAY_BYTES = 2 ** 29
const MESSAGE_BYTES = 2 ** 29
/** Two ranks exchange 512 KiB in 230 us; in 360 with half of this (loopback). */
const SLOT_BYTES = 262_144
const SLOTS = 8
const LOOPBACK = '127.0.0.1'
/** Between two attempts to reach rank 0. */
const RETRY_MILLISECONDS = [10, 20, 50, 100, 200, 500] as const

export async function connectTcp(options: TcpOptions): Promise<Transport> {
  const { rank, ranks } = options
  const timeoutSeconds = options.timeoutSeconds ?? TIMEOUT_SECONDS
  const clock = { timeoutSeconds, deadline: performance.now() + timeoutSeconds * 1000 }
  const { world, mesh } = await (rank === 0 ? hostTcp(options, clock) : joinTcp(options, clock))
  const libc = options.pump === 'event-loop' ? undefined : await loadLibc()
  const arrayBytes = options.memoryBytes ?? ARRAY_BYTES
  const memory = createMemory(Math.min(RESERVED_BYTES + arrayBytes + MESSAGE_BYTES, MOST_HEAP_BYTES))
  const localRanks = world.members.filter(({ machine }) => machine === machineName()).length
  const tcp = createTcpTransport({
    rank,
    ranks,
    sockets: mesh.sockets,
    heap: createHeap(memory, RESERVED_BYTES, memory.buffer.byteLength),
    slotBytes: world.slotBytes,
    slots: world.slots,
    localRanks,
    ...(libc ? { libc } : {}),
  })
  if (!world.shared || localRanks < ranks) return tcp
  return (await mapRanks(tcp, clock.deadline, options.memoryBytes)) ?? tcp
}

type Clock = Pick<Rendezvous, 'deadline' | 'timeoutSeconds'>

async function hostTcp(options: TcpOptions, clock: Clock): Promise<Gathered> {
  const { rank, ranks, master } = options
  const file = fileOf(options)
  const token = options.token ?? (file === undefined ? '' : randomBytes(16).toString('hex'))
  const address = options.interface ? interfaceAddress(options.interface) : (master?.host ?? LOOPBACK)
  const listener = await listen(address, master?.port ?? 0, token)
  let made: string | undefined
  try {
    if (file) made = publishAddress(file, { host: listener.host, port: listener.port, token })
    const rendezvous: Rendezvous = { rank, ranks, token, machine: machineName(), listener, ...clock }
    return await hostRendezvous(rendezvous, randomBytes(16).toString('hex'), {
      slotBytes: options.slotBytes ?? SLOT_BYTES,
      slots: options.slots ?? SLOTS,
      shared: options.shared ?? false,
    })
  } finally {
    listener.close()
    if (file) removeAddress(file, made)
  }
}

async function joinTcp(options: TcpOptions, clock: Clock): Promise<Gathered> {
  const file = fileOf(options)
  let reason = 'ENOENT'
  for (let attempt = 0; performance.now() < clock.deadline; attempt++) {
    const published = file === undefined ? given(options) : findAddress(file)
    if (published) {
      try {
        return await joinAt(options, clock, published)
      } catch (error) {
        // A file may be left from an earlier run that was killed: rank 0 of this one will write it anew.
        const stale = file !== undefined && error instanceof RunError && error.problem.kind === 'refused'
        if (!(error instanceof JsonLinesEnded) && !stale) throw error
        reason = error instanceof JsonLinesEnded ? error.reason : 'refused'
      }
    }
    const pause = RETRY_MILLISECONDS[Math.min(attempt, RETRY_MILLISECONDS.length - 1)]
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  const { master } = options
  throw new RunError({
    kind: 'rendezvous-unreachable',
    address: file ?? addressText(master?.host ?? '', master?.port ?? 0),
    seconds: clock.timeoutSeconds,
    reason,
  })
}

/** Throws JsonLinesEnded when rank 0 was not reached. */
async function joinAt(
  options: TcpOptions,
  clock: Clock,
  { host, port, token }: PublishedAddress,
): Promise<Gathered> {
  const { rank, ranks } = options
  const from = options.interface ? interfaceAddress(options.interface) : undefined
  const lines = openJsonLines(await dial(host, port, clock.deadline))
  try {
    const listener = await listen(from ?? lines.socket.localAddress ?? LOOPBACK, 0, token)
    const rendezvous: Rendezvous = { rank, ranks, token, machine: machineName(), listener, ...clock }
    try {
      return await joinRendezvous(rendezvous, lines, host, port)
    } finally {
      listener.close()
    }
  } catch (error) {
    lines.socket.destroy()
    throw error
  }
}

const given = ({ master, token }: TcpOptions): PublishedAddress | undefined =>
  master && { ...master, token: token ?? '' }

/** Undefined when the address of rank 0 is given. */
function fileOf({ master, job, folder }: TcpOptions): string | undefined {
  if (master) return undefined
  if (job !== undefined) return addressFile(job, folder)
  throw new RunError({
    kind: 'argument',
    argument: 'MASTER_ADDR',
    seen: '',
    wanted: 'MASTER_ADDR:MASTER_PORT',
  })
}

/** Two containers may share a host name, and two hosts too; of one boot there is one. */
function machineName(): string {
  try {
    return `${hostname()} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`
  } catch {
    return hostname()
  }
}
