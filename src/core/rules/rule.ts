/** What a rule is. Adding one: docs/add-a-rule.md. */
import type { Facts } from '../analysis/facts.ts'
import type { Quantity } from '../base/print.ts'
import type { EvidenceKind } from '../evidence/evidence.ts'
import type { Place } from '../evidence/place.ts'
import type { CollectId } from './collect.ts'
import type { Looked } from './looked.ts'
import type { RuleId } from './order.ts'

export type Severity = 'error' | 'warning' | 'info' | 'ok'
export type Confidence = 'certain' | 'likely' | 'possible'

/** What a rule found: values and places, no text. */
export interface Found<Values = object> {
  readonly severity: Severity
  readonly confidence: Confidence
  /** What its text needs, in SI units; rates in bytes/s, shares 0..1. */
  readonly values: Values
  /** The revealing line first. */
  readonly evidence: readonly Place[]
  /** The label of the subject (a series, a host) that it concerns; undefined when it concerns all. */
  readonly subject?: string
  /** Labels of further subjects that it bears on. */
  readonly concerns?: readonly string[]
  /**
   * Rules whose findings follow from this one and are shown under it: where they concern one of its subjects, or any
   * when it names none.
   */
  readonly explains?: readonly RuleId[]
  /** It is what failed first in the job: what it explains may be on any host. */
  readonly first?: true
  /**
   * The rule whose subject a quoted line is: where that rule speaks, this stands under it; where it does not, this is told as its
   * finding, in the words of the line.
   */
  readonly ownedBy?: RuleId
  /** The job ended with it. */
  readonly breaks?: true
  readonly measured?: Quantity
  readonly expected?: Quantity
  /** What the hardware could do at most. */
  readonly peak?: Quantity
  /** Share of the expected rate that is lost, 0..1. */
  readonly lost?: number
}

/** What the findings of a rule mean for the verdict; without it an error or warning degrades, and no more. */
export interface Meaning<Values = object> {
  /** An error of it shows an abort, a hang or wrong results: the status is broken. */
  readonly breaks?: true
  /** It is how a cause shows in the number: the headline gives the number, with the cause beside it. */
  readonly downstream?: true
  /** The headline and the rows say the same: a short view leaves it out, always or while the verdict is open. */
  readonly toldByHeadline?: 'always' | 'while-unknown'
  /** While it stands, nothing in these files is called healthy. */
  doubts?(found: Pick<Found<Values>, 'severity' | 'values'>): boolean
  /** Whether it says that a measurement is healthy. */
  healthy?(found: Pick<Found, 'severity' | 'confidence'>): boolean
  /** What would decide: to be collected next while the verdict is open. */
  next?(values: Values): readonly CollectId[]
  /** Whether its title is the headline where no number was judged. */
  headline?(values: Values): boolean
}

export interface Rule<Id extends RuleId = RuleId, Values = object> {
  readonly id: Id
  /** All of these kinds of evidence; an inner list: any of them. */
  readonly needs: readonly (EvidenceKind | readonly EvidenceKind[])[]
  /** Where its condition and figures stand: threads of NVIDIA/nccl and nccl-tests by their number, files, guides. */
  readonly sources: readonly string[]
  readonly meaning?: Meaning<Values>
  check(facts: Facts): readonly Found<Values>[]
  /** Whether the evidence had the power to show it: only "enough" is told as in order. Absent: never said. */
  looked?(facts: Facts): Looked
}

/** Gives a rule the type of its id and of the values that it finds. */
export const rule = <const Id extends RuleId, Values extends object>(
  definition: Rule<Id, Values>,
): Rule<Id, Values> => definition
