/** English: the rules about settings, for `list rules`, `explain` and the docs. */
import type { RuleExplanation } from '../explain-rules.ts'
import type { SettingsFindings } from '../findings-settings.ts'
import type { RuleText } from '../rules.ts'

export const settingsRules: Readonly<Record<keyof SettingsFindings, RuleText>> = {
  'env-unknown': {
    title: 'a variable that nobody reads',
    about:
      'Warning where a known name was clearly meant (NCCL_BUFFER_SIZE for NCCL_BUFFSIZE), info where the name is of another version or of unknown origin. NCCL says nothing about variables that it does not read; names of plugins, of PyTorch and of images are left alone.',
  },
  'env-override': {
    title: 'a setting that costs bandwidth',
    about:
      'Warning where the setting costs on every machine or a measurement is low; info where it depends on the machine, or where the measured number is healthy all the same.',
  },
  'env-not-propagated': {
    title: 'a variable that reaches some ranks only',
    about:
      'Warning. Set in the shell but not handed on by mpirun -x or srun --export; or set on some hosts and not, or otherwise, on others. A host counts only where its environment is at hand.',
  },
  'stale-config-file': {
    title: 'an nccl.conf that hurts unseen',
    about:
      'Warning where /etc/nccl.conf or ~/.nccl.conf costs bandwidth on every machine or differs between hosts; info where its settings do nothing or depend on the machine.',
  },
  'buffsize-too-small': {
    title: 'NCCL_BUFFSIZE far below its default',
    about:
      'Warning below 1 MiB, error below 64 KiB (default 4 MiB). NCCL reads the number alone: 8M is 8 bytes.',
  },
}

export const settingsExplained: Readonly<Record<keyof SettingsFindings, RuleExplanation>> = {
  'env-unknown': {
    known:
      'The names in env, nccl.conf, the launch command or the log, beside all names that any version of NCCL and RCCL reads.',
    costs: 'What the variable was set for does not happen.',
    todo: 'unset it; set the one that was meant.',
    verify: 'NCCL_DEBUG=INFO logs "set by environment" for the right name.',
  },
  'env-override': {
    known: 'The value in env, nccl.conf, the launch command or the log, beside the default.',
    costs: 'From nothing to nine tenths, by the setting; the finding says what it does.',
    todo: 'unset it everywhere and measure again; set it only where a measurement shows that it helps.',
    verify: 'all_reduce_perf with and without it.',
  },
  'env-not-propagated': {
    known:
      'env of several hosts, "set by environment" of several ranks, or the shell beside what the launch command hands on.',
    costs: 'Ranks that choose differently meet on the slower of both, or hang.',
    todo: 'mpirun -x NAME, srun --export=ALL; the same start script and image on all hosts.',
    verify: 'NCCL_DEBUG=INFO: the same "set by environment" from every host.',
  },
  'stale-config-file': {
    known: 'The content of /etc/nccl.conf and ~/.nccl.conf, host by host.',
    costs: 'As each setting does, in every job on that host.',
    todo: 'Remove the lines; where a job needs them, set them in the job.',
    verify: 'The log shows only what the job sets.',
  },
  'buffsize-too-small': {
    known: 'NCCL_BUFFSIZE as NCCL reads it, beside the default of 4 MiB.',
    costs: 'Large messages reach a part of the bandwidth: an eighth of the buffer is in flight at a time.',
    todo: 'unset it; values are in bytes, without a letter.',
    verify: 'The curve rises to its plateau again.',
  },
}

export const settingsInOrder: Readonly<Partial<Record<keyof SettingsFindings, string>>> = {
  'env-unknown': 'all NCCL variables known',
  'env-override': 'no costly setting',
  'env-not-propagated': 'the same settings on all hosts',
  'stale-config-file': 'nccl.conf harmless',
  'buffsize-too-small': 'buffers large enough',
}
