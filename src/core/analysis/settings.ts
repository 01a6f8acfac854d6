/** Every variable that was set, wherever the files say so: environment, nccl.conf, launch command, the test's own listing. */
import type { Place } from '../evidence/place.ts'
import { computed, evidenceOf } from './facts.ts'
import { factsOf, hosts } from './hosts.ts'

export interface Setting {
  readonly name: string
  readonly value: string
  readonly from: 'environment' | 'command' | 'file' | 'benchmark' | 'log'
  readonly host?: string
  readonly place: Place
}

export const settings = computed((facts): readonly Setting[] => [
  ...hosts(facts).flatMap((host) =>
    factsOf(host, 'setting').map(({ name, value, from, place }) => ({
      name,
      value,
      from,
      ...(host.name === undefined ? {} : { host: host.name }),
      place,
    })),
  ),
  ...evidenceOf(facts, 'benchmark').flatMap(({ environment, place }) =>
    Object.entries(environment).map(([name, value]) => ({ name, value, from: 'benchmark' as const, place })),
  ),
  ...evidenceOf(facts, 'nccl-log').flatMap(({ settings: stated, speakers }) =>
    stated.flatMap(({ value: { name, value }, by, place }) => {
      const setting = { name, value, from: 'log' as const, place }
      const named = new Set(by.flatMap((speaker) => speakers[speaker]?.host ?? []))
      return named.size === 0 ? [setting] : [...named].map((host) => ({ ...setting, host }))
    }),
  ),
])

/** Settings that a file such as nccl.conf makes: NCCL logs them as environment, but they are to be changed there. */
export function isMadeByFile(setting: Setting, all: readonly Setting[]): boolean {
  return all.some(
    ({ from, name, value }) => from === 'file' && name === setting.name && value === setting.value,
  )
}

/** The version of the NCCL in use, "2.21.5", where a test or a host says it. */
export const libraryVersion = computed((facts): string | undefined => {
  const stated = [
    ...evidenceOf(facts, 'nccl-log').flatMap(({ versions }) => versions.map(({ value }) => value)),
    ...evidenceOf(facts, 'benchmark').map(({ version }) => version?.library),
    ...hosts(facts).flatMap((host) =>
      factsOf(host, 'version').flatMap(({ of, version }) => (of === 'nccl' ? [version] : [])),
    ),
  ]
  return stated.map((text) => /\d+\.\d+(?:\.\d+)?/.exec(text ?? '')?.[0]).find((text) => text !== undefined)
})
