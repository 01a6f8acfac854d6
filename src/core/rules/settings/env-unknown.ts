/**
 * A variable that no NCCL or RCCL reads: a slip (NCCL_BUFFER_SIZE for NCCL_BUFFSIZE), or one whose time is over. NCCL
 * says nothing about it: it has no effect. Warning where a known name was clearly meant; else info, since a version newer
 * than the table may read it. Source: all tags of NVIDIA/nccl (knowledge/nccl-variables.ts).
 */

import { isMadeByFile, libraryVersion, settings } from '../../analysis/settings.ts'
import { groupBy } from '../../base/group-by.ts'
import { nameStatus } from '../../knowledge/known-variables.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'
import type { SettingSource } from './setting-source.ts'

export interface EnvUnknownValues extends SettingSource {
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

export const envUnknown = rule({
  id: 'env-unknown',
  needs: [['host-facts', 'benchmark', 'nccl-log']],
  sources: ['NVIDIA/nccl, tags 2.3.5 to 2.30.7', 'ROCm/rccl src/'],
  check(facts): readonly Found<EnvUnknownValues>[] {
    const version = libraryVersion(facts)
    const all = settings(facts)
    const names = groupBy(
      all.filter((setting) => !isMadeByFile(setting, all)),
      ({ name }) => name,
    )
    return [...names].flatMap(([name, ofOneName]) => {
      const status = nameStatus(name, version)
      const [first] = ofOneName
      if (!first || status.is === 'known' || status.is === 'of-others') return []
      const { value, from, host } = first
      const meant = status.is === 'unknown' ? status.meant : undefined
      return [
        {
          severity: meant === undefined ? 'info' : 'warning',
          confidence: status.is === 'unknown' && meant === undefined ? 'likely' : 'certain',
          values: {
            name,
            value,
            from,
            ...(host === undefined ? {} : { host }),
            hosts: new Set(ofOneName.map((one) => one.host)).size,
            why: status.is,
            ...(meant === undefined ? {} : { meant }),
            near: status.is === 'unknown' ? status.near : [],
            ...(status.is === 'dead' ? { until: status.until } : {}),
            ...(status.is === 'too-new' ? { since: status.since } : {}),
            ...(version === undefined ? {} : { version }),
          },
          evidence: ofOneName.map(({ place }) => place).slice(0, 4),
        },
      ]
    })
  },
  looked: (facts) => enoughIf(settings(facts).some(({ name }) => /^[NR]CCL_/.test(name))),
})
