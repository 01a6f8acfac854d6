/**
 * Hosts of one job list different numbers of NICs: the one with fewer holds back every ring through it. Each rank prints
 * "NET/IB : Using …"; since 2.30 NCCL warns itself. Source: docs/diagnosis.md, What NCCL's log tells.
 */

import { communicators } from '../../analysis/communicators.ts'
import { runsOf } from '../../analysis/concerned.ts'
import { evidenceOf, type Facts } from '../../analysis/facts.ts'
import { listedNics } from '../../analysis/nics-of-hosts.ts'
import { groupBy } from '../../base/group-by.ts'
import { type Found, rule } from '../rule.ts'

const SAID = /mixed local Net device counts across ranks \(min (\d+), max (\d+)\)/i

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
    const hosts = listedNics(facts).filter(({ host }) => host !== undefined && inOneJob(facts, host))
    const byCount = groupBy(hosts, ({ nics }) => nics.length)
    const [usual] = [...byCount].sort(([a, its], [b, those]) => those.length - its.length || b - a)
    const warned = evidenceOf(facts, 'nccl-log').flatMap(({ warnings }) =>
      warnings.filter(({ value }) => SAID.test(value.text)),
    )
    const fewer = usual ? hosts.filter(({ nics }) => nics.length < usual[0]) : []
    if (!usual || fewer.length === 0) {
      const [first] = warned
      const [, fewest, most] = SAID.exec(first?.value.text ?? '') ?? []
      if (!first) return []
      return [
        {
          severity: 'warning',
          confidence: 'certain',
          values: { fewer: [], usual: Number(most), fewest: Number(fewest), usualHosts: 0, missing: [] },
          evidence: [first.place],
          explains: ['bandwidth-below-expected'],
        },
      ]
    }
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
  },
  looked: (facts) => listedNics(facts).filter(({ host }) => host !== undefined).length > 1,
})

const missing = (
  all: readonly { readonly name: string }[],
  some: readonly { readonly name: string }[],
): string[] => all.flatMap(({ name }) => (some.some((nic) => nic.name === name) ? [] : [name]))

/** Where the files say which hosts work together, others are left alone. */
function inOneJob(facts: Facts, host: string): boolean {
  const several = communicators(facts).filter(({ hosts }) => hosts.length > 1)
  return several.length === 0 || several.some(({ hosts }) => hosts.includes(host))
}
