/**
 * One memory for ranks that are processes of one host: rank 0 makes a file that exists in memory only (memfd_create), and each
 * maps it over its own WebAssembly.Memory, so that an address means the same to all. That V8 lets its reserved range be
 * mapped over is promised nowhere, so it is tried out and given up where it does not hold. No file is left behind, whatever
 * happens: the memory goes with the last process that has it.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, ftruncateSync, openSync, readlinkSync } from 'node:fs'
import { RESERVED_BYTES } from '../../../memory/heap.ts'
import { type Koffi, loadKoffi } from '../../../system/koffi.ts'
import { isObject } from '../rendezvous/handshake.ts'
import type { TcpTransport } from '../tcp.ts'
import { exchange } from './exchange.ts'

// <sys/mman.h> of Linux.
const PROT_READ_WRITE = 3
const MAP_SHARED_FIXED = 0x11
const MFD_CLOEXEC = 1

/** Whether `memory` is shared by all ranks from now on; the first page, the kernels' own, never is. The same at all ranks. */
export async function shareMemory(
  tcp: TcpTransport,
  memory: WebAssembly.Memory,
  deadline: number,
): Promise<boolean> {
  const koffi = process.platform === 'linux' ? await loadKoffi().catch(() => undefined) : undefined
  const offered = tcp.rank === 0 && koffi ? offer(koffi, memory.buffer.byteLength) : undefined
  try {
    const [first] = await exchange(tcp, offered ?? null, deadline)
    const mapped = koffi !== undefined && isOffer(first) && mapOver(koffi, memory, first, offered?.fd)
    const all = (await exchange(tcp, mapped, deadline)).every((answer) => answer === true)
    return all && (await tryOut(tcp, memory, deadline))
  } finally {
    if (offered) closeSync(offered.fd)
  }
}

interface Offer {
  readonly pid: number
  readonly fd: number
  /** Random: by the number alone, another process of another container could be meant. */
  readonly name: string
  readonly bytes: number
}

const isOffer = (value: unknown): value is Offer => isObject(value) && typeof value.name === 'string'

function offer(koffi: Koffi, bytes: number): Offer | undefined {
  const name = `ringscope-${randomBytes(16).toString('hex')}`
  const create = koffi.load(null).func('memfd_create', 'int', ['str', 'unsigned int'])
  const fd = create(name, MFD_CLOEXEC)
  if (fd < 0) return undefined
  ftruncateSync(fd, bytes)
  return { pid: process.pid, fd, name, bytes }
}

function mapOver(
  koffi: Koffi,
  memory: WebAssembly.Memory,
  { pid, fd, name, bytes }: Offer,
  own?: number,
): boolean {
  if (bytes !== memory.buffer.byteLength) return false
  let file = own
  try {
    file ??= openSync(`/proc/${pid}/fd/${fd}`, 'r+')
    if (!readlinkSync(`/proc/self/fd/${file}`).startsWith(`/memfd:${name}`)) return false
    const parameters = ['uintptr_t', 'size_t', 'int', 'int', 'int', 'long']
    const mmap = koffi.load(null).func('mmap', 'intptr_t', parameters)
    const at = Number(koffi.address(new Uint8Array(memory.buffer))) + RESERVED_BYTES
    return mmap(at, bytes - RESERVED_BYTES, PROT_READ_WRITE, MAP_SHARED_FIXED, file, RESERVED_BYTES) === at
  } catch {
    // Another user's process, or one of another container.
    return false
  } finally {
    if (file !== undefined && file !== own) closeSync(file)
  }
}

/** Each rank writes a word at the beginning and at the end; each must see those of all. */
async function tryOut(tcp: TcpTransport, memory: WebAssembly.Memory, deadline: number): Promise<boolean> {
  const words = new Int32Array(memory.buffer)
  const { rank, ranks } = tcp
  const offsets = [RESERVED_BYTES / 4, words.length - ranks]
  const word = (peer: number): number => 0x5eed_0000 + peer * 7 + 1
  for (const offset of offsets) Atomics.store(words, offset + rank, word(rank))
  await exchange(tcp, null, deadline)
  const seen = offsets.every((offset) =>
    Array.from({ length: ranks }, (_, peer) => Atomics.load(words, offset + peer) === word(peer)).every(
      Boolean,
    ),
  )
  const all = (await exchange(tcp, seen, deadline)).every((answer) => answer === true)
  for (const offset of offsets) Atomics.store(words, offset + rank, 0)
  // Nobody uses the memory while another still clears it.
  await exchange(tcp, null, deadline)
  return all
}
