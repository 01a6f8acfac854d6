/** English: share-of-limit. */
import type { ShareOfLimitValues } from '../../../rules/number/share-of-limit.ts'
import type { RuleText } from '../../rule-text.ts'

export const shareOfLimit: RuleText<ShareOfLimitValues> = {
  name: 'what ringscope perf reached of the limit of the CPUs that it ran on',
  about:
    'Of the largest size: the time beside what memory, a socket or the fabric allows, measured in the same run. Healthy from 60 % to 150 %, else info, since with more the measured limit is none; never an error. It is no number of any GPU.',

  title: ({ collective, bytes, seconds, share }, print) =>
    `${collective} of ${print.bytes(bytes)} on CPUs takes ${print.duration(seconds)}: ${share > LIMIT_DISTURBED ? `faster than what was measured as the limit (${print.percent(share)} of it)` : `${print.percent(share)} of what this machine allows`}`,
  detail: ({ ranks, algorithm, limitSeconds, share, waiting }, print) =>
    [
      `${ranks} ranks, by ${algorithm}; the machine's own limit, measured in the same run, is ${print.duration(limitSeconds)}. No GPU took part, so this says nothing of NCCL.`,
      ...(share > LIMIT_DISTURBED
        ? [
            'The limit is none then: caches served the collective and not the limit, or something else held the machine while it was measured.',
          ]
        : []),
      ...(waiting >= MUCH_WAITING
        ? [`${print.percent(waiting)} of the time ranks waited for the late one.`]
        : []),
    ].join(' '),
  actions: ({ share, waiting }) =>
    share > LIMIT_DISTURBED
      ? ['ringscope perf COLLECTIVE -b 64M -e 64M, while nothing else runs here']
      : share >= 0.6
        ? []
        : [
            'ringscope perf COLLECTIVE --algo all: which algorithm is nearest to the limit',
            ...(waiting >= MUCH_WAITING
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

/** From here on waiting is worth a sentence. */
const MUCH_WAITING = 0.3

/** share-of-limit: more, and the limit is none. */
const LIMIT_DISTURBED = 1.5
