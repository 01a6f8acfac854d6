/** English: env-override. */
import type { EnvOverrideValues } from '../../../rules/settings/env-override.ts'
import type { RuleText } from '../../rule-text.ts'
import { EFFECT, where } from '../phrases/settings.ts'

export const envOverride: RuleText<EnvOverrideValues> = {
  name: 'a setting that costs bandwidth',
  about:
    'Warning if the setting costs bandwidth on every machine or a measurement is low; info if its cost depends on the machine, or if the measured number is healthy anyway.',

  title: ({ name, value, effect, ...source }, print) =>
    `${name}=${value} ${EFFECT[effect].title}${where(source, print)}`,
  cause: ({ name, value, effect }) => `${name}=${value} ${EFFECT[effect].title}`,
  detail: ({ effect, byDefault, share }, print) =>
    `${EFFECT[effect].detail} The default is ${byDefault}.${share === undefined ? '' : ` At best, ${print.percent(share)} of the bandwidth remains.`} Settings made for another machine, or while debugging, often outlive their purpose.`,
  actions: ({ name }) => [
    `unset ${name} on all hosts (and in -x, --export, nccl.conf, the image), then measure again`,
  ],
  verify: () => 'all_reduce_perf -b 1M -e 8G -f 2, with and without the setting',
  inOrder: 'no costly setting',
  explained: {
    knownBy: 'The value in env, nccl.conf, the launch command or the log, compared with the default.',
    costs:
      'From nothing to nine tenths of the bandwidth, depending on the setting; the finding says what it does.',
    todo: 'Unset it everywhere and measure again. Keep it only if a measurement shows that it helps.',
    verify: 'all_reduce_perf with and without the setting.',
  },
}
