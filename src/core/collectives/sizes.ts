/**
 * What `size` and `count` mean in nccl-tests, by operation (nccl-tests src/*.cu, GetCollByteCount and GetBw, 2.19.6).
 * The printed size is the larger of what a rank sends and receives; `count` is what the NCCL call gets.
 */
import type { Bytes } from '../base/units.ts'
import { busFactor, type CollectiveName } from './names.ts'

/** What the size column counts. The sentences: messages/{en,zh}/collectives.ts. */
export type SizeMeaning = 'buffer' | 'gathered' | 'input' | 'sent-per-rank' | 'root-receives' | 'root-sends'

const MEANINGS: Readonly<Record<CollectiveName, SizeMeaning>> = {
  all_reduce: 'buffer',
  all_gather: 'gathered',
  reduce_scatter: 'input',
  broadcast: 'buffer',
  reduce: 'buffer',
  gather: 'root-receives',
  scatter: 'root-sends',
  all_to_all: 'sent-per-rank',
  send_recv: 'buffer',
}

export const sizeMeaning = (collective: CollectiveName): SizeMeaning => MEANINGS[collective]

/** The size is of all ranks' shares together: a call's count is a rank's share of it. */
export const isSplit = (collective: CollectiveName): boolean => MEANINGS[collective] !== 'buffer'

/** Since December 2024 a rank's share is rounded down to whole 16 bytes; before, only to whole elements. */
const ALIGNMENT: Bytes = 16

export interface TestSize {
  /** The `size` column. */
  readonly bytes: Bytes
  /** The `count` column: elements passed to the call. */
  readonly count: number
  readonly sendBytes: Bytes
  readonly receiveBytes: Bytes
}

/** What nccl-tests makes of a requested size (-b, -e): the row that it prints. Rooted operations: seen from the root. */
export function testSize(
  collective: CollectiveName,
  requested: Bytes,
  ranks: number,
  typeBytes: Bytes,
  alignment: Bytes = ALIGNMENT,
): TestSize {
  const elements = Math.floor(requested / typeBytes)
  const step = Math.max(1, Math.floor(alignment / typeBytes))
  const count = isSplit(collective) ? Math.floor(elements / ranks / step) * step : elements
  const share = count * typeBytes
  const whole = isSplit(collective) ? share * ranks : share
  const [sendBytes, receiveBytes] = directions(collective, share, whole)
  return { bytes: whole, count, sendBytes, receiveBytes }
}

function directions(collective: CollectiveName, share: Bytes, whole: Bytes): readonly [Bytes, Bytes] {
  switch (collective) {
    case 'all_gather':
    case 'gather':
      return [share, whole]
    case 'reduce_scatter':
    case 'scatter':
      return [whole, share]
    default:
      return [whole, whole]
  }
}

/**
 * nccl-tests 2.0 printed all_gather and reduce_scatter with algbw = size x (n-1)/n / time and busbw = algbw, so that
 * both columns show the bus bandwidth (nccl-tests #37); later versions divide the whole size by the time.
 */
export type Era = '2.0' | 'current'

const hasQuirk = (collective: CollectiveName): boolean =>
  collective === 'all_gather' || collective === 'reduce_scatter'

/** The bytes that algbw divides by the time. */
export const algorithmBytes = (
  collective: CollectiveName,
  size: Bytes,
  ranks: number,
  era: Era = 'current',
): Bytes => (era === '2.0' && hasQuirk(collective) ? size * busFactor(collective, ranks) : size)

/** busbw = algbw x this. */
export const busFactorIn = (era: Era, collective: CollectiveName, ranks: number): number =>
  era === '2.0' && hasQuirk(collective) ? 1 : busFactor(collective, ranks)

/** Which era printed these two columns; undefined where they cannot tell (one rank, other operations, no rate). */
export function eraOf(
  collective: CollectiveName,
  ranks: number,
  { algbw, busbw }: { readonly algbw: number; readonly busbw: number },
): Era | undefined {
  if (!hasQuirk(collective) || ranks < 2 || !(algbw > 0)) return undefined
  const ratio = busbw / algbw
  const factor = busFactor(collective, ranks)
  return Math.abs(ratio - 1) < Math.abs(ratio - factor) ? '2.0' : 'current'
}
