/** English: share-of-limit. */

import type { ShareOfLimitValues } from '../../../rules/number/share-of-limit.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted } from '../phrases/words.ts'

export const shareOfLimit: RuleText<ShareOfLimitValues> = {
  name: 'the result of ringscope perf as a share of what its CPUs allow',
  about:
    'Compares the time at the largest size with what memory, a socket or the fabric allows, measured in the same run. Healthy from 60 % to 150 %, otherwise info; above 150 % the measured limit cannot be the real one. Never an error. It says nothing about GPUs.',

  title: ({ collective, bytes, seconds, share, is }, print) =>
    `${collective} of ${print.bytes(bytes)} on CPUs takes ${print.duration(seconds)}: ${is === 'disturbed' ? `faster than the measured limit (${print.percent(share)} of it)` : `${print.percent(share)} of what this machine allows`}`,
  detail: ({ ranks, algorithm, limitSeconds, is, waiting, muchWaiting }, print) =>
    [
      `${counted(ranks, print, 'rank')} ran ${algorithm}. The machine's own limit, measured in the same run, is ${print.duration(limitSeconds)}. No GPU was used, so this says nothing about NCCL.`,
      ...(is === 'disturbed'
        ? [
            'The measured limit is therefore not valid: caches sped up the collective but not the limit, or something else used the machine while the limit was measured.',
          ]
        : []),
      ...(muchWaiting ? [`Ranks spent ${print.percent(waiting)} of the time waiting for the last one.`] : []),
    ].join(' '),
  actions: ({ is, muchWaiting }) =>
    is === 'disturbed'
      ? ['ringscope perf COLLECTIVE -b 64M -e 64M, while nothing else is running']
      : is === 'healthy'
        ? []
        : [
            'ringscope perf COLLECTIVE --algo all: which algorithm is closest to the limit?',
            ...(muchWaiting
              ? ['Use no more ranks than idle cores: ranks that share a core wait for each other']
              : []),
          ],
  explained: {
    knownBy:
      'The median time of the largest size, compared with the limit of memory, socket or fabric from the same run.',
    costs: 'Nothing by itself. It distinguishes a slow algorithm, or too many ranks, from a slow machine.',
    todo: 'Compare algorithms (--algo all), and use no more ranks than idle cores.',
    verify: 'ringscope perf COLLECTIVE -b 64M -e 64M, on a quiet machine.',
  },
}
