/** `df`: the size of /dev/shm, where NCCL keeps the buffers of GPUs that have no peer-to-peer. POSIX, -h, -k and -B1. */
import type { HostParser } from '../parser.ts'

const HEADER = /^Filesystem\s+(?:Type\s+)?(\S+)\s+Used\s+Avail/
const ROW =
  /^\S.*?\s+(\d+(?:\.\d+)?[KMGTP]?i?)\s+(\d+(?:\.\d+)?[KMGTP]?i?)\s+(\d+(?:\.\d+)?[KMGTP]?i?)\s+\d+%\s+(\/\S*)\s*$/

export const df: HostParser = {
  kind: 'host',
  id: 'df',
  title: 'df /dev/shm',
  begins: (text) => text.startsWith('Filesystem') && HEADER.test(text),
  read(emit) {
    let unit = 1024
    return {
      line(text, place) {
        const column = text.startsWith('Filesystem') ? HEADER.exec(text)?.[1] : undefined
        if (column !== undefined) {
          unit = /^1(?:B|-)?(?:blocks)?$/i.test(column) ? 1 : /^(?:1M|1048576)/.test(column) ? 2 ** 20 : 1024
          return
        }
        const [, size, , available, mount] = text.includes('%') ? (ROW.exec(text) ?? []) : []
        if (size === undefined || available === undefined || mount === undefined) return
        emit({
          is: 'filesystem',
          mount,
          bytes: sizeOf(size, unit),
          availableBytes: sizeOf(available, unit),
          place: place(),
        })
      },
    }
  },
}

/** "64M" and "126G" of -h are binary; without a letter the header's unit counts. */
function sizeOf(text: string, unit: number): number {
  const [, number = '0', letter] = /^(\d+(?:\.\d+)?)([KMGTP])?/.exec(text) ?? []
  return Number(number) * (letter === undefined ? unit : 1024 ** ('KMGTP'.indexOf(letter) + 1))
}
