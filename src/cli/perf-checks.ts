/** What is wrong with the options of `perf` together although each can be read: found before any rank is started. */
import type { CollectiveName } from '../core/collectives/names.ts'
import type { Problem } from '../core/messages/cli.ts'
import { algorithmNamed, algorithmsOf } from '../core/schedules/algorithms/index.ts'
import {
  hasRoot,
  MOST_SIZES,
  mostMemoryBytes,
  type PerfOptions,
  perfMemoryBytes,
  reduces,
  sizesOf,
} from '../run/perf/options.ts'
import { canRun } from '../run/plan/auto.ts'
import type { PerfArguments, PerfRequest } from './perf-request.ts'

/** What each transport carries out by itself, without messages; every schedule runs on all of them. */
export const NATIVE: Readonly<Record<PerfRequest['transport'], readonly string[]>> = {
  threads: ['direct'],
  tcp: [],
  mpi: ['mpi'],
}

/** Where processes share their memory, what threads do. */
export const nativeOf = (transport: PerfRequest['transport']): readonly string[] =>
  transport === 'tcp' && process.env.RINGSCOPE_SHARED_MEMORY === '1' ? NATIVE.threads : NATIVE[transport]

/** Threads or processes that are started on one machine (launch/launch.ts). */
const MOST_RANKS = 256
const MOST_ITERATIONS = 1_000_000

/** Of every pair one latency and one rate: no sizes, types or algorithms take part. */
const NOT_WITH_PAIRS = {
  ...{ b: '-b', e: '-e', f: '-f', i: '-i', w: '-w', m: '-m', c: '-c', d: '-d', o: '-o', r: '-r', a: '-a' },
  ...{ z: '-z', I: '-I', J: '-J', algo: '--algo', delay: '--delay', throttle: '--throttle' },
  ...{ timeline: '--timeline', report: '--report' },
} as const

/** Options that exclude each other, or mean nothing for the collective. */
export function exclusionIn(collective: CollectiveName, args: PerfArguments): Problem | undefined {
  if (args.pairs)
    for (const [key, option] of Object.entries(NOT_WITH_PAIRS))
      if (args[key as keyof typeof NOT_WITH_PAIRS] !== undefined)
        return { id: 'options-exclude', values: { option: '--pairs', other: option } }
  const useless = (option: string): Problem => ({
    id: 'option-without-effect',
    values: { option, collective },
  })
  if (args.o !== undefined && !reduces(collective)) return useless('-o')
  if (args.r !== undefined && !hasRoot(collective)) return useless('-r')
  return undefined
}

export function perfProblem(request: PerfRequest, { pairs, g }: PerfArguments): Problem | undefined {
  const { options, ranks, transport } = request
  const { root, disturbed, iterations } = options
  if (g !== undefined && transport !== 'mpi' && ranks > MOST_RANKS)
    return { id: 'value-too-large', values: { option: '-g', seen: ranks, most: MOST_RANKS } }
  if ((pairs || options.timeline) && ranks < 2)
    return { id: 'option-needs', values: { option: pairs ? '--pairs' : '--timeline', needs: '-g 2' } }
  if (iterations > MOST_ITERATIONS)
    return { id: 'value-too-large', values: { option: '-n', seen: iterations, most: MOST_ITERATIONS } }
  const unknown = (option: string, seen: number): Problem => ({
    id: 'rank-unknown',
    values: { option, seen, ranks },
  })
  if (root !== 'all' && root >= ranks) return unknown('-r', root)
  for (const { kind, rank } of disturbed) if (rank >= ranks) return unknown(`--${kind}`, rank)
  return pairs ? undefined : (algorithmProblem(request) ?? sizeProblem(request))
}

function algorithmProblem({ options, ranks, transport }: PerfRequest): Problem | undefined {
  const { collective, algorithms, root, timeline } = options
  const known = algorithmsOf(collective)
    .filter((algorithm) => canRun(algorithm, { ranks, root: root === 'all' ? 0 : root }))
    .map(({ id }) => id)
  for (const algorithm of algorithms) {
    const native = nativeOf(transport).includes(algorithm)
    if (algorithmNamed(collective, algorithm) && !known.includes(algorithm))
      return {
        id: 'perf-algorithm',
        values: { algorithm, collective, ranks, known: [...nativeOf(transport), ...known] },
      }
    if (native && timeline) return { id: 'perf-timeline-native', values: { algorithm, known } }
  }
  return undefined
}

function sizeProblem({ options, ranks, transport }: PerfRequest): Problem | undefined {
  if (rowCount(options, ranks) > MOST_SIZES) return { id: 'perf-rows-too-many', values: { most: MOST_SIZES } }
  const wantedBytes = perfMemoryBytes(options, ranks, transport)
  const mostBytes = mostMemoryBytes(ranks, transport)
  return wantedBytes > mostBytes
    ? { id: 'perf-memory', values: { wantedBytes, mostBytes, ranks, transport } }
    : undefined
}

function rowCount(options: PerfOptions, ranks: number): number {
  const { collective, algorithms, root } = options
  const roots = hasRoot(collective) && root === 'all' ? ranks : 1
  const each = algorithms.includes('all') ? algorithmsOf(collective).length + 1 : algorithms.length
  return sizesOf(options, ranks).length * roots * each
}
