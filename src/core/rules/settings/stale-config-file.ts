/**
 * /etc/nccl.conf or ~/.nccl.conf holds settings that cost bandwidth, that no version reads, or that other hosts' files do
 * not hold: it counts as environment for every job, and nobody sees it (NCCL user guide, Configuration file).
 */

import { libraryVersion, type Setting, settings } from '../../analysis/settings.ts'
import { groupBy } from '../../base/group-by.ts'
import { costOf } from '../../knowledge/costly-settings.ts'
import { nameStatus } from '../../knowledge/known-variables.ts'
import type { SettingEffect } from '../../knowledge/setting-effect.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

type Why = 'costly' | 'unknown' | 'dead' | 'differs'

export interface StaleConfigFileValues {
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

export const staleConfigFile = rule({
  id: 'stale-config-file',
  needs: ['host-facts'],
  sources: ['NCCL user guide, Environment Variables: /etc/nccl.conf and ~/.nccl.conf'],
  check(facts): readonly Found<StaleConfigFileValues>[] {
    const version = libraryVersion(facts)
    const filed = settings(facts).filter(({ from }) => from === 'file')
    const byHost = groupBy(filed, ({ host }) => host)
    const differs = ({ name, value, host }: Setting): boolean =>
      [...byHost].some(
        ([other, hostSettings]) =>
          other !== host && !hostSettings.some((one) => one.name === name && one.value === value),
      )
    const why = (setting: Setting): Why | undefined => {
      const status = nameStatus(setting.name, version).is
      if (status === 'dead') return 'dead'
      if (status === 'unknown') return 'unknown'
      if (costOf(setting.name, setting.value)) return 'costly'
      return differs(setting) ? 'differs' : undefined
    }
    return [...byHost].flatMap(([host, hostSettings]) => {
      const found = hostSettings.flatMap((setting) => {
        const reason = why(setting)
        return reason === undefined ? [] : [{ setting, why: reason }]
      })
      if (found.length === 0) return []
      // What costs on every machine first: it is the line to look at.
      found.sort((a, b) => Number(isCostly(b.setting)) - Number(isCostly(a.setting)))
      const costs = found.some(({ setting }) => isCostly(setting))
      const unlike = [...byHost.keys()].filter((other) => other !== host).length
      const isUnlike = found.some(({ why: reason }) => reason === 'differs')
      return [
        {
          severity: costs || isUnlike ? 'warning' : 'info',
          confidence: 'likely',
          ...(host === undefined ? {} : { subject: host }),
          values: {
            file: 'nccl.conf',
            ...(host === undefined ? {} : { host }),
            hosts: byHost.size,
            settings: found.map(({ setting: { name, value }, why: reason }) => {
              const effect = costOf(name, value)?.effect
              return { name, value, why: reason, ...(effect === undefined ? {} : { effect }) }
            }),
            unlike: isUnlike ? unlike : 0,
          },
          evidence: found.map(({ setting }) => setting.place).slice(0, 4),
        },
      ]
    })
  },
  looked: (facts) => enoughIf(settings(facts).some(({ from }) => from === 'file')),
})

const isCostly = ({ name, value }: Setting): boolean => costOf(name, value)?.always === true
