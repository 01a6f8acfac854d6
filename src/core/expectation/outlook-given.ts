/** The outlook on a machine that was given: one candidate where it is given whole, else what it leaves open. */
import { machineFacts } from '../machine/facts.ts'
import type { Machine } from '../machine/machine.ts'
import { knownOf } from '../machine/plausible/known-of.ts'
import {
  type Candidate,
  type IntervalJudgement,
  type OverQuestion,
  outlook,
  outlookOn,
} from './over-machines.ts'

/** Nothing of its hardware had to be supposed. */
export const isGivenWhole = ({ assumed }: Machine): boolean =>
  assumed.every((what) => what === 'nodes' || what === 'ranks')

export interface AskedRanks {
  readonly ranks: number
  readonly ranksPerNode: number
  /** Hosts that the ranks run on; those of a rack are one node. */
  readonly hosts: number
  readonly library?: string
}

export function outlookGiven(
  machine: Machine,
  asked: AskedRanks,
  question: OverQuestion,
): readonly Candidate[] {
  const { ranks, ranksPerNode, hosts, library } = asked
  if (!isGivenWhole(machine))
    return outlook(
      {
        ...knownOf(machine),
        ranks,
        hosts,
        ranksAHost: ranksPerNode,
        ...(library === undefined ? {} : { library }),
      },
      question,
    )
  const { gpus, gpu, inside } = machineFacts(machine)
  const isRack = gpu.form === 'superchip' && inside === 'nvswitch' && gpus > ranksPerNode
  const nodes = isRack ? Math.ceil(ranks / gpus) : hosts
  return outlookOn({ ...machine, nodes }, { ranks, ...(isRack ? {} : { ranksPerNode }) }, question, library)
}

/** Of which model the GPUs are decides everything: without it there is no verdict, save that no such machine gives so much. */
export const withOpenGpu = (interval: IntervalJudgement): IntervalJudgement =>
  interval.grade === 'beyond'
    ? interval
    : { ...interval, grade: 'undecided', deciding: { fact: 'gpu', means: [] } }
