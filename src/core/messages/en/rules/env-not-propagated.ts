/** English: env-not-propagated. */

import type { EnvNotPropagatedValues } from '../../../rules/settings/env-not-propagated.ts'
import type { RuleText } from '../../rule-text.ts'
import { list, listSome } from '../phrases/words.ts'

export const envNotPropagated: RuleText<EnvNotPropagatedValues> = {
  name: 'a variable that reaches only some ranks',
  about:
    'Warning. Set in the shell but not passed on by mpirun -x or srun --export, or set on some hosts but not, or differently, on others. Only hosts whose environment is in the files count.',

  title: ({ name, why, without, launcher }, print) =>
    why === 'not-exported'
      ? `${name} is set in the shell, but ${launcher} does not pass it on to other nodes`
      : why === 'some-hosts'
        ? `${name} is set on some hosts but not on ${listSome(without, print)}`
        : `${name} differs on ${listSome(without, print)}`,
  cause: ({ name }) => `${name} does not reach all ranks`,
  detail: ({ name, value, why, with: has, without, others }, print) =>
    why === 'not-exported'
      ? `${name}=${value} applies only to the ranks of this node: OpenMPI passes on what -x names, srun what --export names. Ranks with different settings use the slower one, or fail to connect.`
      : why === 'some-hosts'
        ? `Set to ${value}${others.length > 0 ? ` (also ${list(others)})` : ''} on ${listSome(has, print)}; not set on ${listSome(without, print)}. Ranks with different settings use the slower one, or fail to connect. The files do not show which one is right.`
        : `Set to ${value} on ${listSome(has, print)}; ${list(others)} on ${listSome(without, print)}. The files do not show which one is right.`,
  actions: ({ name, value, launcher }) => [
    launcher === 'srun'
      ? `srun --export=ALL,${name}=${value} ..., or unset it everywhere`
      : `mpirun -x ${name}=${value} ..., or unset it everywhere`,
    'Use the same start script and image on all hosts',
  ],
  verify: ({ name }) => `NCCL_DEBUG=INFO ... 2>&1 | grep ${name}: the same line from every host`,
  inOrder: 'the same settings on all hosts',
  explained: {
    knownBy:
      'env on several hosts, "set by environment" in the log of several ranks, or the shell compared with what the launch command passes on.',
    costs: 'Ranks with different settings use the slower one, or hang.',
    todo: 'Use mpirun -x NAME or srun --export=ALL, and the same start script and image on all hosts.',
    verify: 'NCCL_DEBUG=INFO: the same "set by environment" from every host.',
  },
}
