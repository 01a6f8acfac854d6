/** Measured beside simulated: the schedules that were run, simulated on a topology fitted from the same run. */
import type {
  PerfFit,
  PerfRow,
  PerfRun,
  PerfSimulatedRow,
  PerfSimulation,
} from '../core/evidence/perf-run.ts'
import { algorithmNamed } from '../core/schedules/algorithms/index.ts'
import { simulate } from '../core/simulate/simulate.ts'
import { fittedTopology } from '../core/topology/fitted.ts'
import type { Topology } from '../core/topology/topology.ts'

/** A pipeline of more parts takes long to simulate and shows nothing new. */
const MOST_PIECES = 1024

export function besideSimulation(
  run: PerfRun,
  fit: PerfFit,
  withoutMessages: readonly string[],
): PerfSimulation {
  const topology = fittedTopology(run.ranks, fit)
  return { fit, rows: run.rows.flatMap((row) => simulatedRow(run, row, topology)), withoutMessages }
}

function simulatedRow(
  { collective, ranks, root }: PerfRun,
  row: PerfRow,
  topology: Topology,
): PerfSimulatedRow[] {
  const algorithm = algorithmNamed(collective, row.algorithm)
  const measuredSeconds = (row.inPlace ?? row.outOfPlace)?.p50Seconds
  if (!algorithm || row.tiles === undefined || measuredSeconds === undefined || row.bytes === 0) return []
  const schedule = algorithm.schedule({
    ranks,
    root: row.root ?? Math.max(0, root),
    ...(algorithm.pipelined ? { pieces: Math.min(MOST_PIECES, row.tiles) } : {}),
  })
  const simulated = simulate({ schedule, topology, options: { bytes: row.bytes } })
  if (!simulated.ok) return []
  const { bytes, algorithm: id } = row
  return [
    {
      bytes,
      algorithm: id,
      ...(row.root === undefined ? {} : { root: row.root }),
      measuredSeconds,
      simulatedSeconds: simulated.value.seconds,
    },
  ]
}
