/** English: latency-bound. */
import type { LatencyBoundValues } from '../../../rules/number/latency-bound.ts'
import type { RuleText } from '../../rule-text.ts'

export const latencyBound: RuleText<LatencyBoundValues> = {
  name: 'sizes where latency counts and bandwidth says nothing',
  about:
    'Info. Sizes whose time is within 1.5 times that of the smallest size. Low bandwidth there is no fault.',

  title: ({ collective, from, to, seconds, upTo }, print) =>
    `From ${print.bytes(from)} to ${print.bytes(to)} ${collective} takes ${span(print.duration(seconds), print.duration(upTo))}: latency counts there, not bandwidth`,
  detail: ({ halfBytes }, print) =>
    `busbw says nothing there.${halfBytes === undefined ? '' : ` A fit of latency and bandwidth puts half of the bandwidth at about ${print.bytes(rounded(halfBytes))}.`} Many small calls in a job cost this time each.`,
  actions: () => ['Join small tensors into larger buckets, so that fewer calls are made'],
  explained: {
    knownBy: 'Times that stay within 1.5 times the smallest size’s time.',
    costs: 'Each small call costs that time, whatever it carries.',
    todo: 'Fewer and larger calls: larger buckets.',
    verify: 'The job makes fewer calls for the same bytes.',
  },
}

/** A fitted size is no exact one: the nearest power of two. */
const rounded = (bytes: number): number => 2 ** Math.round(Math.log2(bytes))

/** One time, or the shortest and the longest. */
const span = (from: string, to: string): string => (from === to ? from : `${from} to ${to}`)
