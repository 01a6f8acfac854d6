/**
 * Gives the calling thread a core of its own by sched_setaffinity(2), as mpirun of OpenMPI does unless told otherwise. Two ranks
 * that talk to each other all the time are otherwise often put on one core, since a wake-up pulls a thread to who woke it.
 */
import { readFileSync } from 'node:fs'
import { loadKoffi } from '../system/koffi.ts'

/** Bits of glibc's cpu_set_t. */
const MOST_CPUS = 1024

/** True when rank `rank` of `ranks` on this host has one now. Where there are fewer than ranks, or no Linux, nothing is changed. */
export async function bindToCore(rank: number, ranks: number): Promise<boolean> {
  if (process.platform !== 'linux') return false
  try {
    const cpus = cpusFor(allowedCpus(), siblingsOf, ranks)
    const cpu = cpus?.[rank]
    if (cpu === undefined || cpu >= MOST_CPUS) return false
    const mask = new Uint8Array(MOST_CPUS / 8)
    mask[cpu >> 3] = 1 << (cpu & 7)
    const setAffinity = (await loadKoffi())
      .load(null)
      .func('sched_setaffinity', 'int', ['int', 'size_t', 'void *'])
    return setAffinity(0, mask.byteLength, mask) === 0
  } catch {
    return false
  }
}

/** A CPU for each rank, on cores of their own as long as there are enough; undefined where there are fewer CPUs than ranks. */
export function cpusFor(
  allowed: readonly number[],
  siblings: (cpu: number) => readonly number[],
  ranks: number,
): readonly number[] | undefined {
  if (ranks > allowed.length) return undefined
  const first = allowed.filter(
    (cpu) => !siblings(cpu).some((sibling) => sibling < cpu && allowed.includes(sibling)),
  )
  return [...first, ...allowed.filter((cpu) => !first.includes(cpu))].slice(0, ranks)
}

function allowedCpus(): readonly number[] {
  const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return cpuList(list)
}

/** Hardware threads of the same core, this one included. */
function siblingsOf(cpu: number): readonly number[] {
  const file = `/sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings_list`
  try {
    return cpuList(readFileSync(file, 'utf8').trim())
  } catch {
    return [cpu]
  }
}

/** "0-3,8" as the kernel writes lists of CPUs. */
export const cpuList = (list: string): readonly number[] =>
  list.split(',').flatMap((range) => {
    const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? []
    if (from === undefined) return []
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at)
  })
