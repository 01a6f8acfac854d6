/**
 * Settings that some hosts have and others have not, or have otherwise. A host counts as without one only where that would
 * show: where its environment is at hand, its nccl.conf for what such files set, or its log.
 */

import { computed } from '../../analysis/facts.ts'
import { hosts } from '../../analysis/hosts.ts'
import { type Setting, settings } from '../../analysis/settings.ts'
import { groupBy } from '../../base/group-by.ts'
import type { Place } from '../../evidence/place.ts'

export interface UnequalSetting {
  readonly name: string
  /** What most hosts have; undefined: not set. */
  readonly usual: string | undefined
  readonly usualHosts: readonly string[]
  /** The others, with what they have. */
  readonly others: readonly {
    readonly host: string
    readonly value: string | undefined
    readonly place?: Place
  }[]
  readonly places: readonly Place[]
}

/** Legitimately different on each host or rank. */
const OF_EACH_HOST =
  /^(?:NCCL_(?:HOSTID|COMM_ID|DEBUG_FILE|TOPO_DUMP_FILE|GRAPH_DUMP_FILE|RAS_ADDR|INSPECTOR_DUMP_DIR|NVLS_RANK)|CUDA_VISIBLE_DEVICES|HIP_VISIBLE_DEVICES|UCX_NET_DEVICES)$/

export const unequalSettings = computed((facts): readonly UnequalSetting[] => {
  const seen = hosts(facts).flatMap(({ name, sources }) =>
    name !== undefined && sources.has('env') ? [name] : [],
  )
  const shown = new Map<string, Set<Setting['from']>>()
  for (const { host, from } of settings(facts))
    if (host !== undefined) shown.set(host, (shown.get(host) ?? new Set()).add(from))
  const told = new Set([...seen, ...[...shown].flatMap(([host, from]) => (from.has('log') ? [host] : []))])
  if (told.size < 2) return []
  const made = settings(facts).filter(
    ({ name, host, from }) =>
      host !== undefined && told.has(host) && from !== 'command' && !OF_EACH_HOST.test(name),
  )
  return [...groupBy(made, ({ name }) => name)].flatMap(([name, set]) => {
    const onHosts = new Set(set.map(({ host }) => host))
    // What a log shows another host may show in its environment.
    const ways = new Set<Setting['from']>([
      'log',
      ...set.map(({ from }) => (from === 'log' ? 'environment' : from)),
    ])
    const wouldShow = (host: string) => [...(shown.get(host) ?? [])].some((from) => ways.has(from))
    const compared = [...told].filter((host) => onHosts.has(host) || wouldShow(host))
    return unequal(name, set, compared)
  })
})

function unequal(name: string, set: readonly Setting[], all: readonly string[]): UnequalSetting[] {
  const of = new Map(set.map((setting) => [setting.host, setting]))
  const byValue = groupBy(all, (host) => of.get(host)?.value)
  if (byValue.size < 2) return []
  const [usual] = [...byValue].sort(([, a], [, b]) => b.length - a.length)
  if (!usual) return []
  const [value, usualHosts] = usual
  return [
    {
      name,
      usual: value,
      usualHosts,
      others: all.flatMap((host) => {
        const setting = of.get(host)
        return setting?.value === value
          ? []
          : [{ host, value: setting?.value, ...(setting ? { place: setting.place } : {}) }]
      }),
      places: set.map(({ place }) => place),
    },
  ]
}
