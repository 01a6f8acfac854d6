/** The system calls that the polling pump makes, through koffi; loaded only where tcp is asked for. Linux. */
import { createRequire } from 'node:module'
import type { Address } from '../transport.ts'

type Koffi = typeof import('koffi').default

export interface Libc {
  /** Bytes moved, or the negative errno. `memory` is where the heap begins in this process. */
  recv(fd: number, at: number, bytes: number, flags: number): number
  send(fd: number, at: number, bytes: number, flags: number): number
  dup(fd: number): number
  close(fd: number): number
  shutdown(fd: number, how: number): number
  poll(descriptors: number, count: number, milliseconds: number): number
  pollAsync(descriptors: number, count: number, milliseconds: number): Promise<number>
  yieldCore(): void
  errno(): number
  /** Where in this process address 0 of a WebAssembly memory lies. */
  origin(memory: WebAssembly.Memory): number
}

// <bits/socket.h>, <poll.h>, <errno.h> of Linux, the same on all of its machines that Node runs on.
export const MSG_DONTWAIT = 0x40
export const MSG_NOSIGNAL = 0x4000
export const SHUT_WR = 1
export const POLLIN = 1
export const POLLOUT = 4
export const EINTR = 4
export const EAGAIN = 11

/** struct pollfd { int fd; short events; short revents } */
export const POLLFD_BYTES = 8

/** Undefined where koffi is not installed, or the system is no Linux. */
export function loadLibc(): Libc | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const koffi = createRequire(import.meta.url)('koffi') as Koffi
    return bindLibc(koffi)
  } catch {
    return undefined
  }
}

function bindLibc(koffi: Koffi): Libc {
  // musl and glibc alike: the process has its C library loaded already.
  const library = koffi.load(null)
  const poll = library.func('int poll(uintptr_t, unsigned long, int)')
  return {
    recv: library.func('long recv(int, uintptr_t, size_t, int)'),
    send: library.func('long send(int, uintptr_t, size_t, int)'),
    dup: library.func('int dup(int)'),
    close: library.func('int close(int)'),
    shutdown: library.func('int shutdown(int, int)'),
    poll,
    pollAsync: (descriptors, count, milliseconds) =>
      new Promise((resolve, reject) => {
        poll.async(descriptors, count, milliseconds, (error: Error | null, ready: number) =>
          error ? reject(error) : resolve(ready),
        )
      }),
    yieldCore: library.func('int sched_yield()'),
    errno: () => koffi.errno(),
    origin: (memory) => Number(koffi.address(new Uint8Array(memory.buffer))),
  }
}

/** For `Libc`'s own addresses: those of the heap, moved to where the heap lies. */
export const inProcess = (origin: number, address: Address): number => origin + address
