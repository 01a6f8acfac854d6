/** English: `ringscope simulate`. */
import type { SimulateTexts } from '../simulate.ts'

const MOST_NAMES = 4
const listed = (names: readonly string[]): string =>
  names.length <= MOST_NAMES
    ? names.join(', ')
    : `${names.slice(0, MOST_NAMES - 1).join(', ')} … ${names.at(-1)}`

export const simulate: SimulateTexts = {
  heads: { winner: 'WINNER', simulated: 'SIMULATED', none: 'NOTHING RUNS' },
  headline: {
    winner: ({ name, seconds, busbw, ofBound }, print) =>
      `${name}: ${print.duration(seconds)}, ${print.rate(busbw)} busbw, ${print.number(100 * ofBound)} % of this graph's bound.`,
    none: ({ collective, topology }) => `no algorithm asked for runs ${collective} on ${topology}.`,
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
      ? `${ranks} rank, no link`
      : `${print.count(ranks)} ranks, ${print.count(links)} links of ${slowest === fastest ? print.rate(slowest) : `${print.number(slowest / 1e9)}-${print.rate(fastest)}`}, ${shortest === longest ? print.duration(shortest) : `${print.duration(shortest)} to ${print.duration(longest)}`} each (model)`,
  rings: ({ count, order, ranks }) =>
    order === 'natural'
      ? `order 0..${ranks - 1}`
      : order === 'given'
        ? count === 1
          ? 'order given'
          : `${count} orders given`
        : count === 1
          ? '1 ring'
          : `${count} rings`,
  certificate: {
    cut: ({ inside, direction, bytes, bandwidth }, print) =>
      `${print.bytes(bytes)} must ${direction === 'out' ? 'leave' : 'reach'} ${listed(inside)} at ${print.rate(bandwidth)}; no cut is tighter`,
    groups: ({ groups, each, bytes, bandwidth, size }, print) =>
      `${print.number(bytes / size)} x ${print.bytes(size)} must leave ${groups} ${each === 1 ? 'ranks' : `nodes of ${each} ranks`} at ${print.rate(bandwidth / groups)} each; no cut is tighter`,
    latency: ({ from, to }) => `the way from ${from} to ${to}: latency decides, not bytes`,
    nothing: () => 'one rank has nothing to send',
  },
  why: {
    latency: ({ seconds, share }, print) => `latency: ${print.duration(seconds)} (${print.percent(share)})`,
    'slow-link': ({ link, times }, print) => `slow ${link}: ${print.number(times)} x the time`,
    even: () => 'all links equally full',
    'more-data': ({ times }, print) => `${print.number(times)} x the data`,
    relayed: ({ pairs, first }) =>
      pairs <= 2 ? `${first.join(', ')} unlinked` : `${pairs} unlinked pairs relayed`,
    'idle-links': ({ share }, print) => `${print.percent(share)} of links idle`,
    'tight-link': ({ link, carries }, print) => `${link} carries ${print.number(carries)} S`,
    waits: ({ busy }, print) => `links busy ${print.percent(busy)} at most`,
  },
  missing: {
    'not-supported': () => 'not for this number or shape of ranks',
    'only-if-asked': () => 'if the switch added: --algo in-network',
    'no-way': ({ from, to }) => `no way from ${from} to ${to}`,
    'no-reducer': () => 'no switch here adds',
    'ranks-differ': ({ schedule, topology }) => `made for ${schedule} ranks, not ${topology}`,
    'too-large': ({ messages }, print) => `${print.count(messages)} messages: too many`,
    'too-many-chunks': ({ chunks }, print) => `${print.count(chunks)} chunks to follow: too many`,
    'too-much-work': ({ counted, most }, print) =>
      counted === 'crossings'
        ? `left out: its messages pass more than ${print.count(most)} links`
        : `left out: more than ${print.count(most)} rates of shared links to work out`,
    deadlock: ({ messages }, print) => `${print.count(messages)} messages wait for each other`,
  },
  leftOut: {
    placement: ({ id }) => `${id} with its ranks placed along a ring`,
    pieces: ({ id, pieces }) => `${id} in more than ${pieces} pieces`,
    cuts: () => 'cuts around several ranks, so that the bound may lie higher',
  },
  linksLeftOut: ({ listed, used }, print) =>
    `links but the ${print.count(listed)} fullest of ${print.count(used)}`,
  alone: 'alone each may take what it needs: --algo NAME',
  progress: (its, print) =>
    its.by === 'rounds'
      ? `simulating ${its.algorithm}: ${print.count(its.steps)} steps`
      : `simulating ${its.algorithm}: ${print.count(its.messages)} of ${print.count(its.of)} messages, ${print.count(its.looks)} rates`,
  range: ({ name, upTo, only }, print) =>
    only
      ? `${name} at every size`
      : upTo === undefined
        ? `above: ${name}`
        : `up to ${print.bytes(upTo)} ${name}`,
  check: ({ busbw, simulated, source }, print) =>
    `measured ${print.rate(busbw)} at the largest sizes: ${print.percent(busbw / simulated)} of the simulated ${print.rate(simulated)} (${source})`,
  faults: {
    slowLink: ({ a, b, share }, print) =>
      share === 0 ? `no link ${a}-${b}` : `${a}-${b} at ${print.percent(share)}, both ways`,
    slowRank: ({ rank, seconds }, print) => `rank ${rank} enters ${print.duration(seconds)} late`,
    jitter: ({ p99Seconds, rank }, print) =>
      `exponential latency on ${rank === undefined ? 'every message' : `what rank ${rank} sends`}, P99 ${print.duration(p99Seconds)}`,
  },
  repeated: ({ runs, firstSeed, calmSeconds, p50Seconds, p99Seconds, worst }, print) =>
    `P50 ${print.duration(p50Seconds)}, P99 ${print.duration(p99Seconds)} of ${runs} runs (seeds ${firstSeed}-${firstSeed + runs - 1}); without ${print.duration(calmSeconds)}; worst ${print.duration(worst.seconds)} with seed ${worst.seed}`,
  draw: {
    title: 'what each rank sends, and how many contributions each of its chunks then holds',
    legend: '3+>1: chunk 3 is added at rank 1; 3>1: copied; # as the rank is owed it; - nothing yet',
    step: 'step',
    tooLarge: ({ most }) => `drawn up to ${most} ranks and ${most} chunks`,
  },
}
