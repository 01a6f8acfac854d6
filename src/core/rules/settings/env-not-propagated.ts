/**
 * A variable reaches some ranks only: set in the shell but not handed on by mpirun -x (OpenMPI hands on nothing by
 * itself) or srun --export, or set on some hosts and not, or otherwise, on others (nccl-tests threads: settings "set" that
 * the remote ranks never had). Nothing is said about which value is right.
 */

import type { Facts } from '../../analysis/facts.ts'
import { factsOf, hosts } from '../../analysis/hosts.ts'
import type { SettingFact } from '../../evidence/host-facts.ts'
import { nameStatus } from '../../knowledge/known-variables.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'
import { unequalSettings } from './env-not-propagated.measure.ts'

/** Of these each rank may have its own, and they change no path. */
const HARMLESS = /^NCCL_(?:DEBUG|DEBUG_SUBSYS|DEBUG_TIMESTAMP_\w+|SET_THREAD_NAME|NVTX_DISABLE|RAS_\w+)$/

export interface EnvNotPropagatedValues {
  readonly name: string
  readonly value: string
  readonly why: 'not-exported' | 'some-hosts' | 'values-differ'
  readonly launcher?: 'mpirun' | 'srun'
  readonly with: readonly string[]
  readonly without: readonly string[]
  /** values-differ: what the others have. */
  readonly others: readonly string[]
}

export const envNotPropagated = rule({
  id: 'env-not-propagated',
  needs: [['host-facts', 'nccl-log']],
  sources: ['mpirun(1), OpenMPI: -x', 'srun(1): --export'],
  check: (facts): readonly Found<EnvNotPropagatedValues>[] => [...notExported(facts), ...onSomeHosts(facts)],
  looked: (facts) => enoughIf(hosts(facts).filter(({ sources }) => sources.has('env')).length > 1),
})

const matters = (name: string): boolean =>
  !HARMLESS.test(name) && (/^(?:FI|UCX|OFI_NCCL)_/.test(name) || nameStatus(name).is === 'known')

function onSomeHosts(facts: Facts): readonly Found<EnvNotPropagatedValues>[] {
  return unequalSettings(facts)
    .filter(({ name }) => matters(name))
    .map(({ name, usual, usualHosts, others, places }) => {
      const without = [
        ...(usual === undefined ? usualHosts : []),
        ...others.flatMap(({ host, value }) => (value === undefined ? [host] : [])),
      ]
      const values = [...new Set(others.flatMap(({ value }) => (value === undefined ? [] : [value])))]
      const [value = values[0] ?? '', ...rest] = usual === undefined ? values : [usual, ...values]
      const has = (host: string) => !without.includes(host)
      return {
        severity: 'warning',
        confidence: 'certain',
        values: {
          name,
          value,
          why: without.length > 0 ? 'some-hosts' : 'values-differ',
          with: [...usualHosts, ...others.map(({ host }) => host)].filter(has),
          without: without.length > 0 ? without : others.map(({ host }) => host),
          others: rest,
        },
        evidence: [...others.flatMap(({ place }) => (place ? [place] : [])), ...places].slice(0, 4),
      }
    })
}

function notExported(facts: Facts): readonly Found<EnvNotPropagatedValues>[] {
  return hosts(facts).flatMap((host) =>
    factsOf(host, 'launch').flatMap((launch) => {
      const { exports: handed, inFront = [], nodes = 1, launcher, place } = launch
      const isOfLauncher = ({ name, from }: SettingFact) =>
        from === 'environment' || (from === 'command' && inFront.includes(name))
      if (handed === 'all' || nodes < 2) return []
      return factsOf(host, 'setting')
        .filter((setting) => isOfLauncher(setting) && matters(setting.name) && !handed.includes(setting.name))
        .map(({ name, value, place: at }) => ({
          severity: 'warning' as const,
          confidence: 'likely' as const,
          values: {
            name,
            value,
            why: 'not-exported' as const,
            launcher,
            with: host.name === undefined ? [] : [host.name],
            without: [],
            others: [],
          },
          evidence: [at, place],
        }))
    }),
  )
}
