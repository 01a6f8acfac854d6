/** The system calls that the polling pump makes, through koffi; loaded only where tcp is asked for. Linux. */
import { type Koffi, loadKoffi } from '../../../system/koffi.ts'
import { bindYieldCore } from '../../../system/yield-core.ts'

export interface Libc {
  /** Bytes moved, or -1 and `errno`. `at`: an address of the process, not of the heap; see `origin`. */
  recv(fd: number, at: number, bytes: number, flags: number): number
  send(fd: number, at: number, bytes: number, flags: number): number
  /** `message`: a struct msghdr (msghdr.ts). */
  sendmsg(fd: number, message: number, flags: number): number
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
export async function loadLibc(): Promise<Libc | undefined> {
  if (process.platform !== 'linux') return undefined
  try {
    return bindLibc(await loadKoffi())
  } catch {
    return undefined
  }
}

/** Addresses are passed as plain numbers, which costs less than a BigInt or a view. */
function bindLibc(koffi: Koffi): Libc {
  // glibc and musl alike: the process has its C library loaded already.
  const library = koffi.load(null)
  const transfer = ['int', 'uintptr_t', 'size_t', 'int']
  const poll = library.func('poll', 'int', ['uintptr_t', 'unsigned long', 'int'])
  return {
    recv: library.func('recv', 'long', transfer),
    send: library.func('send', 'long', transfer),
    sendmsg: library.func('sendmsg', 'long', ['int', 'uintptr_t', 'int']),
    dup: library.func('dup', 'int', ['int']),
    close: library.func('close', 'int', ['int']),
    shutdown: library.func('shutdown', 'int', ['int', 'int']),
    poll,
    pollAsync: (descriptors, count, milliseconds) =>
      new Promise((resolve, reject) => {
        const done = (error: Error | null, ready: number) => (error ? reject(error) : resolve(ready))
        poll.async(descriptors, count, milliseconds, done)
      }),
    yieldCore: bindYieldCore(koffi),
    errno: () => koffi.errno(),
    origin: (memory) => Number(koffi.address(new Uint8Array(memory.buffer))),
  }
}
