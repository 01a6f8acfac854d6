/** English: share-of-limit. */
import type { ShareOfLimitValues } from '../../../rules/number/share-of-limit.ts'
import type { RuleText } from '../../rule-text.ts'

export const shareOfLimit: RuleText<ShareOfLimitValues> = {
  name: 'what ringscope perf reached of the limit of the CPUs that it ran on',
  about:
    'Of the largest size: the time beside what memory, a socket or the fabric allows, measured in the same run. Healthy from 60 % to 150 %, else info, since with more the measured limit is none; never an error. It is no number of any GPU.',

  title: ({ collective, bytes, seconds, share, is }, print) =>
    `${collective} of ${print.bytes(bytes)} on CPUs takes ${print.duration(seconds)}: ${is === 'disturbed' ? `faster than what was measured as the limit (${print.percent(share)} of it)` : `${print.percent(share)} of what this machine allows`}`,
  detail: ({ ranks, algorithm, limitSeconds, is, waiting, muchWaiting }, print) =>
    [
      `${ranks} ranks, by ${algorithm}; the machine's own limit, measured in the same run, is ${print.duration(limitSeconds)}. No GPU took part, so this says nothing of NCCL.`,
      ...(is === 'disturbed'
        ? [
            'The limit is none then: caches served the collective and not the limit, or something else held the machine while it was measured.',
          ]
        : []),
      ...(muchWaiting ? [`${print.percent(waiting)} of the time ranks waited for the late one.`] : []),
    ].join(' '),
  actions: ({ is, muchWaiting }) =>
    is === 'disturbed'
      ? ['ringscope perf COLLECTIVE -b 64M -e 64M, while nothing else runs here']
      : is === 'healthy'
        ? []
        : [
            'ringscope perf COLLECTIVE --algo all: which algorithm is nearest to the limit',
            ...(muchWaiting
              ? ['no more ranks than idle cores: ranks that share a core wait for each other']
              : []),
          ],
  explained: {
    knownBy:
      'The median of the largest size, beside what the limit of memory, socket or fabric allows, both from the same run.',
    costs: 'Nothing by itself: it tells a slow algorithm, or too many ranks, from a slow machine.',
    todo: 'Compare algorithms (--algo all); use no more ranks than idle cores.',
    verify: 'ringscope perf COLLECTIVE -b 64M -e 64M, on a quiet machine.',
  },
}
