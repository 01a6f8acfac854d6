/** English: env-not-propagated. */

import type { Print } from '../../../base/print.ts'
import type { EnvNotPropagatedValues } from '../../../rules/settings/env-not-propagated.ts'
import type { RuleText } from '../../rule-text.ts'

export const envNotPropagated: RuleText<EnvNotPropagatedValues> = {
  name: 'a variable that reaches some ranks only',
  about:
    'Warning. Set in the shell but not handed on by mpirun -x or srun --export; or set on some hosts and not, or otherwise, on others. A host counts only where its environment is at hand.',

  title: ({ name, why, without, launcher }, print) =>
    why === 'not-exported'
      ? `${name} is set in the shell, but ${launcher} does not hand it on to other nodes`
      : why === 'some-hosts'
        ? `${name} is set on some hosts and not on ${listed(without, print)}`
        : `${name} differs on ${listed(without, print)}`,
  cause: ({ name }) => `${name} does not reach all ranks`,
  detail: ({ name, value, why, with: has, without, others }, print) =>
    why === 'not-exported'
      ? `${name}=${value} holds for the ranks of this node alone: OpenMPI hands on what -x names, srun what --export names. Ranks that choose differently meet on the slower of both, or not at all.`
      : why === 'some-hosts'
        ? `${listed(has, print)}: ${value}${others.length > 0 ? ` (also ${others.join(', ')})` : ''}; ${listed(without, print)}: not set. Ranks that choose differently meet on the slower of both, or not at all. Which one is right the files do not say.`
        : `${listed(has, print)}: ${value}; ${listed(without, print)}: ${others.join(', ')}. Which one is right the files do not say.`,
  actions: ({ name, value, launcher }) => [
    launcher === 'srun'
      ? `srun --export=ALL,${name}=${value} ..., or unset it everywhere`
      : `mpirun -x ${name}=${value} ..., or unset it everywhere`,
    'Start scripts and images: the same on all hosts',
  ],
  verify: ({ name }) => `NCCL_DEBUG=INFO ... 2>&1 | grep ${name}: the same line from every host`,
  inOrder: 'the same settings on all hosts',
  explained: {
    knownBy:
      'env of several hosts, "set by environment" of several ranks, or the shell beside what the launch command hands on.',
    costs: 'Ranks that choose differently meet on the slower of both, or hang.',
    todo: 'mpirun -x NAME, srun --export=ALL; the same start script and image on all hosts.',
    verify: 'NCCL_DEBUG=INFO: the same "set by environment" from every host.',
  },
}

function listed(hosts: readonly string[], print: Print): string {
  return hosts.length > 3
    ? `${hosts.slice(0, 3).join(', ')} and ${print.count(hosts.length - 3)} more`
    : hosts.join(', ')
}
