/** English: version-mismatch. */

import type { VersionMismatchValues } from '../../../rules/settings/version-mismatch.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted, list, plural } from '../phrases/words.ts'

export const versionMismatch: RuleText<VersionMismatchValues> = {
  name: 'ranks with different versions of NCCL',
  about:
    'Error if NCCL reports it, warning if hosts of one communicator log different versions. Different CUDA drivers are info.',

  title: ({ of, usual, others }) =>
    others.length === 0
      ? 'NCCL finds ranks that run a different NCCL version'
      : `${list(
          others.map(({ host, version }) => `${host} runs ${NAME[of]} ${version}`).slice(0, 3),
        )}; most hosts run ${usual}`,
  cause: ({ of }) => `hosts run different versions of ${NAME[of]}`,
  detail: ({ of, usualHosts }, print) =>
    of === 'library'
      ? `Ranks of one communicator must make the same choices, but versions differ in what they choose and send. ${usualHosts > 0 ? `${counted(usualHosts, print, 'host')} ${plural(usualHosts, 'has', 'have')} the usual version. ` : ''}Possible causes: a different image, a different LD_LIBRARY_PATH, or the NCCL that comes with PyTorch.`
      : 'This is not a fault by itself: NCCL works across driver versions. If hosts behave differently, it is one difference to remove.',
  actions: ({ of }) =>
    of === 'library'
      ? [
          'Use the same image on all hosts, and the same LD_LIBRARY_PATH and LD_PRELOAD for all ranks',
          'NCCL_DEBUG=VERSION on all ranks; pip list | grep nvidia-nccl on each host',
        ]
      : ['nvidia-smi --query-gpu=driver_version --format=csv on all hosts'],
  verify: () => 'All ranks log the same version',
  inOrder: 'the same NCCL on all hosts',
  explained: {
    knownBy: '"NCCL version" of each host of a communicator, or NCCL’s warning.',
    costs: 'The job stops or hangs.',
    todo: 'Use the same image everywhere.',
    verify: 'All logs show the same version.',
  },
}

const NAME = { library: 'NCCL', driver: 'the CUDA driver' } as const
