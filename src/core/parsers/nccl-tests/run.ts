/** One run of nccl-tests: what its lines say, as they come. */
import type { Benchmark, BenchmarkDevice, BenchmarkParameters, PerfShare } from '../../evidence/benchmark.ts'
import type { Place } from '../../evidence/place.ts'
import type { Layout } from './layout.ts'
import { type RowGatherer, rowGatherer } from './row-gatherer.ts'

/** What has been read of a run so far. */
export interface Run {
  readonly place: Place
  readonly gatherer: RowGatherer
  readonly devices: BenchmarkDevice[]
  readonly errors: Place[]
  /** Lines that look like rows, and are none that is understood. */
  unread?: { lines: number; readonly place: Place }
  /** Of ringscope perf. */
  readonly shares: PerfShare[]
  environment: Readonly<Record<string, string>>
  parameters: BenchmarkParameters
  version: { tests?: string; library?: string }
  tool: 'nccl-tests' | 'rccl-tests' | 'ringscope-perf'
  /** Where the name of the test was read. */
  operation?: { readonly name: string; readonly from: 'named' | 'command' }
  layout?: Layout
  header?: Place
  average?: NonNullable<Benchmark['average']>
  outOfBounds?: NonNullable<Benchmark['outOfBounds']>
  /** The list of devices was cut: by nccl-tests at 2048 characters, or by who pasted it. */
  devicesCut: boolean
  startedTogether: number
  complete: boolean
}

/** A run of which nothing is known but where it begins. */
export function newRun(place: Place): Run {
  return {
    place,
    gatherer: rowGatherer(place.input),
    devices: [],
    errors: [],
    shares: [],
    environment: {},
    parameters: {},
    version: {},
    tool: 'nccl-tests',
    devicesCut: false,
    startedTogether: 1,
    complete: false,
  }
}

/** How many rows and the like it holds. */
export const sizeOf = ({ gatherer, devices, errors, shares }: Run): number =>
  gatherer.rows.length + devices.length + errors.length + shares.length
