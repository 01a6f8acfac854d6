/** English: env-unknown. */
import type { EnvUnknownValues } from '../../../rules/settings/env-unknown.ts'
import type { RuleText } from '../../rule-text.ts'
import { where } from '../phrases/settings.ts'

export const envUnknown: RuleText<EnvUnknownValues> = {
  name: 'a variable that nobody reads',
  about:
    'Warning where a known name was clearly meant (NCCL_BUFFER_SIZE for NCCL_BUFFSIZE), info where the name is of another version or of unknown origin. NCCL says nothing about variables that it does not read; names of plugins, of PyTorch and of images are left alone.',

  title: ({ name, why, meant, until, since, version, ...source }, print) =>
    why === 'dead'
      ? `${name} has no effect: NCCL reads it no more since version ${until}${where(source, print)}`
      : why === 'too-new'
        ? `${name} has no effect: it came with NCCL ${since}, in use is ${version}${where(source, print)}`
        : meant === undefined
          ? `${name} is no variable that NCCL or RCCL is known to read${where(source, print)}`
          : `${name} has no effect: the variable is called ${meant}${where(source, print)}`,
  cause: ({ name, meant }) =>
    meant === undefined ? `${name} has no effect` : `${name} is set where ${meant} was meant`,
  detail: ({ name, value, why, meant, near }) =>
    why !== 'unknown'
      ? `NCCL says nothing about a variable that it does not read. ${name}=${value} is left over from another version; what it was set for does not happen.`
      : meant === undefined
        ? `NCCL says nothing about a variable that it does not read. ${name}=${value} may belong to a plugin, or to a version newer than this table; the nearest known names are ${near.join(', ')}.`
        : `NCCL says nothing about a variable that it does not read, so ${name}=${value} changes nothing. With NCCL_DEBUG=INFO every variable that is read and set is logged as "set by environment"; this one never is.`,
  actions: ({ name, meant, value }) => [
    meant === undefined ? `unset ${name}` : `unset ${name}; if it is wanted: export ${meant}=${value}`,
    'NCCL_DEBUG=INFO ... 2>&1 | grep "set by environment": what NCCL really reads',
  ],
  verify: ({ name }) => `env | grep ${name} prints nothing on any host`,
  inOrder: 'all NCCL variables known',
  explained: {
    knownBy:
      'The names in env, nccl.conf, the launch command or the log, beside all names that any version of NCCL and RCCL reads.',
    costs: 'What the variable was set for does not happen.',
    todo: 'unset it; set the one that was meant.',
    verify: 'NCCL_DEBUG=INFO logs "set by environment" for the right name.',
  },
}
