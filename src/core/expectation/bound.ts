/** Which link is full when latency is nothing. */
import { nodeLimitsNvlsTree } from '../cost/efficiency.ts'
import type { AlgorithmName, Bound } from './expectation.ts'
import type { Plan } from './plan.ts'

export function fullLink({ job, form, model }: Plan, algorithm: AlgorithmName): Bound {
  const { nodes, machine } = job
  const protocols = new Set(model?.candidates.map(({ protocol }) => protocol))
  if (protocols.size === 1 && !protocols.has('Simple')) return 'protocol'
  if (algorithm === 'NVLS') return 'nvls'
  if (nodes === 1) return form.full
  if (algorithm === 'NVLSTree' && nodes === 2 && nodeLimitsNvlsTree(job)) return 'nvls'
  if ((machine.fabric?.oversubscription ?? 1) > 1) return 'fabric'
  return form.full === 'fabric' ? 'fabric' : form.full
}
