/** The machine that the files name, as the short form and the tools of its maker write it: for advice that fits it. */
import { computed } from './facts.ts'
import { series } from './series.ts'

export interface OwnMachine {
  /** "8xA100-SXM4-80GB" */
  readonly shortForm: string
  readonly gpus: number
  readonly vendor: 'nvidia' | 'amd'
}

/** Of the first run whose GPUs are known. */
export const ownMachine = computed((facts): OwnMachine | undefined => {
  const known = series(facts).find(({ run }) => run.known)?.run.known
  if (!known) return undefined
  const { gpu, gpusAHost } = known
  return { shortForm: `${gpusAHost.least}x${gpu.id}`, gpus: gpusAHost.least, vendor: gpu.vendor }
})
