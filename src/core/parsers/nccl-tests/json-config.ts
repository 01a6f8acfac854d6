/** The config of nccl-tests -J: devices and parameters. */
import type { BenchmarkDevice, BenchmarkParameters } from '../../evidence/benchmark.ts'
import type { Place } from '../../evidence/place.ts'
import { type Members, membersOf, numberOf, textOf } from '../../text/json-values.ts'
import type { Json } from '../../text/tolerant-json.ts'

/** One device, or none where rank or number is missing. */
export function deviceIn(value: Json, at: (text: string) => Place): readonly BenchmarkDevice[] {
  const members = membersOf(value)
  const rank = numberOf(members?.rank)
  const device = numberOf(members?.device)
  if (!members || rank === undefined || device === undefined) return []
  const group = numberOf(members.group)
  const pid = numberOf(members.pid)
  const host = textOf(members.hostname) ?? ''
  const busId = textOf(members.device_hex)
  const name = textOf(members.device_info) ?? ''
  return [
    {
      rank,
      ...(group === undefined ? {} : { group }),
      ...(pid === undefined ? {} : { pid }),
      host,
      device,
      ...(busId === undefined ? {} : { busId }),
      name,
      place: at(`Rank ${rank} on ${host} device ${device} [${busId ?? ''}] ${name}`),
    },
  ]
}

/** `results` tell whether times are of the CPU. */
export function parametersIn(config: Members, results: readonly Json[]): BenchmarkParameters {
  const cpuTime = results.some((result) => membersOf(membersOf(result)?.out_of_place)?.cpu_time !== undefined)
  const numbers = {
    threads: numberOf(config.nthreads),
    gpusPerThread: numberOf(config.ngpus),
    minBytes: numberOf(config.minimum_bytes),
    maxBytes: numberOf(config.maximum_bytes),
    iterations: numberOf(config.iterations),
    warmupIterations: numberOf(config.warmup_iters),
    graph: numberOf(config.graph),
  }
  const validation = numberOf(config.validation)
  return {
    ...(Object.fromEntries(
      Object.entries(numbers).filter(([, value]) => value !== undefined),
    ) as BenchmarkParameters),
    ...(validation === undefined ? {} : { validation: validation > 0 }),
    ...(textOf(config.blocking_collectives) === 'true' ? { blocking: true } : {}),
    ...(cpuTime ? { cpuTime } : {}),
  }
}
