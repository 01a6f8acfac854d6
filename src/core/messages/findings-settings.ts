/** What the findings about settings need: variables of the environment, of nccl.conf and of launch commands. */

import type { SettingEffect } from '../evidence/setting-effect.ts'

/** Where a variable was set, for "on gpu-07, in nccl.conf". */
export interface SettingSource {
  readonly host?: string
  readonly from: 'environment' | 'command' | 'file' | 'benchmark' | 'log'
}

export interface SettingsFindings {
  'env-unknown': SettingSource & {
    readonly name: string
    readonly value: string
    /** unknown: no version reads it; dead: none since `until`; too-new: the version in use is older than `since`. */
    readonly why: 'unknown' | 'dead' | 'too-new'
    /** What was probably meant. */
    readonly meant?: string
    readonly near: readonly string[]
    readonly until?: string
    readonly since?: string
    readonly version?: string
    readonly hosts: number
  }
  'env-override': SettingSource & {
    readonly name: string
    readonly value: string
    readonly byDefault: string
    readonly effect: SettingEffect
    readonly hosts: number
    /** What the setting costs at most, as a share of the bandwidth. */
    readonly share?: number
  }
  'env-not-propagated': {
    readonly name: string
    readonly value: string
    readonly why: 'not-exported' | 'some-hosts' | 'values-differ'
    readonly launcher?: 'mpirun' | 'srun'
    readonly with: readonly string[]
    readonly without: readonly string[]
    /** values-differ: what the others have. */
    readonly others: readonly string[]
  }
  'stale-config-file': {
    readonly file: string
    readonly host?: string
    readonly hosts: number
    readonly settings: readonly {
      readonly name: string
      readonly value: string
      readonly why: 'costly' | 'unknown' | 'dead' | 'differs'
      readonly effect?: SettingEffect
    }[]
    /** Other hosts whose file does not set them. */
    readonly unlike: number
  }
  'buffsize-too-small': SettingSource & {
    readonly name: string
    readonly value: string
    /** As NCCL reads it: "8M" is 8 bytes. */
    readonly bytes: number
    readonly byDefaultBytes: number
    /** The value has a unit that NCCL does not read. */
    readonly unitIgnored: boolean
  }
}
