/** English: stale-config-file. */

import type { StaleConfigFileValues } from '../../../rules/settings/stale-config-file.ts'
import type { RuleText } from '../../rule-text.ts'
import { EFFECT } from '../phrases/settings.ts'
import { counted, list } from '../phrases/words.ts'

export const staleConfigFile: RuleText<StaleConfigFileValues> = {
  name: 'an nccl.conf with harmful or useless settings',
  about:
    'Warning if a setting in /etc/nccl.conf or ~/.nccl.conf costs bandwidth on every machine or differs between hosts; info if its settings have no effect or depend on the machine.',

  title: ({ file, host, settings }, print) =>
    `${file}${host === undefined ? '' : ` on ${host}`} sets ${counted(settings.length, print, 'variable')} to harmful or useless values: ${names(settings)}`,
  cause: ({ file, settings }) => `${file} sets ${names(settings)}`,
  detail: ({ file, settings, unlike }, print) =>
    `${file} acts like the environment of every job on the host, but appears in no job script. ${settings.map(({ name, value, why, effect }) => `${name}=${value}: ${effect === undefined ? WHY[why] : EFFECT[effect].title}`).join('; ')}.${unlike > 0 ? ` The file differs on ${counted(unlike, print, 'other host')}.` : ''}`,
  actions: ({ file }) => [
    `cat /etc/${file} ~/.${file}: does any job need these lines?`,
    'Remove the lines on all hosts, or override them in the job: environment variables take precedence over the file',
  ],
  verify: () => 'NCCL_DEBUG=INFO ... 2>&1 | grep "set by environment" shows only what the job sets',
  inOrder: 'nccl.conf is harmless',
  explained: {
    knownBy: 'The content of /etc/nccl.conf and ~/.nccl.conf, host by host.',
    costs: 'Whatever each setting costs, in every job on that host.',
    todo: 'Remove the lines. If a job needs them, set them in the job.',
    verify: 'The log shows only what the job sets.',
  },
}

const names = (settings: readonly { readonly name: string }[]): string =>
  list(settings.map(({ name }) => name))

const WHY = {
  costly: 'costs bandwidth',
  unknown: 'no known version reads it',
  dead: 'no current version reads it',
  differs: 'not set on other hosts',
} as const
