/**
 * What NCCL chooses for a size (NCCL_DEBUG_SUBSYS=TUNING; NCCL src/enqueue.cc):
 *   AllReduce: 1024 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..0}          (2.24)
 *   1024 Bytes -> Algo 1 proto 0 time 12.3                                      (before)
 */
import type { LogChoice } from '../../evidence/nccl-log.ts'
import { copy } from '../../text/copy.ts'
import { distinct } from './distinct.ts'
import type { LogLine, PlaceOf } from './line.ts'

const ALGORITHMS = ['TREE', 'RING', 'COLLNET_DIRECT', 'COLLNET_CHAIN', 'NVLS', 'NVLS_TREE', 'PAT']
const PROTOCOLS = ['LL', 'LL128', 'SIMPLE']

/** `choices` gives what was read so far. */
export function choiceReader(placeOf: PlaceOf) {
  const choices = distinct(placeOf).values<LogChoice>()
  return {
    choices: choices.all,
    readChoice(line: LogLine, collective?: string): void {
      const [, bytes, algo = '', proto = ''] =
        /(\d+) Bytes -> Algo (\w+) proto (\w+)/.exec(line.message) ?? []
      if (bytes === undefined) return
      const [algorithm, protocol] = [nameOf(ALGORITHMS, algo), nameOf(PROTOCOLS, proto)]
      choices.add(`${collective} ${bytes} ${algorithm} ${protocol}`, line, () => ({
        ...(collective === undefined ? {} : { collective }),
        bytes: Number(bytes),
        algorithm: copy(algorithm),
        protocol: copy(protocol),
      }))
    },
  }
}

/** Before 2.23 algorithm and protocol are numbers. */
const nameOf = (names: readonly string[], text: string): string =>
  /^\d+$/.test(text) ? (names[Number(text)] ?? text) : text.toUpperCase()
