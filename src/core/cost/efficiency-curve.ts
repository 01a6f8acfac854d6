/**
 * How much longer than NCCL's model (with the plateau's efficiency) an operation takes on the way to its plateau.
 * Over all measured machines this factor depends on the modelled time and hardly on the size: 1.3-1.7 at 100 us, 1.1 at
 * 1 ms on one node. Between nodes it also depends on how much of the modelled time is latency, which grows with the ring:
 * at twice the latency 1.5, at four times nothing, from 2 to 128 nodes. So a curve is a few pairs from measured tables.
 */
import type { Seconds } from '../base/units.ts'
import { busFactor, type CollectiveName } from '../collectives/names.ts'
import { type Curve, curveThrough, factorAt, type Point } from './curve.ts'
import { type Job, jobOf } from './job.ts'
import { awsB200FourNodes, awsB200OneNode } from './measured/aws-b200.ts'
import { awsP4deTwoNodes } from './measured/aws-p4de.ts'
import { awsP5OneNode, awsP5TwoNodes } from './measured/aws-p5.ts'
import { nvl72 } from './measured/gb200-nvl72.ts'
import { ibEightNodes, ibSixteenNodes, ibSixtyFourNodes } from './measured/ib-h100.ts'
import { fiveH100RoceRing, ib128Gpus, twoDgxA100Ring } from './measured/ib-small.ts'
import {
  superbenchAllGather,
  superbenchAllReduce,
  superbenchBroadcast,
  superbenchReduce,
  superbenchReduceScatter,
} from './measured/superbench-a100.ts'
import type { MeasuredTable } from './measured/table.ts'
import { estimate, modelOf, reaching } from './nccl-estimate.ts'
import { isTuned } from './nccl-inputs.ts'
import { generationOf } from './nccl-tables.ts'

/** A modelled time and the part of it that is latency. */
export interface Modelled {
  readonly seconds: Seconds
  readonly latencySeconds: Seconds
}

/** What times the modelled time is the time to expect; 1 at the plateau. */
export function slowdown(
  collective: CollectiveName,
  job: Job,
  { seconds, latencySeconds }: Modelled,
): number {
  const near = factorAt(curveOf(tablesFor(collective, job), 'seconds'), seconds)
  if (job.nodes === 1) return near
  return Math.max(near, factorAt(curveOf(NETWORK, 'latencies'), seconds / latencySeconds))
}

/** Networks of InfiniBand and RoCE, by how many times its latency an operation takes. */
export const NETWORK: readonly MeasuredTable[] = [
  ib128Gpus,
  twoDgxA100Ring,
  fiveH100RoceRing,
  ibEightNodes,
  ibSixteenNodes,
  ibSixtyFourNodes,
]
const EFA_TWO_NODES = [awsP5TwoNodes]
const EFA_MORE_NODES = [awsB200FourNodes]
const EFA_AMPERE = [awsP4deTwoNodes]
const HOPPER = [awsP5OneNode]
const BLACKWELL = [awsB200OneNode]
const NVL72 = [nvl72]
const AMPERE: Readonly<Record<CollectiveName, readonly MeasuredTable[]>> = {
  all_reduce: [superbenchAllReduce],
  all_gather: [superbenchAllGather],
  reduce_scatter: [superbenchReduceScatter],
  broadcast: [superbenchBroadcast],
  reduce: [superbenchReduce],
  gather: [superbenchAllGather],
  scatter: [superbenchReduceScatter],
  all_to_all: [superbenchAllGather],
  send_recv: [superbenchBroadcast],
}

/** The tables of the machines that are most like this one, by modelled time: over EFA its own, else those of the node. */
export function tablesFor(collective: CollectiveName, job: Job): readonly MeasuredTable[] {
  const { facts, machine, nodes, linked, ranksPerNode } = job
  const generation = generationOf(facts.gpu.computeCapability ?? 0)
  const recent = generation === 'hopper' || generation === 'blackwell'
  if (nodes > 1 && machine.fabric?.kind === 'efa') {
    if (!recent) return EFA_AMPERE
    return nodes === 2 ? EFA_TWO_NODES : EFA_MORE_NODES
  }
  if (!linked || !recent || facts.inside !== 'nvswitch') return AMPERE[collective]
  if (generation === 'hopper') return HOPPER
  return ranksPerNode > 8 ? NVL72 : BLACKWELL
}

/** Above this modelled time nothing beats the plateau. */
const LATENCY_BELOW: Seconds = 200e-6
/** Points of several tables this near are one; of a single table only those that the model cannot tell apart. */
const POOLED = 1.3
const SINGLE = 1.03

type Axis = 'seconds' | 'latencies'
const curves = new Map<readonly MeasuredTable[], Curve>()

function curveOf(tables: readonly MeasuredTable[], axis: Axis): Curve {
  const known = curves.get(tables)
  if (known) return known
  const points = tables.flatMap((table) => pointsOf(table, axis))
  const curve = curveThrough(points, tables.length > 1 ? POOLED : SINGLE)
  curves.set(tables, curve)
  return curve
}

/** Each row's modelled time, with the table's own last value as the plateau, and the measured time over it. */
function pointsOf({ machine, collective, algorithm, rows }: MeasuredTable, axis: Axis): readonly Point[] {
  const job = jobOf(machine)
  const forced = algorithm ? { algorithm } : {}
  const plain = job.ok && isTuned(collective) ? modelOf(collective, job.value, forced) : undefined
  const last = rows.at(-1)
  if (!job.ok || !plain || !last) throw new Error(`measured table on ${machine.id} cannot be modelled`)
  const end = estimate(plain, last[0])
  // A few small sizes say nothing of the plateau.
  const reaches = end.seconds > 10 * end.latencySeconds && rows.length > 3
  const transfer = last[1] * 1e-6 - end.latencySeconds
  const busbw = (last[0] * busFactor(collective, job.value.ranks)) / transfer / 1e9
  const model = reaches ? reaching(plain, { algorithm: end.algorithm, busbw }) : plain
  return rows.map(([bytes, microseconds]) => {
    const { seconds, latencySeconds } = estimate(model, bytes)
    const factor = (microseconds * 1e-6) / seconds
    return {
      x: axis === 'seconds' ? seconds : seconds / latencySeconds,
      factor: seconds < LATENCY_BELOW ? factor : Math.max(1, factor),
    }
  })
}
