/** Measured beside simulated: the schedules that were run, simulated on a topology fitted from the same run. */
import type {
  PerfFit,
  PerfRow,
  PerfRun,
  PerfSimulatedRow,
  PerfSimulation,
} from '../core/evidence/perf-run.ts'
import { algorithmNamed } from '../core/schedules/algorithms/index.ts'
import type { Algorithm } from '../core/schedules/schedule.ts'
import { simulate } from '../core/simulate/simulate.ts'
import { fittedTopology } from '../core/topology/fitted.ts'
import type { Topology } from '../core/topology/topology.ts'

export function simulateRun(run: PerfRun, fit: PerfFit, withoutMessages: readonly string[]): PerfSimulation {
  const topology = fittedTopology(run.ranks, fit)
  return { fit, rows: run.rows.flatMap((row) => simulatedRow(run, row, fit, topology)), withoutMessages }
}

function simulatedRow(
  { collective, ranks, root: requestedRoot }: PerfRun,
  row: PerfRow,
  fit: PerfFit,
  topology: Topology,
): readonly PerfSimulatedRow[] {
  const { bytes, tiles } = row
  const algorithm = algorithmNamed(collective, row.algorithm)
  const measuredSeconds = (row.inPlace ?? row.outOfPlace)?.p50Seconds
  if (!algorithm || tiles === undefined || measuredSeconds === undefined || bytes === 0) return []
  const root = row.root ?? Math.max(0, requestedRoot)
  const pieces = algorithm.pipelined
    ? { pieces: piecesOf(algorithm, { ranks, root, bytes, tiles }, fit) }
    : {}
  const schedule = algorithm.schedule({ ranks, root, ...pieces })
  const simulated = simulate({ schedule, topology, options: { bytes } })
  if (!simulated.ok) return []
  return [
    {
      bytes,
      algorithm: row.algorithm,
      ...(row.root === undefined ? {} : { root }),
      measuredSeconds,
      simulatedSeconds: simulated.value.seconds,
    },
  ]
}

/**
 * Tiles follow each other into slots that are free already, and what that costs is in the fitted rate; the simulation takes a
 * latency for each piece. So it gets as many as pay: n pieces of S bytes through d steps take (n + d - 1)(a + S/(n b)), least for
 * n = sqrt((d - 1) S / (a b)).
 */
function piecesOf(
  algorithm: Algorithm,
  {
    ranks,
    root,
    bytes,
    tiles,
  }: { readonly ranks: number; readonly root: number; readonly bytes: number; readonly tiles: number },
  { pairs }: PerfFit,
): number {
  const depth = algorithm.stepCount({ ranks, root })
  const hidden = middle(pairs.map((pair) => pair.latencySeconds * pair.bytesPerSecond))
  return Math.max(1, Math.min(tiles, Math.round(Math.sqrt(((depth - 1) * bytes) / hidden))))
}

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 1
