/** What the files at hand cannot show, so that nobody takes silence for an all-clear. */
import { evidenceOf, type Facts } from '../analysis/facts.ts'
import { clocksSeen } from '../analysis/gpu-throttled.ts'
import { factsOf, hosts } from '../analysis/hosts.ts'
import { ownMachine } from '../analysis/own-machine.ts'
import { pcieLinksSeen } from '../analysis/pcie-downtrained.ts'
import type { NotSeenId, ReportTexts } from '../messages/report.ts'

export function notSeen(
  facts: Facts,
  words: ReportTexts,
): readonly { readonly id: string; readonly text: string }[] {
  if (facts.evidence.length === 0) return []
  const wiring = evidenceOf(facts, 'topo-matrix').length > 0
  const log = evidenceOf(facts, 'nccl-log').length > 0
  const matrix = ownMachine(facts)?.vendor === 'amd' ? 'topo-matrix-amd' : 'topo-matrix'
  const ids: readonly NotSeenId[] = [
    ...(wiring ? [] : ([matrix] as const)),
    ...(log ? [] : (['nccl-log'] as const)),
    ...ofHosts(facts),
  ]
  return ids.map((id) => ({ id, text: words.notSeen[id] }))
}

/** What only the tools of a host show; all of it missing is said in one. */
function ofHosts(facts: Facts): readonly NotSeenId[] {
  const counters = hosts(facts).some((host) => factsOf(host, 'counter').length > 0)
  const missing: readonly NotSeenId[] = [
    ...(clocksSeen(facts) ? [] : (['gpu-clocks'] as const)),
    ...(pcieLinksSeen(facts) ? [] : (['pcie-links'] as const)),
    ...(counters ? [] : (['nic-counters'] as const)),
  ]
  return missing.length === 3 ? ['clocks'] : missing
}
