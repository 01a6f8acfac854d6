/** Runs the rules over the facts: causes first, what follows from a cause under it, and what was found in order. */
import type { Facts } from '../analysis/facts.ts'
import { groupBy } from '../base/group-by.ts'
import type { Note } from '../evidence/note.ts'
import type { RuleId } from './order.ts'
import type { Found, Rule, Severity } from './rule.ts'

export interface RuleFinding {
  readonly rule: RuleId
  /** It is told in the words of the line that it quotes (values: FailureValues). */
  readonly byLine?: true
  readonly found: Found
  /** What follows from it. */
  readonly consequences: readonly RuleFinding[]
}

export interface RuleRun {
  /** Errors, warnings, what is healthy, the rest, and the costliest of each first; what a cause explains stands under it alone. */
  readonly found: readonly RuleFinding[]
  /** Rules that throw: the run goes on. */
  readonly notes: readonly Note[]
  /** Rules that looked and found things in order. */
  readonly checked: readonly RuleId[]
  /** Rules that found nothing and could look at a part of the hosts only. */
  readonly partlyChecked: readonly RuleId[]
}

const LOUDEST_FIRST: readonly Severity[] = ['error', 'warning', 'ok', 'info']

export function runRules(facts: Facts, rules: readonly Rule[]): RuleRun {
  const kinds = new Set<string>(facts.evidence.map(({ kind }) => kind))
  const has = (need: string | readonly string[]) =>
    typeof need === 'string' ? kinds.has(need) : need.some((kind) => kinds.has(kind))
  const flat: RuleFinding[] = []
  const notes: Note[] = []
  const checked: RuleId[] = []
  const partlyChecked: RuleId[] = []
  for (const rule of rules) {
    if (!rule.needs.every(has)) continue
    try {
      const ofRule = rule.check(facts)
      flat.push(...ofRule.map((found) => ({ rule: rule.id, found, consequences: [] })))
      if (ofRule.length > 0) continue
      const looked = rule.looked?.(facts)
      if (looked === 'enough') checked.push(rule.id)
      if (looked === 'some') partlyChecked.push(rule.id)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      notes.push({ id: 'rule-failed', values: { rule: rule.id, reason } })
    }
  }
  return {
    found: underTheirCauses(flat.map((finding) => ofItsOwner(finding, flat))),
    notes,
    checked,
    partlyChecked,
  }
}

function ofItsOwner(finding: RuleFinding, all: readonly RuleFinding[]): RuleFinding {
  const { ownedBy: owner, ...found } = finding.found
  return owner === undefined || all.some(({ rule }) => rule === owner)
    ? finding
    : { ...finding, rule: owner, byLine: true, found }
}

function underTheirCauses(flat: readonly RuleFinding[]): RuleFinding[] {
  const owners = new Set(flat.map(({ found }) => found.ownedBy))
  const causes = flat.filter(({ rule, found }) => (found.explains?.length ?? 0) > 0 || owners.has(rule))
  const causeOf = new Map<RuleFinding, RuleFinding>()
  /** Whether `above` already stands, directly or not, above `finding`. */
  const follows = (finding: RuleFinding, above: RuleFinding): boolean => {
    const cause = causeOf.get(finding)
    return cause !== undefined && (cause === above || follows(cause, above))
  }
  for (const finding of flat) {
    const cause = causes.find((it) => it !== finding && explains(it, finding) && !follows(it, finding))
    if (cause) causeOf.set(finding, cause)
  }
  const below = groupBy(flat, (finding) => causeOf.get(finding))
  const under = (cause: RuleFinding | undefined): RuleFinding[] =>
    (below.get(cause) ?? [])
      .map((finding) => ({ ...finding, consequences: under(finding) }))
      .sort((a, b) => loudness(a) - loudness(b) || loss(b) - loss(a))
  return under(undefined)
}

/** A cause is as loud as the loudest that follows from it. */
const loudness = ({ found, consequences }: RuleFinding): number =>
  Math.min(LOUDEST_FIRST.indexOf(found.severity), ...consequences.map(loudness))

/** Of equally loud ones the one that costs most comes first. */
const loss = ({ found, consequences }: RuleFinding): number =>
  Math.max(found.lost ?? 0, ...consequences.map(loss))

const subjectsOf = ({ subject, concerns = [] }: Found): string[] =>
  subject === undefined ? [...concerns] : [subject, ...concerns]

function explains(cause: RuleFinding, { rule, found }: RuleFinding): boolean {
  if (found.ownedBy === cause.rule) return true
  if (!cause.found.explains?.includes(rule)) return false
  const subjects = cause.found.first ? [] : subjectsOf(cause.found)
  return subjects.length === 0 || subjectsOf(found).some((subject) => subjects.includes(subject))
}
