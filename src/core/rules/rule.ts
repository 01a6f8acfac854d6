/** What a rule is. Adding one: docs/add-a-rule.md. */
import type { Facts } from '../analysis/facts.ts'
import type { Quantity } from '../base/print.ts'
import type { EvidenceKind } from '../evidence/evidence.ts'
import type { Place } from '../evidence/place.ts'
import type { FindingValues, RuleId } from '../messages/findings.ts'

export type Severity = 'error' | 'warning' | 'info' | 'ok'
export type Confidence = 'certain' | 'likely' | 'possible'

/** What a rule found: values and places, no text. */
export interface Found<Id extends RuleId = RuleId> {
  readonly severity: Severity
  readonly confidence: Confidence
  readonly values: FindingValues[Id]
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
  readonly measured?: Quantity
  readonly expected?: Quantity
  /** What the hardware could do at most. */
  readonly peak?: Quantity
  /** Share of the expected rate that is lost, 0..1. */
  readonly lost?: number
}

export interface Rule<Id extends RuleId = RuleId> {
  readonly id: Id
  /** All of these kinds of evidence; an inner list: any of them. */
  readonly needs: readonly (EvidenceKind | readonly EvidenceKind[])[]
  check(facts: Facts): readonly Found<Id>[]
  /** Whether the evidence holds what the rule looks at: then silence means that it is in order. Absent: never said. */
  looked?(facts: Facts): boolean
}

/** Gives a rule its type from its id. */
export const rule = <Id extends RuleId>(definition: Rule<Id>): Rule<Id> => definition

/** A rule of any id, as the list of all holds them. */
export type AnyRule = { readonly [Id in RuleId]: Rule<Id> }[RuleId]
