/**
 * The launcher, the rendezvous or the scheduler failed: ranks were not started, did not meet, or one ended and the line does not say why.
 * Source: torchrun (torch/distributed/elastic), Open MPI, Slurm.
 */
import { type Found, rule } from '../rule.ts'
import { type FailureValues, foundIn } from './failure-lines.ts'

export type LauncherFailedValues = FailureValues

export const launcherFailed = rule({
  id: 'launcher-failed',
  needs: ['printed-messages'],
  sources: ['torch/distributed/elastic', 'mpirun(1)', 'srun(1)'],
  meaning: { breaks: true },
  check: (facts): readonly Found<LauncherFailedValues>[] => foundIn(facts, 'launcher-failed'),
})
