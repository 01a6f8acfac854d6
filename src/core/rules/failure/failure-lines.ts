/**
 * What the rules of failure/ share that read lines of the catalogue (knowledge/messages): one finding a topic, with the earliest
 * line first; the first to die explains what came after it.
 */

import type { Facts } from '../../analysis/facts.ts'
import { type Failure, failures, knownLines } from '../../analysis/failures.ts'
import { groupBy } from '../../base/group-by.ts'
import type { MessageId } from '../../knowledge/messages/index.ts'
import { TOPICS, type Topic } from '../../knowledge/messages/topics.ts'
import type { RuleId } from '../order.ts'
import type { Found, Severity } from '../rule.ts'

/** Of lines of one topic. */
export interface FailureValues {
  /** The earliest. */
  readonly message: MessageId
  readonly topic: Topic
  readonly host?: string
  readonly rank?: number
  /** Of all lines of this topic. */
  readonly hosts: readonly string[]
  readonly ranks: readonly number[]
  readonly lines: number
  /** Other messages of the topic. */
  readonly others: readonly MessageId[]
  /** It is what failed first, as far as these files tell, and so many lines of others follow from it. */
  readonly following: number
  /** The job ended with it. */
  readonly ends: boolean
}

/** What the first to die explains: what else is told of the end, and numbers that were measured under it. */
export const FOLLOWS_FROM_THE_FIRST: readonly RuleId[] = [
  'peer-lost',
  'run-aborted',
  'nccl-gave-up',
  'unexplained-warning',
  'network-unreachable',
  'memory-not-registered',
  'out-of-memory',
  'launcher-failed',
  'ib-completion-error',
  'hang',
  'p2p-hang',
]

/** One finding for each topic of a rule, of lines that end a job. */
export function foundIn(facts: Facts, rule: RuleId): readonly Found<FailureValues>[] {
  const { first, inOrder } = failures(facts)
  const own = endings(facts).filter(({ message }) => ruleOf(message.topic) === rule)
  return [...groupBy(own, ({ message }) => message.topic).values()].map((alike) =>
    foundOf(alike, { severity: severityOf(alike, facts), first, all: inOrder }),
  )
}

/** Lines that end a job, in order; those that only repeat that it ended where nothing says why. */
export function endings(facts: Facts): readonly Failure[] {
  const { first, inOrder } = failures(facts)
  const nothingSaysWhy = first?.message.class === 'restates'
  return inOrder.filter(
    ({ message }) => message.class !== 'follows' && (message.class !== 'restates' || nothingSaysWhy),
  )
}

/** The rule of failure/ that tells of a topic: its own, or nccl-gave-up for topics of rules that read their evidence themselves. */
export const ruleOf = (topic: Topic): RuleId => {
  const rule = TOPICS[topic] as RuleId | ''
  return rule !== '' && BY_LINES.has(rule) ? rule : 'nccl-gave-up'
}

const BY_LINES: ReadonlySet<RuleId> = new Set<RuleId>([
  'network-unreachable',
  'memory-not-registered',
  'out-of-memory',
  'launcher-failed',
  'peer-lost',
  'run-aborted',
])

/** The kernel's log may tell of another day: alone it breaks no job. */
function severityOf(alike: readonly Failure[], facts: Facts): Severity {
  const isKernels = alike.every(({ message }) => message.source === 'kernel')
  const jobEnded = failures(facts).inOrder.some(({ message }) => message.source !== 'kernel')
  return isKernels && !jobEnded ? 'warning' : 'error'
}

interface Told {
  readonly severity: Severity
  readonly first: Failure | undefined
  readonly all: readonly Failure[]
}

/** Lines of one topic, the earliest first. */
export function foundOf(alike: readonly Failure[], { severity, first, all }: Told): Found<FailureValues> {
  const [earliest] = alike
  if (!earliest) throw new Error('no line')
  const { message, host, rank } = earliest
  const isFirst = earliest === first && message.class !== 'follows'
  const owner = TOPICS[message.topic] as RuleId | ''
  return {
    severity,
    confidence: severity === 'error' ? 'certain' : 'likely',
    ...(isFirst ? { first: true as const, explains: FOLLOWS_FROM_THE_FIRST } : {}),
    ...(owner === '' || BY_LINES.has(owner) ? {} : { ownedBy: owner }),
    ...(severity === 'error' ? { breaks: true as const } : {}),
    concerns: distinct(alike.map(({ host }) => host)),
    values: {
      message: message.id,
      topic: message.topic,
      ...(host === undefined ? {} : { host }),
      ...(rank === undefined ? {} : { rank }),
      hosts: distinct(alike.map(({ host }) => host)),
      ranks: distinct(alike.map(({ rank }) => rank)),
      lines: alike.reduce((sum, { line }) => sum + line.times, 0),
      others: distinct(alike.map(({ message }) => message.id)).slice(1),
      following: isFirst ? all.reduce((sum, { line }) => sum + line.times, 0) - earliest.line.times : 0,
      ends: message.class !== 'degraded',
    },
    evidence: alike.map(({ line }) => line.place).slice(0, 3),
  }
}

const distinct = <Value>(values: readonly (Value | undefined)[]): Value[] => [
  ...new Set(values.flatMap((value) => (value === undefined ? [] : [value]))),
]

/** Degraded lines: what goes on, slower or smaller. */
export const degradedLines = (facts: Facts): readonly Failure[] =>
  knownLines(facts).filter(({ message }) => message.class === 'degraded')
