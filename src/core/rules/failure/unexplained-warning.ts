/**
 * A warning of NCCL that no row of the catalogue knows, or one that says that it goes on slower or smaller: quoted, for nothing is
 * called healthy above it. What NCCL prints at level INFO describes the machine: info. RCCL's remarks on the host's settings come
 * with every run on such a host: info. Lines that look like trouble and that nobody knows are counted: nothing is called healthy
 * beside them. Messages: knowledge/messages.
 */

import { evidenceOf, type Facts } from '../../analysis/facts.ts'
import { type Failure, failures, isKnownWhole, knownLines } from '../../analysis/failures.ts'
import { groupBy } from '../../base/group-by.ts'
import type { PrintedMessage } from '../../evidence/printed-messages.ts'
import { type Found, rule } from '../rule.ts'
import { type FailureValues, foundOf } from './failure-lines.ts'

export interface UnexplainedWarningValues extends Partial<FailureValues> {
  /** Its text behind "NCCL WARN", where no row knows it. */
  readonly text?: string
  /** Lines of any program that look like trouble and are not known here. */
  readonly trouble?: true
  readonly lines: number
  readonly hosts: readonly string[]
  readonly ranks: readonly number[]
}

export const unexplainedWarning = rule({
  id: 'unexplained-warning',
  needs: ['printed-messages'],
  sources: ['NCCL src/debug.cc', 'NCCL user guide, NCCL_DEBUG'],
  meaning: {
    doubts: ({ values }) => values.trouble === true,
    headline: ({ trouble }: UnexplainedWarningValues) => trouble === true,
  },
  check: (facts): readonly Found<UnexplainedWarningValues>[] => [
    ...unknown(facts),
    ...degraded(facts),
    ...trouble(facts),
  ],
})

function unknown(facts: Facts): readonly Found<UnexplainedWarningValues>[] {
  const lines = evidenceOf(facts, 'printed-messages').flatMap(({ lines }) =>
    lines.filter(({ id }) => id === undefined),
  )
  return [...groupBy(lines, textOf).values()].flatMap((alike) => {
    const [first] = alike
    return first ? [unknownOf(first, alike)] : []
  })
}

const unknownOf = (
  first: PrintedMessage,
  alike: readonly PrintedMessage[],
): Found<UnexplainedWarningValues> => ({
  severity: 'warning',
  confidence: 'possible',
  values: {
    text: first.text ?? '',
    lines: alike.reduce((sum, { times }) => sum + times, 0),
    hosts: [...new Set(alike.flatMap(({ speaker }) => speaker.host ?? []))],
    ranks: [...new Set(alike.flatMap(({ speaker }) => speaker.rank ?? []))],
  },
  evidence: alike.map(({ place }) => place).slice(0, 3),
})

const textOf = ({ text = '' }: PrintedMessage): string => text.replace(/0x[0-9a-f]+|\d+/g, '#')

function degraded(facts: Facts): readonly Found<UnexplainedWarningValues>[] {
  const { first, inOrder } = failures(facts)
  const lines = knownLines(facts).filter(
    (line) =>
      (line.message.class === 'degraded' && line.message.source !== 'kernel') || mayGoOn(line, inOrder),
  )
  return [...groupBy(lines, ({ message }) => message.topic).values()].map((alike) =>
    foundOf(alike, { severity: alike.some(isWarning) ? 'warning' : 'info', first, all: inOrder }),
  )
}

/** Known by its beginning alone, and nothing says that the job ended. */
const mayGoOn = (line: Failure, ended: readonly Failure[]): boolean =>
  !isKnownWhole(line) && line.message.class !== 'follows' && !ended.includes(line)

const isWarning = ({ line, message }: Failure): boolean => line.warning && message.source !== 'rccl'

/** Where a known line says what ended the job, these are its echo. */
function trouble(facts: Facts): readonly Found<UnexplainedWarningValues>[] {
  const all = evidenceOf(facts, 'printed-messages').map(({ unknown }) => unknown)
  const lines = all.reduce((sum, { lines }) => sum + lines, 0)
  if (lines === 0 || failures(facts).first) return []
  const evidence = all.flatMap(({ examples }) => examples).slice(0, 3)
  const [first] = evidence
  return [
    {
      severity: 'info',
      confidence: 'possible',
      values: { trouble: true, text: first?.text.trim() ?? '', lines, hosts: [], ranks: [] },
      evidence,
    },
  ]
}
