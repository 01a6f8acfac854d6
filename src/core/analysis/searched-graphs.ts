/**
 * What NCCL's search found for rings and trees, from the lines "Pattern 4 …" of a log or from a graph file
 * (NCCL_GRAPH_DUMP_FILE): channels, their rate, and the farthest kind of path inside the node. NCCL src/graph/search.cc.
 */
import { threshold } from '../base/threshold.ts'
import { type BytesPerSecond, GBps } from '../base/units.ts'
import type { NcclLog } from '../evidence/nccl-log.ts'
import type { Place } from '../evidence/place.ts'
import { hostOf } from './communicators.ts'
import { computed, evidenceOf } from './facts.ts'
import { hostOfInput } from './hosts.ts'

export interface SearchedGraph {
  /** Whose search it was; undefined among them where a line or a file does not say. */
  readonly hosts: readonly (string | undefined)[]
  readonly from: 'log' | 'file'
  /** 1 balanced tree, 2 split tree, 3 tree, 4 ring; those of NVLS and CollNet are not among them. */
  readonly pattern: number
  readonly channels: number
  /** Of one channel, inside a node. */
  readonly insideRate: BytesPerSecond
  /** "NVL", "PIX", "SYS" */
  readonly inside: string
  /** GPUs of a channel; undefined where the source does not list them. */
  readonly gpus?: number
  /** Channels leave the node; undefined where the source does not say. */
  readonly overNetwork?: boolean
  readonly place: Place
}

export const RING = 4
/** Balanced tree, split tree, tree, ring. */
export const RINGS_AND_TREES: readonly number[] = [1, 2, 3, RING]
/** What NCCL writes into a graph that it could not find. */
const NOT_FOUND = threshold('graph-search-failed.rate', 0.1 * GBps, 'B/s', 'NCCL src/graph/search.cc')
/** Each channel is one ring; a healthy host has 12 to 32. */
export const FEW_CHANNELS = threshold(
  'searched-graphs.few-channels',
  2,
  'count',
  'our choice: two GPUs with a bridge, or hosts with one NIC, have two, eight GPUs with lost links one or two',
)

export const searchedGraphs = computed((facts): readonly SearchedGraph[] =>
  [
    ...evidenceOf(facts, 'nccl-log').flatMap((log) =>
      log.graphs.map(
        ({ value, by, place }): SearchedGraph => ({
          hosts: hostsOf(log, by),
          from: 'log',
          pattern: value.pattern,
          channels: value.channels,
          insideRate: value.bwIntra * GBps,
          inside: value.typeIntra,
          place,
        }),
      ),
    ),
    ...evidenceOf(facts, 'graph-xml').flatMap(({ graphs }) =>
      graphs.map(
        ({ pattern, channels, insideRate, inside, orders, overNetwork, place }): SearchedGraph => ({
          hosts: [hostOfInput(facts, place.input)],
          from: 'file',
          pattern,
          channels,
          insideRate,
          inside,
          ...(orders[0] === undefined ? {} : { gpus: orders[0].length }),
          overNetwork,
          place,
        }),
      ),
    ),
  ].filter(({ pattern }) => RINGS_AND_TREES.includes(pattern)),
)

/** The hosts of those who said a line. */
export const hostsOf = (log: NcclLog, by: readonly number[]): readonly (string | undefined)[] =>
  by.length === 0 ? [undefined] : [...new Set(by.map((speaker) => hostOf(log, speaker)))]

/** The ranks in simple order: what NCCL falls back to where its search found nothing. */
export const isFallback = ({ channels, insideRate }: SearchedGraph): boolean =>
  channels === 1 && insideRate <= NOT_FOUND.value
