/**
 * How much longer than NCCL's model (with the plateau's efficiency) an operation takes on the way to its plateau.
 * Over all measured machines this factor depends on the modelled time and hardly on the size: 1.3-1.7 at 100 us, 1.1 at
 * 1 ms on one node. So a curve is a few pairs (modelled time, factor), taken from the measured tables.
 */
import type { Seconds } from '../base/units.ts'
import { busFactor, type CollectiveName } from '../collectives/names.ts'
import { type Job, jobOf } from './job.ts'
import { awsB200FourNodes, awsB200OneNode } from './measured/aws-b200.ts'
import { awsP4deTwoNodes } from './measured/aws-p4de.ts'
import { awsP5OneNode, awsP5TwoNodes } from './measured/aws-p5.ts'
import { nvl72 } from './measured/gb200-nvl72.ts'
import { ibEightNodes, ibFourNodes, ibTwoNodes } from './measured/ib-h100.ts'
import { fiveH100RoceRing, ib128Gpus, twoDgxA100Ring } from './measured/ib-small.ts'
import {
  superbenchAllGather,
  superbenchAllReduce,
  superbenchBroadcast,
  superbenchReduce,
  superbenchReduceScatter,
} from './measured/superbench-a100.ts'
import type { MeasuredTable } from './measured/table.ts'
import { estimate, modelOf } from './nccl-estimate.ts'
import { isTuned } from './nccl-inputs.ts'
import { generationOf } from './nccl-tables.ts'

/** Ascending by modelled time. */
type Curve = readonly { readonly seconds: Seconds; readonly factor: number }[]

/** What times the modelled time is the time to expect; 1 or near it at the plateau. */
export function slowdown(collective: CollectiveName, job: Job, modelled: Seconds): number {
  const curve = curveOf(tablesFor(collective, job))
  const after = curve.findIndex(({ seconds }) => seconds >= modelled)
  const [below, above] = [curve[after - 1], curve[after]]
  if (!above) return curve.at(-1)?.factor ?? 1
  if (!below) return above.factor
  const share = Math.log(modelled / below.seconds) / Math.log(above.seconds / below.seconds)
  return below.factor * (above.factor / below.factor) ** share
}

const INFINIBAND = [ib128Gpus, twoDgxA100Ring, fiveH100RoceRing, ibTwoNodes, ibFourNodes, ibEightNodes]
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

/** The tables of the machines that are most like this one. */
export function tablesFor(collective: CollectiveName, job: Job): readonly MeasuredTable[] {
  const { facts, machine, nodes, linked, ranksPerNode } = job
  const generation = generationOf(facts.gpu.computeCapability ?? 0)
  const recent = generation === 'hopper' || generation === 'blackwell'
  if (nodes > 1) {
    if (machine.fabric?.kind !== 'efa') return INFINIBAND
    if (!recent) return EFA_AMPERE
    return nodes === 2 ? EFA_TWO_NODES : EFA_MORE_NODES
  }
  if (!linked || !recent || facts.inside !== 'nvswitch') return AMPERE[collective]
  if (generation === 'hopper') return HOPPER
  return ranksPerNode > 8 ? NVL72 : BLACKWELL
}

/** Above this modelled time nothing beats the plateau. */
const LATENCY_BELOW: Seconds = 200e-6

const curves = new Map<readonly MeasuredTable[], Curve>()

function curveOf(tables: readonly MeasuredTable[]): Curve {
  const known = curves.get(tables)
  if (known) return known
  const points = tables.flatMap(pointsOf).sort((a, b) => a.seconds - b.seconds)
  const curve = rising(joined(points, tables.length > 1 ? 1.6 : 1.03))
  curves.set(tables, curve)
  return curve
}

/** Each row's modelled time, with the table's own last value as the plateau, and the measured time over it. */
function pointsOf({ machine, collective, algorithm, rows }: MeasuredTable): Curve {
  const job = jobOf(machine)
  if (!job.ok || !isTuned(collective)) throw new Error(`measured table on ${machine.id} cannot be modelled`)
  const forced = algorithm ? { algorithm } : {}
  const plain = modelOf(collective, job.value, forced)
  const last = rows.at(-1)
  if (!plain || !last) throw new Error(`measured table on ${machine.id} cannot be modelled`)
  const end = estimate(plain, last[0])
  // A single size in the middle says nothing of the plateau.
  const reaches = end.seconds > 10 * end.latencySeconds && rows.length > 3
  const busbw =
    ((last[0] * busFactor(collective, job.value.ranks)) / (last[1] - end.latencySeconds * 1e6)) * 1e-3
  const model =
    (reaches && modelOf(collective, job.value, forced, { algorithm: end.algorithm, busbw })) || plain
  return rows.map(([bytes, microseconds]) => {
    const { seconds } = estimate(model, bytes)
    const factor = (microseconds * 1e-6) / seconds
    return { seconds, factor: seconds < LATENCY_BELOW ? factor : Math.max(1, factor) }
  })
}

/** Points whose modelled times lie within `ratio` become their geometric mean. */
function joined(points: Curve, ratio: number): Curve {
  const groups: { seconds: number; factor: number }[][] = []
  for (const point of points) {
    const group = groups.at(-1)
    if (group?.[0] && point.seconds <= group[0].seconds * ratio) group.push(point)
    else groups.push([point])
  }
  return groups.map((group) => ({
    seconds: geometricMean(group.map(({ seconds }) => seconds)),
    factor: geometricMean(group.map(({ factor }) => factor)),
  }))
}

/** More modelled time is never less time: a smaller size that took longer than a larger one (LL at 64 KiB) is held back. */
function rising(curve: Curve): Curve {
  let next = Infinity
  return curve
    .toReversed()
    .map(({ seconds, factor }) => {
      next = Math.min(next, seconds * factor)
      return { seconds, factor: next / seconds }
    })
    .toReversed()
}

const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
