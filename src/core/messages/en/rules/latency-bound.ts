/** English: latency-bound. */
import type { LatencyBoundValues } from '../../../rules/number/latency-bound.ts'
import type { RuleText } from '../../rule-text.ts'

export const latencyBound: RuleText<LatencyBoundValues> = {
  name: 'sizes that are bound by latency, not bandwidth',
  about:
    'Info. Sizes whose time is within 1.5 times that of the smallest size. Low bandwidth at these sizes is not a fault.',

  title: ({ collective, from, to, seconds, upTo }, print) =>
    `From ${print.bytes(from)} to ${print.bytes(to)}, ${collective} takes ${span(print.duration(seconds), print.duration(upTo))}: these sizes are bound by latency, not bandwidth`,
  detail: ({ halfBytes }, print) =>
    `busbw is not meaningful at these sizes.${halfBytes === undefined ? '' : ` According to a fit of latency and bandwidth, about ${print.bytes(rounded(halfBytes))} are needed for half of the bandwidth.`} In a job, each small call costs this time.`,
  actions: () => ['Combine small tensors into larger buckets to make fewer calls'],
  explained: {
    knownBy: 'Times that stay within 1.5 times the smallest size’s time.',
    costs: 'Each small call costs that time, regardless of its size.',
    todo: 'Make fewer, larger calls: use larger buckets.',
    verify: 'The job makes fewer calls for the same bytes.',
  },
}

/** A fitted size is no exact one: the nearest power of two. */
const rounded = (bytes: number): number => 2 ** Math.round(Math.log2(bytes))

/** One time, or the shortest and the longest. */
const span = (from: string, to: string): string => (from === to ? from : `${from} to ${to}`)
