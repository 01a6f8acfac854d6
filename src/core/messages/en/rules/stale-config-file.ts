/** English: stale-config-file. */
import type { StaleConfigFileValues } from '../../../rules/settings/stale-config-file.ts'
import type { RuleText } from '../../rule-text.ts'
import { EFFECT } from '../phrases/settings.ts'

export const staleConfigFile: RuleText<StaleConfigFileValues> = {
  name: 'an nccl.conf that hurts unseen',
  about:
    'Warning where /etc/nccl.conf or ~/.nccl.conf costs bandwidth on every machine or differs between hosts; info where its settings do nothing or depend on the machine.',

  title: ({ file, host, settings }, print) =>
    `${file}${host === undefined ? '' : ` on ${host}`} sets ${print.count(settings.length)} ${settings.length === 1 ? 'variable that hurts or does' : 'variables that hurt or do'} nothing: ${names(settings)}`,
  cause: ({ file, settings }) => `${file} sets ${names(settings)}`,
  detail: ({ file, settings, unlike }, print) =>
    `${file} counts as environment for every job on the host, and nobody sees it in a script. ${settings.map(({ name, value, why, effect }) => `${name}=${value}: ${effect === undefined ? WHY[why] : EFFECT[effect].title}`).join('; ')}.${unlike > 0 ? ` ${print.count(unlike)} other ${unlike === 1 ? 'host has' : 'hosts have'} another file.` : ''}`,
  actions: ({ file }) => [
    `cat /etc/${file} ~/.${file}: who needs these lines?`,
    'Remove them on all hosts, or override them in the job: a variable of the environment wins over the file',
  ],
  verify: () => 'NCCL_DEBUG=INFO ... 2>&1 | grep "set by environment" shows only what the job wants',
  inOrder: 'nccl.conf harmless',
  explained: {
    knownBy: 'The content of /etc/nccl.conf and ~/.nccl.conf, host by host.',
    costs: 'As each setting does, in every job on that host.',
    todo: 'Remove the lines; where a job needs them, set them in the job.',
    verify: 'The log shows only what the job sets.',
  },
}

const names = (settings: readonly { readonly name: string }[]): string =>
  settings.map(({ name }) => name).join(', ')

const WHY = {
  costly: 'costs bandwidth',
  unknown: 'no version reads it',
  dead: 'no current version reads it',
  differs: 'other hosts do not have it',
} as const
