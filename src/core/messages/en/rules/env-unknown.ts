/** English: env-unknown. */

import type { EnvUnknownValues } from '../../../rules/settings/env-unknown.ts'
import type { RuleText } from '../../rule-text.ts'
import { where } from '../phrases/settings.ts'
import { list } from '../phrases/words.ts'

export const envUnknown: RuleText<EnvUnknownValues> = {
  name: 'a variable that NCCL does not read',
  about:
    'Warning if a known name was clearly meant (NCCL_BUFFER_SIZE for NCCL_BUFFSIZE); info if the name belongs to another version or its origin is unknown. NCCL does not warn about variables that it does not read. Names used by plugins, PyTorch and images are ignored.',

  title: ({ name, why, meant, until, since, version, ...source }, print) =>
    why === 'dead'
      ? `${name} has no effect: NCCL has not read it since version ${until}${where(source, print)}`
      : why === 'too-new'
        ? `${name} has no effect: it was added in NCCL ${since}, but this is ${version}${where(source, print)}`
        : meant === undefined
          ? `No known version of NCCL or RCCL reads ${name}${where(source, print)}`
          : `${name} has no effect: the variable is called ${meant}${where(source, print)}`,
  cause: ({ name, meant }) =>
    meant === undefined ? `${name} has no effect` : `${name} is set where ${meant} was meant`,
  detail: ({ name, value, why, meant, near }) =>
    why !== 'unknown'
      ? `NCCL does not warn about variables that it does not read. ${name}=${value} belongs to another version and does nothing here.`
      : meant === undefined
        ? `NCCL does not warn about variables that it does not read. ${name}=${value} may belong to a plugin, or to a version newer than this table. The closest known names are ${list(near)}.`
        : `NCCL does not warn about variables that it does not read, so ${name}=${value} silently does nothing. With NCCL_DEBUG=INFO, NCCL logs every variable that it takes as "set by environment"; it never logs this one.`,
  actions: ({ name, meant, value }) => [
    meant === undefined
      ? `unset ${name}`
      : `unset ${name}; if you need the setting: export ${meant}=${value}`,
    'NCCL_DEBUG=INFO ... 2>&1 | grep "set by environment" shows what NCCL really reads',
  ],
  verify: ({ name }) => `env | grep ${name} prints nothing on any host`,
  inOrder: 'all NCCL variables known',
  explained: {
    knownBy:
      'The names in env, nccl.conf, the launch command or the log, compared with all names that any version of NCCL or RCCL reads.',
    costs: 'The intended setting does not take effect.',
    todo: 'Unset it, and set the variable that was meant.',
    verify: 'NCCL_DEBUG=INFO logs "set by environment" for the correct name.',
  },
}
