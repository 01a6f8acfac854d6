/**
 * A setting that costs bandwidth. Warning where it costs on every machine, where a measurement is low, or where it turns off RDMA
 * of a run over several hosts that have fast ports which are up; info where it
 * depends on the machine, or where the measured number is healthy in spite of it. Conditions: knowledge/costly-settings.ts.
 */

import type { Facts } from '../../analysis/facts.ts'
import { hosts } from '../../analysis/hosts.ts'
import { judged } from '../../analysis/judged.ts'
import { logNodes } from '../../analysis/log-nodes.ts'
import { networkEdges } from '../../analysis/network-edges.ts'
import { portsOf } from '../../analysis/nic-degraded.ts'
import { railConnections } from '../../analysis/rail-isolation.ts'
import { series } from '../../analysis/series.ts'
import { isMadeByFile, settings } from '../../analysis/settings.ts'
import { socketUse } from '../../analysis/socket-use.ts'
import { groupBy } from '../../base/group-by.ts'
import { threshold } from '../../base/threshold.ts'
import { costOf } from '../../knowledge/costly-settings.ts'
import { variableNamed } from '../../knowledge/known-variables.ts'
import type { SettingEffect } from '../../knowledge/setting-effect.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'
import type { SettingSource } from './setting-source.ts'

const FAST = threshold(
  'env-override.port',
  5e9,
  'B/s',
  'our choice: ports of less than 40 Gb/s are for management',
)

export interface EnvOverrideValues extends SettingSource {
  readonly name: string
  readonly value: string
  readonly byDefault: string
  readonly effect: SettingEffect
  readonly hosts: number
  /** What the setting costs at most, as a share of the bandwidth. */
  readonly share?: number
}

export const envOverride = rule({
  id: 'env-override',
  needs: [['host-facts', 'benchmark', 'nccl-log']],
  sources: [
    'NCCL user guide, Environment Variables',
    'nccl #428 #1403 #2409',
    'nccl-tests #74 #228',
    'aws-ofi-nccl #65 #76',
  ],
  check(facts): readonly Found<EnvOverrideValues>[] {
    const grades = judged(facts).map(({ grade }) => grade)
    const healthy = grades.includes('healthy') && !grades.some((grade) => grade === 'low' || grade === 'bad')
    const low = grades.some((grade) => grade === 'low' || grade === 'bad')
    const all = settings(facts)
    const own = all.filter((setting) => !isMadeByFile(setting, all))
    return [...groupBy(own, ({ name, value }) => `${name}=${value}`).values()].flatMap((alike) => {
      const [first] = alike
      const cost = first && costOf(first.name, first.value)
      if (!cost || hasRuleOfItsOwn(facts, cost.effect)) return []
      const { name, value, from, host } = first
      const turnsOffWhatIsThere =
        cost.effect === 'rdma-off' && rdmaIsThere(facts) && runsOnSeveralHosts(facts)
      const loud = !healthy && (cost.always || low || turnsOffWhatIsThere)
      return [
        {
          severity: loud ? 'warning' : 'info',
          confidence: cost.always || turnsOffWhatIsThere ? 'likely' : 'possible',
          values: {
            name,
            value,
            byDefault: variableNamed(name)?.default ?? 'unset',
            from,
            ...(host === undefined ? {} : { host }),
            hosts: new Set(alike.map((one) => one.host)).size,
            effect: cost.effect,
            ...(cost.share === undefined ? {} : { share: cost.share }),
          },
          evidence: alike.map(({ place }) => place).slice(0, 4),
          ...(cost.always ? { explains: ['bandwidth-below-expected', 'size-dip'] } : {}),
        },
      ]
    })
  },
  looked: (facts) => enoughIf(settings(facts).some(({ name }) => name.startsWith('NCCL_'))),
})

/** A port that is up and fast: what the setting turns off would work. */
const rdmaIsThere = (facts: Facts): boolean =>
  hosts(facts).some((host) =>
    portsOf(host).some(({ state, rate = 0 }) => /active/i.test(state ?? '') && rate >= FAST.value),
  )

const runsOnSeveralHosts = (facts: Facts): boolean => series(facts).some(({ hosts }) => hosts.length > 1)

/** p2p-forced-off, tcp-fallback, gdr-missing and rail-isolation name the setting together with what the log shows of it. */
function hasRuleOfItsOwn(facts: Facts, effect: SettingEffect): boolean {
  switch (effect) {
    case 'p2p-off':
      return true
    case 'rdma-off':
      return logNodes(facts) === 'several' && socketUse(facts).length > 0
    case 'gdr-off':
      return networkEdges(facts).length > 0
    case 'cross-nic':
    case 'pxn-off':
      return railConnections(facts).some(({ crosses }) => crosses)
    default:
      return false
  }
}
