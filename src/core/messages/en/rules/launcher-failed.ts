/** English: launcher-failed. */
import type { LauncherFailedValues } from '../../../rules/failure/launcher-failed.ts'
import type { RuleText } from '../../rule-text.ts'
import { failureText } from '../phrases/failure.ts'

export const launcherFailed: RuleText<LauncherFailedValues> = {
  name: 'ranks that were not started or did not meet',
  about:
    'Error, and the verdict is broken: the launcher, the rendezvous or the scheduler failed, or a process ended and the line does not say why.',

  ...failureText,
  explained: {
    knownBy: 'Lines of torchrun, mpirun, srun and of the store that ranks meet at.',
    costs: 'The job does not start, or ends.',
    todo: 'Find the first error of the rank that is named, and check how ranks are started.',
    verify: 'All ranks start: NCCL prints "Init COMPLETE" on each.',
  },
}
