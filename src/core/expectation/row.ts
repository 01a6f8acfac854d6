/** What is expected at one size: time, algorithm, what bounds it, and the band of healthy machines. */
import { threshold } from '../base/threshold.ts'
import { type Bytes, GBps, GiB, MiB, type Seconds } from '../base/units.ts'
import { busFactor } from '../collectives/names.ts'
import { transferSeconds } from '../cost/closed-forms.ts'
import { slowdown } from '../cost/efficiency-curve.ts'
import { estimate } from '../cost/nccl-estimate.ts'
import { fullLink } from './bound.ts'
import type { ExpectedRow } from './expectation.ts'
import type { Plan } from './plan.ts'

/** Where an expectation is a verdict and a curve tells of bandwidth. */
export const FIRM_FROM = threshold(
  'expectation.firm-from',
  MiB,
  'bytes',
  'docs/diagnosis.md, Reading a number: below, launch and fabric decide',
)
/** The band is this wide at FIRM_FROM, and from `until` on the plateau's; networks differ more than nodes do, and longer. */
const WIDER = {
  one: { width: 0.25, until: 256 * MiB },
  several: { width: 0.5, until: 4 * GiB },
}
/** Below FIRM_FROM healthy machines lie between these shares of the expected busbw. */
const RANGE = [0.4, 1.6] as const
/** A time of which the transfer is less than this share is latency. */
const MOSTLY_TRANSFER = 0.4

export function rowAt(plan: Plan, bytes: Bytes): ExpectedRow {
  const { job, collective, plateau } = plan
  const { seconds, algorithm, protocol } = timeAt(plan, bytes)
  const algbw = bytes / seconds / GBps
  const busbw = algbw * busFactor(collective, job.ranks)
  const [low, high] = bandAt(plan, bytes)
  return {
    bytes,
    seconds,
    algbw,
    busbw,
    algorithm,
    protocol,
    bound: busbw < MOSTLY_TRANSFER * plateau.busbw ? 'latency' : fullLink(plan, algorithm),
    low: busbw * low,
    high: busbw * high,
    firm: bytes >= FIRM_FROM.value,
  }
}

function timeAt(
  { model, form, job, collective, plateau }: Plan,
  bytes: Bytes,
): Pick<ExpectedRow, 'algorithm' | 'protocol'> & { readonly seconds: Seconds } {
  if (model) {
    const { algorithm, protocol, ...modelled } = estimate(model, bytes)
    return { seconds: modelled.seconds * slowdown(collective, job, modelled), algorithm, protocol }
  }
  const seconds = form.latencySeconds + transferSeconds(collective, job.ranks, bytes, plateau.busbw)
  const rings = collective === 'all_reduce' || collective === 'all_gather' || collective === 'reduce_scatter'
  const chain = collective === 'broadcast' || collective === 'reduce'
  return {
    seconds: seconds * slowdown(collective, job, { seconds, latencySeconds: form.latencySeconds }),
    algorithm: rings || chain ? 'Ring' : 'P2P',
    protocol: 'Simple',
  }
}

/** Shares of the expected busbw, the same distance below and above it. */
function bandAt({ plateau, job }: Plan, bytes: Bytes): readonly [low: number, high: number] {
  if (bytes < FIRM_FROM.value) return RANGE
  const { width, until } = job.nodes > 1 ? WIDER.several : WIDER.one
  const way = Math.log(until / Math.min(bytes, until)) / Math.log(until / FIRM_FROM.value)
  const half = Math.max(1 - plateau.low / plateau.busbw, width * way)
  return [1 - half, 1 + half]
}
