/** English: `ringscope perf`. */
import type { PerfRemark } from '../../evidence/perf-run.ts'
import type { PerfTexts } from '../perf.ts'
import { counted, list, plural } from './phrases/words.ts'

/** What carries the data. */
function carried({ transport, carrier, hostCount }: Parameters<PerfTexts['head']>[0]): string {
  const where = hostCount === 1 ? 'one machine' : `${hostCount} hosts`
  switch (carrier) {
    case 'memory':
      return transport === 'threads'
        ? 'CPU memory, between threads of one machine'
        : 'memory shared by processes of one machine (no payload goes over TCP)'
    case 'sockets':
      return `TCP sockets, between processes of ${where}`
    case 'mpi':
      return `MPI, between ranks on ${where}`
  }
}

/** One copies alone. */
const several = (ranks: number): string => (ranks === 1 ? '1 rank' : `${ranks} ranks at once`)

/** No schedule is that far from what its messages take. */
const FIT_DISTURBED = 1

const REMARKS: Readonly<Record<PerfRemark['id'], (values: PerfRemark) => string>> = {
  'ucx-without-cache': ({ ranks }) =>
    `${plural(ranks.length, 'rank')} ${list(ranks.map(String))}: UCX runs without its registration cache (UCX_MEM_EVENTS=n), because it would have corrupted the heap of the process. Large messages over InfiniBand may be slower than MPI can send them. About one process in 32 is affected, a different one at each start`,
}

export const perf: PerfTexts = {
  head: (run) => `this measures ${carried(run)}. Neither a GPU nor NCCL is involved.`,
  limit: ({ kind, bytes, bytesPerSecond, aloneBytesPerSecond: alone, ranks }, print) => {
    switch (kind) {
      case 'memory':
        return `memory ${print.rate(bytesPerSecond)}: ${several(ranks)}, c = a + b on ${print.bytes(bytes)} each, counting reads and writes`
      case 'socket':
        return `socket ${print.rate(bytesPerSecond)}: raw sockets, each of ${ranks} ranks sending to the next and receiving from the previous one at once, ${print.bytes(bytes)}${alone === undefined ? '' : `; a single stream reaches ${print.rate(alone)}`}`
      case 'fabric':
        return `fabric ${print.rate(bytesPerSecond)}: MPI_Sendrecv, each of ${ranks} ranks sending to the next and receiving from the previous one at once, ${print.bytes(bytes)}`
    }
  },
  disturbed: ({ kind, rank, seconds = 0, share = 1 }, print) =>
    kind === 'delay'
      ? `injected: rank ${rank} enters every collective ${print.duration(seconds)} late`
      : `injected: rank ${rank} is slowed down to ${print.percent(share)} of its rate`,
  remark: (values) => REMARKS[values.id](values),
  oneOfSeveral: ({ processes }, print) =>
    `A launcher started ${print.count(processes)} processes, but each of them measured only its own threads. Use --transport mpi or tcp to measure between them.\n`,
  stopped: ({ rows }, print) => `stopped: ${counted(rows, print, 'row')} measured`,
  perSize: ({ iterations, ranks }, print) =>
    `times in us over ${counted(iterations, print, 'iteration')}, of the slowest of ${counted(ranks, print, 'rank')}; transfer = time of the fastest rank, waiting = the rest; limit = what the machine allows`,
  pairs: {
    head: (pairs, print) =>
      `every pair of ${counted(pairs.ranks, print, 'rank')}, one stream of ${print.bytes(pairs.bytes)} messages in each direction in turn: this measures ${carried(pairs)}. Neither a GPU nor NCCL is involved.`,
    rate: 'GB/s from the rank on the left to the rank at the top',
    latency: 'latency in us (half the round trip of 8 bytes)',
    slow: ({ from, to, bytesPerSecond, median }, print) =>
      `${from} -> ${to} is slow: ${print.rate(bytesPerSecond)}, while the median of all pairs is ${print.rate(median)}`,
    even: ({ lowest, highest, few }, print) =>
      `${few ? 'too few ranks for a pair to stand out' : 'no pair stands out'}: ${print.rate(lowest)} to ${print.rate(highest)}`,
    mark: '<',
  },
  simulated: {
    head: ({ latencySeconds, bytesPerSecond, rankBytesPerSecond, allBytesPerSecond }, print) =>
      `measured times (p50, in-place where available) compared with a simulation of the same schedule, fitted to this run: a message takes ${print.duration(latencySeconds)} and then flows at ${print.rate(bytesPerSecond)} (medians over pairs), a rank moves ${print.rate(rankBytesPerSecond)} in both directions together, and all ranks move ${print.rate(allBytesPerSecond)}`,
    withoutMessages: ({ ids }) =>
      `only algorithms that send messages can be recorded and simulated; ${list(ids)} ${plural(ids.length, 'sends', 'send')} none`,
    recorded: ({ path, algorithm, bytes, seconds }, print) =>
      `${path}: one run of ${print.bytes(bytes)} with ${algorithm}, ${print.duration(seconds)}, for ui.perfetto.dev`,
    columns: {
      size: 'size',
      measured: 'measured',
      simulated: 'simulated',
      off: 'off by',
      algorithm: 'algorithm',
    },
    mean: ({ share, sizes }, print) =>
      `off by ${print.percent(share)} on average over ${counted(sizes, print, 'row')}${share > FIT_DISTURBED ? ': most likely another process used the cores while messages were timed, or ranks share cores. Rerun with no more ranks than idle cores' : ''}`,
  },
  rendezvous: ({ ranks, at }, print) =>
    `waiting for all ${print.count(ranks)} ranks to connect${at === undefined ? '' : ` at ${at}`}`,
  progress: ({ bytes, algorithm, at, of }, print) =>
    `${print.bytes(bytes)} with ${algorithm} (${at} of ${of})`,
}
