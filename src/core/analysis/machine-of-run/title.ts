/** What of a run's machine was read or given, in the field's short words: "8 x A100-SXM4-80GB + 4 x 200G". Nothing supposed. */
import type { MachineOfRun } from './machine-of-run.ts'

/** Of one host; undefined where not even its name is in the files. */
export function titleOf({ known, exact, unnamed }: MachineOfRun): string | undefined {
  if (exact) return exact.title
  if (!known) return unnamed && `${unnamed.ranksAHost} x ${unnamed.gpu}`
  const { gpu, gpusAHost, ranksAHost, network } = known
  const gpus = gpusAHost.exact ? gpusAHost.least : ranksAHost
  const { count, bitsPerSecond } = network ?? {}
  const nics = bitsPerSecond === undefined ? '' : ` + ${count ?? '?'} x ${bitsPerSecond / 1e9}G`
  return `${gpus} x ${gpu.title}${known.hosts > 1 ? nics : ''}`
}
