/** What the files at hand cannot show, so that nobody takes silence for an all-clear. */
import { evidenceOf, type Facts } from '../analysis/facts.ts'
import type { ReportTexts } from '../messages/report.ts'

export function notSeen(
  facts: Facts,
  words: ReportTexts,
): readonly { readonly id: string; readonly text: string }[] {
  if (facts.evidence.length === 0) return []
  const wiring = evidenceOf(facts, 'topo-matrix').length > 0
  const log = evidenceOf(facts, 'nccl-log').length > 0
  const ids = [
    ...(wiring ? [] : (['topo-matrix'] as const)),
    ...(log ? [] : (['nccl-log'] as const)),
    'clocks' as const,
  ]
  return ids.map((id) => ({ id, text: words.notSeen[id] }))
}
