/**
 * What changed on the hosts since the runs given with --baseline: settings, versions and counts, and the path that NCCL's
 * log names (network, NICs, channels). Hosts are compared with themselves; a single one with the single one of then.
 */
import { groupBy } from '../base/group-by.ts'
import type { NcclLog } from '../evidence/nccl-log.ts'
import type { Place } from '../evidence/place.ts'
import { computed, evidenceOf, type Facts } from './facts.ts'
import { traitsOf } from './host-traits.ts'
import { hosts } from './hosts.ts'
import { settings } from './settings.ts'

export interface ChangedOnHosts {
  /** "NCCL_ALGO", "driver", "network": a name, not a sentence. */
  readonly name: string
  readonly was?: string
  readonly now?: string
  /** Where it stands now; undefined where it is gone. */
  readonly place?: Place
}

interface Named {
  readonly value: string
  readonly place: Place
}

/** Each change once, however many hosts it is on. Empty without a baseline. */
export const changedOnHosts = computed((facts): readonly ChangedOnHosts[] => {
  const before = facts.baseline?.at(-1)
  if (!before) return []
  const [then, now] = [namedOfEach(before), namedOfEach(facts)]
  const pairs = [...now].flatMap(([host, named]) => {
    const own = then.get(host) ?? (then.size === 1 && now.size === 1 ? [...then.values()][0] : undefined)
    return own ? [[own, named] as const] : []
  })
  const changes = pairs.flatMap(([was, is]) => changed(was, is))
  return [
    ...groupBy(changes, ({ name, was, now: value }) => JSON.stringify([name, was, value])).values(),
  ].flatMap((same) => same.slice(0, 1))
})

function changed(
  was: ReadonlyMap<string, Named>,
  now: ReadonlyMap<string, Named>,
): readonly ChangedOnHosts[] {
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((name) => {
    const [a, b] = [was.get(name), now.get(name)]
    // What one of the two runs does not show at all is no change, save a variable of the environment.
    if (a?.value === b?.value || (!isVariable(name) && (!a || !b))) return []
    return [
      {
        name,
        ...(a === undefined ? {} : { was: a.value }),
        ...(b === undefined ? {} : { now: b.value, place: b.place }),
      },
    ]
  })
}

const isVariable = (name: string): boolean => /^[A-Z][A-Z0-9_]+$/.test(name)

function namedOfEach(facts: Facts): ReadonlyMap<string, ReadonlyMap<string, Named>> {
  const all = new Map<string, Map<string, Named>>()
  const add = (host: string | undefined, name: string, value: string, place: Place) => {
    const ofHost = all.get(host ?? '') ?? new Map<string, Named>()
    all.set(host ?? '', ofHost)
    if (!ofHost.has(name)) ofHost.set(name, { value, place })
  }
  for (const { name, value, host, place, from } of settings(facts))
    if (from !== 'benchmark') add(host, name, value, place)
  for (const host of hosts(facts))
    for (const { trait, about, value, place } of traitsOf(host))
      add(host.name, about === undefined ? trait : `${trait} ${about}`, value, place)
  for (const log of evidenceOf(facts, 'nccl-log'))
    for (const [name, named] of pathOf(log)) add('', name, named.value, named.place)
  return all
}

/** What the log says of the path, as one host: NCCL's ranks agree on most of it. */
function pathOf({ networks, nics, channels, versions }: NcclLog): ReadonlyMap<string, Named> {
  const named = new Map<string, Named>()
  const set = (name: string, values: readonly string[], place: Place | undefined) => {
    if (place && values.length > 0) named.set(name, { value: [...new Set(values)].join(', '), place })
  }
  set(
    'network',
    networks.map(({ value }) => value),
    networks[0]?.place,
  )
  set(
    'NICs',
    nics.flatMap(({ value }) => value.map(({ name }) => name)),
    nics[0]?.place,
  )
  set(
    'channels',
    channels.map(({ value }) => String(value.collective)),
    channels[0]?.place,
  )
  set(
    'NCCL',
    versions.map(({ value }) => value),
    versions[0]?.place,
  )
  return named
}
