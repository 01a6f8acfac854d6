/**
 * Keeps UCX, on which MPICH and OpenMPI may run, from cutting off the end of the C heap as it is loaded.
 *
 * UCX hooks brk(2) for its cache of registered memory and tests the hook by sbrk(+page), then sbrk(-page), whether or not the
 * first succeeded (ucm/mmap/install.c, seen in 1.13.1). V8 puts its code right behind the C heap, at the next 256 KiB; about one
 * process in 32 has no page left between them. There the heap only shrinks, and the process dies of a segmentation fault once
 * malloc uses the page that it still believes in (3 of 75 starts of 3 ranks). In those processes alone the hooks are switched
 * off. This costs them the cache, so large messages over InfiniBand may be slower; hence the remark (`Transport.remarks`).
 */
import { readFileSync } from 'node:fs'

const PAGE_BYTES = 4096
/** brk(2) wants a page free behind the one that it adds. */
const ROOM_BYTES = 2 * PAGE_BYTES

/** Whether UCX's hooks had to be switched off. To be called before a library is loaded that may load UCX. */
export function guardHeapEnd(environment: NodeJS.ProcessEnv): boolean {
  if (environment.UCX_MEM_EVENTS !== undefined) return false
  if (!heapIsStuck(memoryMap())) return false
  environment.UCX_MEM_EVENTS = 'n'
  return true
}

/** `maps`: as /proc/self/maps has it (proc(5)), in the order of addresses. */
export function heapIsStuck(maps: string): boolean {
  const lines = maps.split('\n')
  const at = lines.findIndex((line) => line.endsWith('[heap]'))
  const [heap, next] = [rangeOf(lines[at]), rangeOf(lines[at + 1])]
  return heap !== undefined && next !== undefined && next.start - heap.end < ROOM_BYTES
}

function rangeOf(line: string | undefined): { readonly start: number; readonly end: number } | undefined {
  const [, start, end] = /^([0-9a-f]+)-([0-9a-f]+) /.exec(line ?? '') ?? []
  return start && end ? { start: Number.parseInt(start, 16), end: Number.parseInt(end, 16) } : undefined
}

function memoryMap(): string {
  try {
    return readFileSync('/proc/self/maps', 'latin1')
  } catch {
    // No Linux: no such heap.
    return ''
  }
}
