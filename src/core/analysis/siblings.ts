/** Several hosts' tables of the same test: how far each lies from the median of all. Needs no expectation. */

import { median, medianAbsoluteDeviation } from 'simple-statistics'
import { groupBy } from '../base/group-by.ts'
import { threshold } from '../base/threshold.ts'
import { computed } from './facts.ts'
import { judgeableSeries } from './judgeable.ts'
import type { Point, Series } from './series.ts'

const FEWEST_HOSTS = threshold(
  'siblings.hosts',
  3,
  'count',
  'our choice: with two hosts nothing says which of them is the slow one',
)
/** Standard deviations of a normal distribution in one median absolute deviation. */
const DEVIATIONS = 1.4826

export interface Sibling {
  readonly series: Series
  readonly host: string
  /** At the largest size that all have. */
  readonly point: Point
  /** Median busbw (GB/s) of all hosts: a single slow one does not move it. */
  readonly middle: number
  /** Spread of the other hosts, as a standard deviation. */
  readonly spread: number
  readonly hosts: number
  /** busbw / middle - 1: -0.3 is 30 % below. */
  readonly fromSiblings: number
}

export const siblings = computed((facts): readonly Sibling[] => {
  const single = judgeableSeries(facts).flatMap((series) => {
    const [host, more] = series.hosts
    return host !== undefined && more === undefined ? [{ series, host }] : []
  })
  return [...groupBy(single, ({ series }) => testOf(series)).values()].flatMap((same) => {
    // Of several runs on one host the last: it is what the host gives now.
    const hosts = [...groupBy(same, ({ host }) => host).values()].flatMap((ofHost) => ofHost.slice(-1))
    const sizes = hosts.map(({ series }) => new Set(series.points.map(({ bytes }) => bytes)))
    const common = [...(sizes[0] ?? [])].filter((bytes) => sizes.every((size) => size.has(bytes)))
    const bytes = Math.max(...common)
    if (hosts.length < FEWEST_HOSTS.value || common.length === 0) return []
    const at = hosts.flatMap((ofHost) => {
      const point = ofHost.series.points.find((candidate) => candidate.bytes === bytes)
      return point ? [{ ...ofHost, point }] : []
    })
    const middle = median(at.map(({ point }) => point.busbw))
    return at.map((ofHost) => {
      const rest = at.filter((other) => other !== ofHost).map(({ point }) => point.busbw)
      const spread = DEVIATIONS * medianAbsoluteDeviation(rest)
      return { ...ofHost, middle, spread, hosts: at.length, fromSiblings: ofHost.point.busbw / middle - 1 }
    })
  })
})

function testOf({ collective, operation, type, redop, ranks, benchmarks }: Series): string {
  const models = new Set(benchmarks.flatMap(({ devices }) => devices.map(({ name }) => name)))
  return JSON.stringify([
    collective ?? operation,
    type,
    redop,
    ranks,
    [...models].sort((a, b) => (a < b ? -1 : 1)),
  ])
}
