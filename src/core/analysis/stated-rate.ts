/**
 * A bare curve states one rate a size. Where collective and number of ranks are known, the factor of nccl-tests gives the
 * other, and the time with it; until then both are the stated one (evidence/benchmark.ts, `stated`).
 */
import { GBps } from '../base/units.ts'
import { busFactor } from '../collectives/names.ts'
import type { Benchmark } from '../evidence/benchmark.ts'

interface Rates {
  readonly seconds: number
  readonly algbw: number
  readonly busbw: number
}

/** The rate that is still to be told from the other; undefined where both are known. */
export const onlyStated = ({ stated, collective, ranks }: Benchmark): Benchmark['stated'] =>
  collective === undefined || ranks === undefined ? stated : undefined

/** The benchmark with the number of ranks that its file does not give. */
export function withRanksOf(benchmark: Benchmark, ranks: number): Benchmark {
  const { stated, collective, rows } = benchmark
  const known: Benchmark = { ...benchmark, ranks, ranksFrom: 'option' }
  if (!stated || !collective || ranks < 2) return known
  const factor = busFactor(collective, ranks)
  return {
    ...known,
    rows: rows.map((row) => ({
      ...row,
      ...(row.outOfPlace ? { outOfPlace: bothRates(row.outOfPlace, row.bytes, stated, factor) } : {}),
      ...(row.inPlace ? { inPlace: bothRates(row.inPlace, row.bytes, stated, factor) } : {}),
    })),
  }
}

export function bothRates<Given extends Rates>(
  rates: Given,
  bytes: number,
  stated: 'algbw' | 'busbw',
  factor: number,
): Given {
  // Where the file gives a time beside the rate, both were told already.
  if (rates.algbw !== rates.busbw) return rates
  if (stated === 'algbw') return { ...rates, busbw: rates.algbw * factor }
  const algbw = rates.busbw / factor
  return { ...rates, algbw, seconds: bytes / (algbw * GBps) }
}
