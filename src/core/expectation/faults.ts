/**
 * The expectation recomputed with each single fault applied: what would give about the measured number, and what is too
 * far off to be it. Never a diagnosis: several faults may fit, and a fault that nobody thought of may be the one.
 */
import { threshold } from '../base/threshold.ts'
import type { Bytes } from '../base/units.ts'
import type { CollectiveName } from '../collectives/names.ts'
import { type Job, jobOf } from '../cost/job.ts'
import type { Expectation, Fault } from './expectation.ts'
import { type FaultKind, faultKinds, type Variant } from './fault-variants.ts'
import { rowFor } from './judge.ts'
import { type Forcing, planOf } from './plan.ts'
import { FIRM_FROM, rowAt } from './row.ts'

/** What lands within this of the measured number would give it. */
export const FITS_WITHIN = threshold(
  'faults.fits-within',
  0.08,
  'share',
  'docs/diagnosis.md, Reading a number',
)
const COSTS_AT_LEAST = threshold(
  'faults.costs-at-least',
  0.02,
  'share',
  'our choice: what costs less than repeated runs differ by explains nothing',
)

/** One entry a fault, the nearest of its variants; what fits first, nearest first. `busbw` in GB/s at `bytes`. */
export function singleFaults(
  expectation: Expectation,
  busbw: number,
  bytes: Bytes = expectation.plateau.bytes,
): readonly Fault[] {
  const { question, collective } = expectation
  const job = jobOf(question.machine, question)
  const healthy = rowFor(expectation, bytes)
  if (!job.ok || !(busbw > 0) || busbw >= healthy.busbw) return []
  const base: Forcing = {
    ...(question.algorithm ? { algorithm: question.algorithm } : {}),
    ...(question.protocol ? { protocol: question.protocol } : {}),
  }
  const faults = faultKinds.flatMap((kind) => {
    const reached = kind
      .variants(job.value, healthy.algorithm)
      .flatMap((variant) => outcomes(kind, variant, collective, base, bytes))
      .filter((fault) => fault.busbw < healthy.busbw * (1 - COSTS_AT_LEAST.value))
    const [nearest] = reached.sort((a, b) => distance(a, busbw) - distance(b, busbw))
    return nearest ? [nearest] : []
  })
  return [...smallerSize(expectation, job.value, base, busbw, bytes), ...faults]
    .map((fault) => ({ ...fault, fits: Math.abs(fault.busbw / busbw - 1) <= FITS_WITHIN.value }))
    .sort((a, b) => Number(b.fits) - Number(a.fits) || distance(a, busbw) - distance(b, busbw))
}

type Outcome = Omit<Fault, 'fits'>

const distance = (fault: Outcome, busbw: number): number => Math.abs(Math.log(fault.busbw / busbw))

/** By what NCCL then picks; for faults of the network also by ring, which shows them where two nodes' trees do not. */
function outcomes(
  { id, network }: FaultKind,
  { values, job, forcing }: Variant,
  collective: CollectiveName,
  base: Forcing,
  bytes: Bytes,
): readonly Outcome[] {
  const byDefault = at(job, collective, { ...base, ...forcing }, bytes)
  const ring =
    network && job.nodes > 1 && byDefault && byDefault.algorithm !== 'Ring' && !base.algorithm
      ? at(job, collective, { ...base, ...forcing, algorithm: 'Ring' }, bytes)
      : undefined
  return [
    ...(byDefault ? [{ id, values, busbw: byDefault.busbw }] : []),
    ...(ring ? [{ id, values, busbw: ring.busbw, algorithm: 'Ring' as const }] : []),
  ]
}

function at(job: Job, collective: CollectiveName, forcing: Forcing, bytes: Bytes) {
  const plan = planOf(collective, job, forcing)
  return plan && rowAt(plan, bytes)
}

/** A healthy run at a smaller size: of 1, 1.5, 2, 3, 4, 6 … MiB the one that comes nearest. Below, sizes are latency. */
function smallerSize(
  { collective }: Expectation,
  job: Job,
  base: Forcing,
  busbw: number,
  bytes: Bytes,
): readonly Outcome[] {
  const plan = planOf(collective, job, base)
  if (!plan) return []
  const sizes: Bytes[] = []
  for (let size = FIRM_FROM.value; size <= bytes / 2; size *= 2) sizes.push(size, 1.5 * size)
  const [nearest] = sizes
    .map((size) => ({ id: 'smaller-size' as const, values: { bytes: size }, busbw: rowAt(plan, size).busbw }))
    .sort((a, b) => distance(a, busbw) - distance(b, busbw))
  return nearest ? [nearest] : []
}
