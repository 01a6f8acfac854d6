/** English: env-override. */
import type { EnvOverrideValues } from '../../../rules/settings/env-override.ts'
import type { RuleText } from '../../rule-text.ts'
import { EFFECT, where } from '../phrases/settings.ts'

export const envOverride: RuleText<EnvOverrideValues> = {
  name: 'a setting that costs bandwidth',
  about:
    'Warning where the setting costs on every machine or a measurement is low; info where it depends on the machine, or where the measured number is healthy all the same.',

  title: ({ name, value, effect, ...source }, print) =>
    `${name}=${value} ${EFFECT[effect].title}${where(source, print)}`,
  cause: ({ name, value, effect }) => `${name}=${value} ${EFFECT[effect].title}`,
  detail: ({ effect, byDefault, share }, print) =>
    `${EFFECT[effect].detail} The default is ${byDefault}.${share === undefined ? '' : ` At best ${print.percent(share)} of the bandwidth is left.`} Settings that were made for another machine, or while a fault was searched, often outlive their reason.`,
  actions: ({ name }) => [
    `unset ${name} on all hosts (and in -x, --export, nccl.conf, the image), then measure again`,
  ],
  verify: () => 'all_reduce_perf -b 1M -e 8G -f 2: compare with and without it',
  inOrder: 'no costly setting',
  explained: {
    knownBy: 'The value in env, nccl.conf, the launch command or the log, beside the default.',
    costs: 'From nothing to nine tenths, by the setting; the finding says what it does.',
    todo: 'unset it everywhere and measure again; set it only where a measurement shows that it helps.',
    verify: 'all_reduce_perf with and without it.',
  },
}
