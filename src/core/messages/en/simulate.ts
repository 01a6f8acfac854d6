/** English: `ringscope simulate`. */
import type { SimulateTexts } from '../simulate.ts'
import { counted, list, plural } from './phrases/words.ts'

const MOST_NAMES = 4
const listed = (names: readonly string[]): string =>
  names.length <= MOST_NAMES ? list(names) : `${names.slice(0, MOST_NAMES - 1).join(', ')} … ${names.at(-1)}`

export const simulate: SimulateTexts = {
  heads: { winner: 'WINNER', simulated: 'SIMULATED', none: 'NOTHING RUNS' },
  headline: {
    winner: ({ name, seconds, busbw, ofBound }, print) =>
      `${name}: ${print.duration(seconds)}, ${print.rate(busbw)} busbw, ${print.number(100 * ofBound)} % of this graph's bound.`,
    none: ({ collective, topology }) =>
      `none of the requested algorithms can run ${collective} on ${topology}.`,
  },
  labels: {
    machine: 'machine',
    bound: 'bound',
    size: 'size',
    faults: 'injected',
    algorithm: 'algorithm',
    steps: 'steps',
    sent: 'sent/rank',
    time: 'time',
    why: 'why',
    notHere: 'not here',
    bySize: 'by size',
    check: 'check',
    next: 'next',
    preset: 'preset',
    links: 'link',
    carries: 'carries',
    busy: 'busy',
    jitter: 'jitter',
    piped: 'piped',
    file: 'file',
    leftOut: 'left out',
  },
  topology: ({ ranks, links, slowest, fastest, shortest, longest }, print) =>
    links === 0
      ? `${counted(ranks, print, 'rank')}, no links`
      : `${counted(ranks, print, 'rank')}, ${counted(links, print, 'link')} of ${slowest === fastest ? print.rate(slowest) : `${print.number(slowest / 1e9)}-${print.rate(fastest)}`}, ${shortest === longest ? print.duration(shortest) : `${print.duration(shortest)} to ${print.duration(longest)}`} each (model)`,
  rings: ({ count, order, ranks }) =>
    order === 'natural'
      ? `order 0..${ranks - 1}`
      : order === 'given'
        ? count === 1
          ? 'order given'
          : `${count} orders given`
        : `${count} ${plural(count, 'ring')}`,
  certificate: {
    cut: ({ inside, direction, bytes, bandwidth }, print) =>
      `${print.bytes(bytes)} must ${direction === 'out' ? 'leave' : 'reach'} ${listed(inside)} at ${print.rate(bandwidth)}, the tightest cut`,
    groups: ({ groups, each, bytes, bandwidth, size }, print) =>
      `${print.number(bytes / size)} x ${print.bytes(size)} must leave ${groups} ${each === 1 ? 'ranks' : `nodes of ${each} ranks`} at ${print.rate(bandwidth / groups)} each, the tightest cut`,
    latency: ({ from, to }) => `the path from ${from} to ${to}: latency decides, not bytes`,
    nothing: () => 'a single rank has nothing to send',
  },
  why: {
    latency: ({ seconds, share }, print) => `latency: ${print.duration(seconds)} (${print.percent(share)})`,
    'slow-link': ({ link, times }, print) => `slow ${link}: ${print.number(times)} x the time`,
    even: () => 'all links equally busy',
    'more-data': ({ times }, print) => `${print.number(times)} x the data`,
    relayed: ({ pairs, first }) =>
      pairs <= 2 ? `${first.join(', ')} unlinked` : `${pairs} unlinked pairs relayed`,
    'idle-links': ({ share }, print) => `${print.percent(share)} of links idle`,
    'tight-link': ({ link, carries }, print) => `${link} carries ${print.number(carries)} S`,
    waits: ({ busy }, print) => `links at most ${print.percent(busy)} busy`,
  },
  missing: {
    'not-supported': () => 'not supported for this number or shape of ranks',
    'only-if-asked': () => 'only if the switch reduces: --algo in-network',
    'no-way': ({ from, to }) => `no path from ${from} to ${to}`,
    'no-reducer': () => 'no switch here can reduce',
    'ranks-differ': ({ schedule, topology }, print) =>
      `written for ${counted(schedule, print, 'rank')}, not ${print.count(topology)}`,
    'too-large': ({ messages }, print) => `too many messages: ${print.count(messages)}`,
    'too-many-chunks': ({ chunks }, print) => `too many chunks to track: ${print.count(chunks)}`,
    'too-much-work': ({ counted, most }, print) =>
      counted === 'crossings'
        ? `left out: its messages cross more than ${print.count(most)} links`
        : `left out: more than ${print.count(most)} rates of shared links to compute`,
    deadlock: ({ messages }, print) => `${print.count(messages)} messages wait for each other`,
  },
  leftOut: {
    placement: ({ id }) => `${id} with its ranks placed along a ring`,
    pieces: ({ id, pieces }, print) => `${id} in more than ${print.count(pieces)} pieces`,
    cuts: () => 'cuts around several ranks, so the true bound on the time may be higher',
  },
  linksLeftOut: ({ listed, used }, print) =>
    `all but the ${print.count(listed)} busiest of ${print.count(used)} links`,
  alone: 'run one alone to lift these limits: --algo NAME',
  progress: (done, print) =>
    done.by === 'rounds'
      ? `simulating ${done.algorithm}: ${counted(done.steps, print, 'step')}`
      : `simulating ${done.algorithm}: ${print.count(done.messages)} of ${counted(done.of, print, 'message')}, ${counted(done.looks, print, 'rate')}`,
  range: ({ name, upTo, only }, print) =>
    only
      ? `${name} at every size`
      : upTo === undefined
        ? `above: ${name}`
        : `up to ${print.bytes(upTo)}: ${name}`,
  check: ({ busbw, simulated, source }, print) =>
    `measured ${print.rate(busbw)} at the largest sizes: ${print.percent(busbw / simulated)} of the simulated ${print.rate(simulated)} (${source})`,
  faults: {
    slowLink: ({ a, b, share }, print) =>
      share === 0 ? `link ${a}-${b} removed` : `${a}-${b} at ${print.percent(share)} in both directions`,
    slowRank: ({ rank, seconds }, print) => `rank ${rank} enters ${print.duration(seconds)} late`,
    jitter: ({ p99Seconds, rank }, print) =>
      `exponential latency on ${rank === undefined ? 'every message' : `what rank ${rank} sends`}, P99 ${print.duration(p99Seconds)}`,
  },
  repeated: ({ runs, firstSeed, calmSeconds, p50Seconds, p99Seconds, worst }, print) =>
    `P50 ${print.duration(p50Seconds)}, P99 ${print.duration(p99Seconds)} over ${counted(runs, print, 'run')} (seeds ${firstSeed}-${firstSeed + runs - 1}), without jitter ${print.duration(calmSeconds)}, worst ${print.duration(worst.seconds)} with seed ${worst.seed}`,
  draw: {
    title: 'what each rank sends, and how many contributions each of its chunks then contains',
    legend: '3+>1: chunk 3 is added at rank 1; 3>1: it is copied; #: the final value; -: nothing yet',
    step: 'step',
    tooLarge: ({ most }) => `drawings show at most ${most} ranks and ${most} chunks`,
  },
}
