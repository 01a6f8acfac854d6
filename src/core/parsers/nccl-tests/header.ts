/**
 * The lines of nccl-tests output around its rows: parameters, devices, summary
 * (nccl-tests src/util.cu, writeDeviceReport and writeResultFooter; before 2.17 src/common.cu).
 * GitHub removes "#" at the start of a line, so all are read without it.
 */
import type { BenchmarkDevice, BenchmarkParameters } from '../../evidence/benchmark.ts'
import type { Place } from '../../evidence/place.ts'

/** "nThread 1 nGpus 8 minBytes 8 maxBytes 8589934592 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 …" */
export function parametersOf(text: string): BenchmarkParameters | undefined {
  if (!/^nThreads?:? +\d/.test(text)) return undefined
  const number = (name: RegExp): number | undefined => {
    const value = name.exec(text)?.[1]
    return value === undefined ? undefined : Number(value)
  }
  const validation = number(/validation:? +(-?\d+)/)
  return defined({
    threads: number(/nThreads?:? +(-?\d+)/),
    gpusPerThread: number(/nGpus:? +(-?\d+)/),
    minBytes: number(/minBytes:? +(-?\d+)/),
    maxBytes: number(/maxBytes:? +(-?\d+)/),
    warmupIterations: number(/warmup iters:? +(-?\d+)/),
    iterations: number(/\d iters:? +(-?\d+)/),
    validation: validation === undefined ? undefined : validation > 0,
    graph: number(/graph:? +(-?\d+)/),
  })
}

/** Without the members that are undefined. */
function defined<T extends object>(members: { [Key in keyof T]: T[Key] | undefined }): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T
}

const DEVICE =
  /^Rank +(\d+) +(?:Group +(\d+) +)?(?:Pid +(\d+) +)?on +(\S+) +device +(\d+) +\[(?:0x)?([0-9a-fA-F:.]+)\] *(.*)$/

/** "Rank  0 Group  0 Pid 6899 on gpu-07 device  0 [0000:04:00] NVIDIA H100 80GB HBM3". `same` spares memory where names repeat. */
export function deviceOf(
  text: string,
  place: () => Place,
  same: (text: string) => string,
): BenchmarkDevice | undefined {
  const match = DEVICE.exec(text)
  if (!match) return undefined
  const [, rank, group, pid, host = '', device, busId, name = ''] = match
  return {
    rank: Number(rank),
    host: same(host),
    device: Number(device),
    name: same(name.trim()),
    place: place(),
    ...(busId === undefined ? {} : { busId: same(busId) }),
    ...(pid === undefined ? {} : { pid: Number(pid) }),
    ...(group === undefined ? {} : { group: Number(group) }),
  }
}

/** "Out of bounds values : 0 OK" */
export function outOfBoundsOf(text: string): { count: number; failed: boolean } | undefined {
  const match = /^Out of bounds values *: *(\d+) *(OK|FAILED)?/.exec(text)
  return match
    ? { count: Number(match[1]), failed: match[2] === 'FAILED' || Number(match[1]) > 0 }
    : undefined
}

/** "Avg bus bandwidth    : 70.742 OK"; the word only with NCCL_TESTS_MIN_BW. */
export function averageOf(text: string): { busbw: number; passed?: boolean } | undefined {
  const match = /^Avg bus bandwidth *: *([-+.\de]+) *(OK|FAILED)?/.exec(text)
  const busbw = Number(match?.[1])
  if (!match || !Number.isFinite(busbw)) return undefined
  return { busbw, ...(match[2] === undefined ? {} : { passed: match[2] === 'OK' }) }
}

/** "23007" -> "2.30.7": major x 10000 + minor x 100 + patch since 2.9, major x 1000 + … before (nccl.h). */
export function libraryVersionOf(code: number): string {
  const [major, rest] =
    code >= 10000 ? [Math.floor(code / 10000), code % 10000] : [Math.floor(code / 1000), code % 1000]
  return `${major}.${Math.floor(rest / 100)}.${rest % 100}`
}
