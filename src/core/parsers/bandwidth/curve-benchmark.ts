/** A bare curve as a Benchmark: what its numbers are taken for, and what follows from them. */
import { type BytesPerSecond, GBps, type Seconds } from '../../base/units.ts'
import { busFactor, COLLECTIVES, type CollectiveName, collectiveNamed } from '../../collectives/names.ts'
import type { Benchmark, BenchmarkRow, Measure } from '../../evidence/benchmark.ts'
import type { Note } from '../../evidence/note.ts'
import type { Place } from '../../evidence/place.ts'
import { collectiveInName } from '../nccl-tests/collective.ts'
import { ranksByRatio } from '../nccl-tests/ranks.ts'

/** What a curve says of one size and placement. */
export interface CurvePoint {
  readonly busbw?: BytesPerSecond
  readonly algbw?: BytesPerSecond
  /** Bandwidth that is not said to be either. */
  readonly bandwidth?: BytesPerSecond
  readonly seconds?: Seconds
}

/** Sizes with what was measured for each. */
export interface Curve {
  /** What stands above the curve or in its columns: "all_reduce, 8 GPUs". */
  readonly title: string
  readonly ranks?: number
  readonly rows: readonly {
    readonly bytes: number
    readonly outOfPlace?: CurvePoint
    readonly inPlace?: CurvePoint
    readonly place: Place
  }[]
  readonly place: Place
}

/** `input` is the file's name, which may tell the collective. */
export function benchmarkOfCurve(
  curve: Curve,
  input: string,
): { benchmark: Benchmark; notes: readonly Note[] } {
  const named = collectiveIn(curve.title)
  const collective = named ?? collectiveInName(input, COLLECTIVES)
  const ranks = curve.ranks ?? ranksIn(curve.title)
  // The factor of nccl-tests joins algbw and busbw; unknown, each stands for the other.
  const factor = collective && ranks !== undefined && ranks > 1 ? busFactor(collective, ranks) : 1
  const points = curve.rows
    .flatMap(({ outOfPlace, inPlace }) => [outOfPlace, inPlace])
    .filter((point) => point !== undefined)
  const rows = curve.rows.flatMap(({ bytes, outOfPlace, inPlace, place }): readonly BenchmarkRow[] => {
    const [first, second] = [measureOf(bytes, outOfPlace, factor), measureOf(bytes, inPlace, factor)]
    if (!first && !second) return []
    return [{ bytes, ...(first ? { outOfPlace: first } : {}), ...(second ? { inPlace: second } : {}), place }]
  })
  const stated = points.some(({ busbw }) => busbw !== undefined)
    ? 'busbw'
    : points.some(({ algbw }) => algbw !== undefined)
      ? 'algbw'
      : undefined
  const both = points.every(({ busbw, algbw }) => busbw !== undefined && algbw !== undefined)
  const ratio = both && collective && ranks === undefined ? ranksByRatio(rows, collective) : undefined
  const benchmark: Benchmark = {
    kind: 'benchmark',
    tool: 'curve',
    ...(collective ? { operation: collective, collective } : {}),
    candidates: collective ? [collective] : [],
    collectiveFrom: named ? 'named' : collective ? 'input-name' : 'unknown',
    ...(ranks !== undefined
      ? { ranks, ranksFrom: 'named' }
      : typeof ratio === 'number'
        ? { ranks: ratio, ranksFrom: 'ratio' }
        : { ranksFrom: 'unknown' }),
    ...(both ? {} : { stated: stated ?? 'busbw' }),
    devices: [],
    rows,
    parameters: {},
    environment: {},
    errors: [],
    startedTogether: 1,
    place: curve.place,
    complete: true,
  }
  const notes: readonly Note[] = stated
    ? []
    : [{ id: 'curve-bandwidth-assumed', values: { read: 'busbw' }, place: curve.place }]
  return { benchmark, notes }
}

function measureOf(bytes: number, point: CurvePoint | undefined, factor: number): Measure | undefined {
  if (!point) return undefined
  const fromTime = point.seconds !== undefined && point.seconds > 0 ? bytes / point.seconds : undefined
  const busbw = point.busbw ?? point.bandwidth ?? times(point.algbw ?? fromTime, factor)
  const algbw = point.algbw ?? fromTime ?? (busbw === undefined ? undefined : busbw / factor)
  if (busbw === undefined || algbw === undefined || !(busbw >= 0) || !(algbw >= 0)) return undefined
  const seconds = point.seconds ?? bytes / algbw
  // Nothing was moved, or in no time: nothing was measured.
  if (!(seconds > 0) || !Number.isFinite(seconds)) return undefined
  return { seconds, algbw: algbw / GBps, busbw: busbw / GBps }
}

const times = (value: number | undefined, factor: number): number | undefined =>
  value === undefined ? undefined : value * factor

const WORDS =
  /\b(all[-_ ]?reduce|reduce[-_ ]?scatter|all[-_ ]?gather|all[-_ ]?to[-_ ]?all|send[-_ ]?recv|broadcast|bcast|gather|scatter|reduce)(?:_perf)?\b/gi

/** The collective that a text names, if it is one and no other. */
function collectiveIn(text: string): CollectiveName | undefined {
  const found = new Set([...text.matchAll(WORDS)].map(([, word = '']) => collectiveNamed(word)))
  const [only] = found
  return found.size === 1 ? only : undefined
}

/** "8 GPUs", "16 ranks", "nranks=8" */
function ranksIn(text: string): number | undefined {
  const number =
    /\b(\d{1,6})\s*(?:x\s*)?(?:gpus?|ranks?|processes)\b/i.exec(text)?.[1] ??
    /\b(?:n?ranks|gpus|world[_ ]size|np)\s*[=:]?\s*(\d{1,6})\b/i.exec(text)?.[1]
  return number === undefined || Number(number) < 1 ? undefined : Number(number)
}
