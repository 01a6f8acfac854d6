/** English: `ringscope perf`. */
import type { PerfRemark } from '../../evidence/perf-run.ts'
import type { PerfTexts } from '../perf.ts'

/** What carries the data. */
function carried({ transport, carrier, hostCount }: Parameters<PerfTexts['head']>[0]): string {
  const where = hostCount === 1 ? 'one machine' : `${hostCount} hosts`
  switch (carrier) {
    case 'memory':
      return transport === 'threads'
        ? 'CPU memory, between threads of one machine'
        : 'CPU memory that processes of one machine share: no payload goes over TCP'
    case 'sockets':
      return `TCP sockets, between processes of ${where}`
    case 'mpi':
      return `what MPI drives, between ranks on ${where}`
  }
}

/** One copies alone. */
const several = (ranks: number): string => (ranks === 1 ? '1 rank' : `${ranks} ranks at once`)

/** No schedule is that far from what its messages take. */
const FIT_DISTURBED = 1

const REMARKS: Readonly<Record<PerfRemark['id'], (its: PerfRemark) => string>> = {
  'ucx-without-cache': ({ ranks }) =>
    `${ranks.length === 1 ? 'rank' : 'ranks'} ${ranks.join(', ')}: UCX runs without its cache of registered memory (UCX_MEM_EVENTS=n), or it would have damaged the heap of the process; over InfiniBand large messages may be slower than MPI can send them. About one process in 32 needs this; at the next start it is another`,
}

export const perf: PerfTexts = {
  head: (its) => `this measures ${carried(its)}. No GPU and no NCCL take part.`,
  limit: ({ kind, bytes, bytesPerSecond, aloneBytesPerSecond: alone, ranks }, print) => {
    switch (kind) {
      case 'memory':
        return `memory ${print.rate(bytesPerSecond)}: ${several(ranks)}, c = a + b on ${print.bytes(bytes)} each, read and written`
      case 'socket':
        return `socket ${print.rate(bytesPerSecond)}: raw sockets, each of ${ranks} ranks to the next and from the one before at once, ${print.bytes(bytes)}${alone === undefined ? '' : `; one stream alone ${print.rate(alone)}`}`
      case 'fabric':
        return `fabric ${print.rate(bytesPerSecond)}: MPI_Sendrecv, each of ${ranks} ranks to the next and from the one before at once, ${print.bytes(bytes)}`
    }
  },
  disturbed: ({ kind, rank, seconds = 0, share = 1 }, print) =>
    kind === 'delay'
      ? `on purpose: rank ${rank} comes ${print.duration(seconds)} late to every collective`
      : `on purpose: rank ${rank} is slowed down to ${print.percent(share)} of its rate`,
  remark: (its) => REMARKS[its.id](its),
  oneOfSeveral: ({ processes }, print) =>
    `This process is one of ${print.count(processes)} that a launcher has started, and measured threads of its own: --transport mpi or tcp measures between them.\n`,
  stopped: ({ rows }) => `stopped: ${rows} ${rows === 1 ? 'row' : 'rows'} measured`,
  perSize: ({ iterations, ranks }, print) =>
    `times in us over ${print.count(iterations)} ${iterations === 1 ? 'iteration' : 'iterations'} of the slowest of ${ranks} ${ranks === 1 ? 'rank' : 'ranks'}; transfer = the fastest rank's, waiting = the rest; limit = what the machine allows`,
  pairs: {
    head: (its, print) =>
      `every pair of ${its.ranks} ranks, one stream of messages of ${print.bytes(its.bytes)} each way in turn: this measures ${carried(its)}. No GPU and no NCCL take part.`,
    rate: 'GB/s from the rank at the left to the rank above',
    latency: 'latency in us (half of the round trip of 8 bytes)',
    slow: ({ from, to, bytesPerSecond, median }, print) =>
      `${from} -> ${to} is slow: ${print.rate(bytesPerSecond)}, the median of all pairs is ${print.rate(median)}`,
    even: ({ lowest, highest, few }, print) =>
      `${few ? 'too few ranks for a pair to stand out' : 'no pair stands out'}: ${print.rate(lowest)} to ${print.rate(highest)}`,
    mark: '<',
  },
  simulated: {
    head: ({ latencySeconds, bytesPerSecond, rankBytesPerSecond, allBytesPerSecond }, print) =>
      `measured (p50, in place where there is that) beside the simulation of the same schedule, fitted from this run: a message takes ${print.duration(latencySeconds)} and goes at ${print.rate(bytesPerSecond)} (medians over pairs), a rank moves ${print.rate(rankBytesPerSecond)} both ways together, all ranks ${print.rate(allBytesPerSecond)}`,
    withoutMessages: ({ ids }) =>
      `only by algorithms that send messages; ${ids.join(', ')} sends none, so there is nothing to record or to simulate`,
    recorded: ({ path, algorithm, bytes, seconds }, print) =>
      `${path}: one run of ${print.bytes(bytes)} by ${algorithm}, ${print.duration(seconds)}, for ui.perfetto.dev`,
    columns: {
      size: 'size',
      measured: 'measured',
      simulated: 'simulated',
      off: 'off by',
      algorithm: 'algorithm',
    },
    mean: ({ share, sizes }, print) =>
      `off by ${print.percent(share)} in the mean over ${sizes} ${sizes === 1 ? 'row' : 'rows'}${share > FIT_DISTURBED ? ': most likely something else held the cores while messages were timed, or ranks share them; run again with no more ranks than idle cores' : ''}`,
  },
  meeting: ({ ranks, at }, print) =>
    `waiting until all ${print.count(ranks)} ranks have met${at === undefined ? '' : ` at ${at}`}`,
  progress: ({ bytes, algorithm, at, of }, print) => `${print.bytes(bytes)} by ${algorithm} (${at} of ${of})`,
}
