/**
 * What a collective should take on a machine. Bases in this order: a number published for this machine and operation;
 * NCCL's model times a measured efficiency; a closed form. All that exist are listed, the first is the one used.
 */
import { type Bytes, GBps } from '../base/units.ts'
import { type Job, jobOf, type NoJob } from '../cost/job.ts'
import type { Assumption } from '../machine/machine.ts'
import type { Alternative, Expectation, ExpectedRow, Question } from './expectation.ts'
import { LARGEST, type Plan, planOf } from './plan.ts'
import { rowAt } from './row.ts'

export { LARGEST }
/** nccl-tests -b 8 -e 16G -f 2 */
export const DEFAULT_SWEEP: readonly Bytes[] = Array.from({ length: 32 }, (_, power) => 2 ** (power + 3))

/** Why there is no expectation: no such job on the machine, or what is forced cannot run on it. */
export type NoExpectation = NoJob | 'cannot-run'

/** Undefined when nothing covers the question: whyNot() says what is missing. */
export function expect(question: Question): Expectation | undefined {
  const job = jobOf(question.machine, question)
  const plan = job.ok ? planOf(question.collective, job.value, question) : undefined
  if (!job.ok || !plan) return undefined
  const sizes = (question.sizes ?? DEFAULT_SWEEP).filter((bytes) => bytes > 0 && Number.isFinite(bytes))
  const rows = [...new Set(sizes.length > 0 ? sizes : [LARGEST])]
    .sort((a, b) => a - b)
    .map((bytes) => rowAt(plan, bytes))
  const plateau = rows.at(-1)
  if (!plateau) return undefined
  const { ranks, ranksPerNode, nodes } = job.value
  const wire = wireOf(job.value)
  return {
    question,
    collective: question.collective,
    machine: question.machine,
    ranks,
    ranksPerNode,
    nodes,
    rows,
    plateau,
    bases: plan.bases,
    alternatives: alternatives(question, job.value, plan, plateau),
    ...(wire ? { wire } : {}),
    testsNetwork: !treeOnTwoNodes(nodes, plan),
    assumed: question.machine.assumed.filter((what) => matters(what, job.value)),
  }
}

export function whyNot(question: Question): NoExpectation | undefined {
  const job = jobOf(question.machine, question)
  if (!job.ok) return job.problem
  return planOf(question.collective, job.value, question) ? undefined : 'cannot-run'
}

/** Ring, where the default is something else: what the links alone carry. */
function alternatives(
  question: Question,
  job: Job,
  plan: Plan,
  { bytes }: ExpectedRow,
): readonly Alternative[] {
  const byDefault = rowAt(plan, LARGEST).algorithm
  if (question.algorithm || question.protocol || byDefault === 'Ring' || !plan.model) return []
  const ring = planOf(question.collective, job, { algorithm: 'Ring' })
  if (!ring) return []
  return [{ algorithm: 'Ring', setting: 'NCCL_ALGO=RING', plateau: rowAt(ring, bytes), bases: ring.bases }]
}

/** There the network carries the data once, a ring nearly twice: the value exceeds the NICs. */
function treeOnTwoNodes(nodes: number, plan: Plan): boolean {
  const { algorithm } = rowAt(plan, LARGEST)
  return nodes === 2 && (algorithm === 'Tree' || algorithm === 'NVLSTree')
}

function wireOf({ nodes, nics }: Job): Expectation['wire'] | undefined {
  if (nodes === 1) return undefined
  const total = nics.reduce((sum, { rawBandwidth }) => sum + rawBandwidth, 0)
  return { busbw: total / GBps, nics: nics.length, bitsPerSecond: (8 * total) / nics.length }
}

/** On one node no NIC takes part, and where NVLink joins the GPUs, neither CPU nor PCIe. */
function matters(what: Assumption, { nodes, linked }: Job): boolean {
  switch (what) {
    case 'nics':
    case 'nic-rate':
    case 'nic-placement':
    case 'fabric':
      return nodes > 1
    case 'cpu':
    case 'pcie':
      return !linked
    default:
      return true
  }
}
