/**
 * Hosts of one job list different numbers of NICs: the one with fewer holds back every ring through it. Each rank prints
 * "NET/IB : Using …"; since 2.30 NCCL warns itself. Source: docs/diagnosis.md, What NCCL's log tells.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { communicators } from '../../analysis/communicators.ts'
import { evidenceOf, type Facts } from '../../analysis/facts.ts'
import { areAlike } from '../../analysis/jobs.ts'
import { listedNics, type NicsOfHost } from '../../analysis/nics-of-hosts.ts'
import { groupBy } from '../../base/group-by.ts'
import type { Logged } from '../../evidence/nccl-log.ts'
import type { LogWarning } from '../../evidence/nccl-log-trouble.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

const MIXED_COUNTS = /mixed local Net device counts across ranks \(min (\d+), max (\d+)\)/i

export interface NicListDiffersValues {
  /** Hosts with fewer NICs than most; empty where only NCCL's own warning says so. */
  readonly fewer: readonly string[]
  readonly usual: number
  readonly fewest: number
  readonly usualHosts: number
  /** Of the first of them, by name. */
  readonly missing: readonly string[]
}

export const nicListDiffers = rule({
  id: 'nic-list-differs',
  needs: ['nccl-log'],
  sources: ['NCCL src/transport/net_ib.cc', 'nccl #2428'],
  check(facts): readonly Found<NicListDiffersValues>[] {
    const warned = evidenceOf(facts, 'nccl-log').flatMap(({ warnings }) =>
      warnings.filter(({ value }) => MIXED_COUNTS.test(value.text)),
    )
    const found = jobsOf(facts).flatMap((hosts) => unlike(facts, hosts, warned))
    const [first] = warned
    if (found.length > 0 || !first) return found
    const [, fewest, most] = MIXED_COUNTS.exec(first.value.text) ?? []
    return [
      {
        severity: 'warning',
        confidence: 'certain',
        values: { fewer: [], usual: Number(most), fewest: Number(fewest), usualHosts: 0, missing: [] },
        evidence: [first.place],
        explains: ['bandwidth-below-expected'],
      },
    ]
  },
  looked: (facts) => enoughIf(listedNics(facts).filter(({ host }) => host !== undefined).length > 1),
})

/** Hosts of one job that list fewer NICs than most of it. */
function unlike(
  facts: Facts,
  hosts: readonly NicsOfHost[],
  warned: readonly Logged<LogWarning>[],
): readonly Found<NicListDiffersValues>[] {
  const byCount = groupBy(hosts, ({ nics }) => nics.length)
  const [usual] = [...byCount].sort(([a, nics], [b, those]) => those.length - nics.length || b - a)
  const fewer = usual ? hosts.filter(({ nics }) => nics.length < usual[0]) : []
  if (!usual || fewer.length === 0) return []
  const [count, alike] = usual
  const names = fewer.flatMap(({ host }) => (host === undefined ? [] : [host]))
  return [
    {
      severity: 'warning',
      confidence: 'certain',
      concerns: [...names, ...runsOf(facts, names)],
      values: {
        fewer: names,
        usual: count,
        fewest: Math.min(...fewer.map(({ nics }) => nics.length)),
        usualHosts: alike.length,
        missing: missing(alike[0]?.nics ?? [], fewer[0]?.nics ?? []),
      },
      evidence: [...fewer.slice(0, 2), ...alike.slice(0, 1)]
        .map(({ place }) => place)
        .concat(warned.map(({ place }) => place))
        .slice(0, 4),
      explains: ['bandwidth-below-expected', 'slow-node', 'nic-subset'],
    },
  ]
}

const missing = (
  all: readonly { readonly name: string }[],
  some: readonly { readonly name: string }[],
): string[] => all.flatMap(({ name }) => (some.some((nic) => nic.name === name) ? [] : [name]))

/** By job, where the files say which hosts work together; others are then left alone. */
function jobsOf(facts: Facts): readonly (readonly NicsOfHost[])[] {
  const listed = listedNics(facts).filter(({ host }) => host !== undefined)
  const several = communicators(facts).filter(({ hosts }) => hosts.length > 1)
  if (several.length === 0) return [listed]
  const jobs: NicsOfHost[][] = []
  for (const nics of listed) {
    if (!several.some(({ hosts }) => hosts.includes(nics.host as string))) continue
    const job = jobs.find(([first]) => areAlike(facts, first?.host, nics.host))
    if (job) job.push(nics)
    else jobs.push([nics])
  }
  return jobs
}
