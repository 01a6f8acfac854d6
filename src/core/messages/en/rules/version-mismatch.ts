/** English: version-mismatch. */
import type { VersionMismatchValues } from '../../../rules/settings/version-mismatch.ts'
import type { RuleText } from '../../rule-text.ts'

export const versionMismatch: RuleText<VersionMismatchValues> = {
  name: 'ranks with different versions of NCCL',
  about:
    'Error where NCCL says so, a warning where hosts of one communicator log different versions. Different CUDA drivers are info.',

  title: ({ of, usual, others }) =>
    others.length === 0
      ? 'NCCL finds ranks with another version of itself'
      : `${others
          .map(({ host, version }) => `${host} runs ${NAME[of]} ${version}`)
          .slice(0, 3)
          .join(', ')}; most hosts ${usual}`,
  cause: ({ of }) => `hosts run different versions of ${NAME[of]}`,
  detail: ({ of, usualHosts }, print) =>
    of === 'library'
      ? `Ranks of one communicator must choose alike; versions differ in what they choose and in what they send. ${usualHosts > 0 ? `${print.count(usualHosts)} ${usualHosts === 1 ? 'host has' : 'hosts have'} the usual one. ` : ''}Another image, another LD_LIBRARY_PATH, or an NCCL that PyTorch brings along does this.`
      : 'By itself no fault: NCCL works across drivers. It is one thing to even out when hosts behave differently.',
  actions: ({ of }) =>
    of === 'library'
      ? [
          'The same image on all hosts; LD_LIBRARY_PATH and LD_PRELOAD equal for all ranks',
          'NCCL_DEBUG=VERSION on all ranks; pip list | grep nvidia-nccl on each host',
        ]
      : ['nvidia-smi --query-gpu=driver_version --format=csv on all hosts'],
  verify: () => 'All ranks log the same version',
  inOrder: 'the same NCCL on all hosts',
  explained: {
    knownBy: '"NCCL version" of each host of a communicator, or NCCL’s warning.',
    costs: 'The job stops or hangs.',
    todo: 'The same image everywhere.',
    verify: 'One version in all logs.',
  },
}

const NAME = { library: 'NCCL', driver: 'the CUDA driver' } as const
