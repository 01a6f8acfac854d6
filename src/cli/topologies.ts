/** The topology that --on names: a generator with the --bandwidth and --latency of its links, or a machine's device graph. */
import { type Asked, generatedNeeded, generatedOf, type TopologyAsked } from '../core/answers/topology.ts'
import { failed, type Result } from '../core/base/result.ts'
import type { Problem } from '../core/messages/cli.ts'
import { looksGenerated } from '../core/topology/generators/index.ts'
import type { Context } from './answer.ts'

export async function topologyOf(
  text: string,
  args: TopologyAsked,
  context: Context,
): Promise<Result<Asked, Problem>> {
  if (looksGenerated(text)) return generatedOf(text, args)
  const needed = generatedNeeded(args)
  if (needed) return failed(needed)
  // Presets and the readers of files are loaded only for machines: they are most of the time of a short answer.
  const { machineTopologyOf } = await import('./machines.ts')
  return machineTopologyOf(text, args, context)
}
