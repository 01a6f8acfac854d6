/**
 * What NCCL's search found (NCCL_DEBUG_SUBSYS=GRAPH; NCCL src/graph/search.cc), and what follows from it: channels, NVLS,
 * CPU affinity (src/init.cc).
 */
import type { LogAffinity, LogChannels, LogNvls } from '../../evidence/nccl-log.ts'
import type { LogGraph } from '../../evidence/nccl-log-topology.ts'
import { copy } from '../../text/copy.ts'
import { distinct } from './distinct.ts'
import type { LineKind, LogLine, PlaceOf } from './line.ts'

/** Graphs, channels, NVLS, affinity: each function gives what was read so far. */
export function graphReader(placeOf: PlaceOf) {
  const { values, unlessRepeated } = distinct(placeOf)
  const graphs = values<LogGraph>()
  const failed = values<number>()
  const channels = values<LogChannels>()
  const nvls = values<LogNvls>()
  const affinities = values<LogAffinity>()

  const kinds: readonly LineKind[] = [
    { starts: 'Pattern ', read: unlessRepeated(readGraph) },
    { starts: 'Could not find a path for pattern ', read: unlessRepeated(readFailure) },
    { starts: 'NVLS multicast support', read: unlessRepeated(readNvls) },
    { starts: 'Failed to bind NVLink SHARP', read: unlessRepeated(readNvls) },
    { starts: 'Setting affinity for GPU ', read: unlessRepeated(readAffinity) },
    ...'123456789'.split('').map((starts) => ({ starts, read: unlessRepeated(readChannels) })),
    { starts: '0 coll channels', read: unlessRepeated(readChannels) },
  ]
  return {
    kinds,
    graphs: graphs.all,
    failed: failed.all,
    channels: channels.all,
    nvls: nvls.all,
    affinities: affinities.all,
  }

  function readGraph(line: LogLine): void {
    const [graph, pattern, crossNic, count, intra, inter, typeIntra = '', typeInter = ''] =
      /^Pattern (\d+), crossNic (\d+), nChannels (\d+), (?:bw|speed) ([\d.]+)\/([\d.]+), (?:nvlink \d+, )?type (\w+)\/(\w+)/.exec(
        line.message,
      ) ?? []
    if (graph === undefined) return
    graphs.add(graph, line, () => ({
      pattern: Number(pattern),
      crossNic: Number(crossNic),
      channels: Number(count),
      bwIntra: Number(intra),
      bwInter: Number(inter),
      typeIntra: copy(typeIntra),
      typeInter: copy(typeInter),
    }))
  }

  function readFailure(line: LogLine): void {
    const pattern = /^Could not find a path for pattern (\d+), falling back/.exec(line.message)?.[1]
    if (pattern !== undefined) failed.add(pattern, line, () => Number(pattern))
  }

  /** 24 coll channels, 0 collnet channels, 16 nvls channels, 32 p2p channels, 32 p2p channels per peer */
  function readChannels(line: LogLine): void {
    const [counts, collective, collnet, multicast, p2p] =
      /^(\d+) coll channels,(?: (\d+) collnet channels,)?(?: (\d+) nvls channels,)?(?: (\d+) p2p channels)?/.exec(
        line.message,
      ) ?? []
    if (counts === undefined) return
    channels.add(counts, line, () => ({
      collective: Number(collective),
      ...(collnet === undefined ? {} : { collnet: Number(collnet) }),
      ...(multicast === undefined ? {} : { nvls: Number(multicast) }),
      ...(p2p === undefined ? {} : { p2p: Number(p2p) }),
    }))
  }

  function readNvls(line: LogLine): void {
    const device = /on dev (\d+)/.exec(line.message)?.[1]
    const available = !/not available|Failed/.test(line.message)
    nvls.add(`${available}`, line, () => ({
      available,
      ...(device === undefined ? {} : { device: Number(device) }),
    }))
  }

  function readAffinity(line: LogLine): void {
    const [, gpu, mask = ''] = /^Setting affinity for GPU (\d+) to ([\da-f,-]+)\s*$/i.exec(line.message) ?? []
    if (mask === '') return
    affinities.add(`${gpu} ${mask}`, line, () => ({
      gpu: Number(gpu),
      mask: copy(mask),
      cores: coresIn(mask),
    }))
  }
}

/** Bits of "ff,ffffc000,000ffff"; newer versions print ranges: "0-27,56-83". */
export function coresIn(mask: string): number {
  const parts = mask.split(',')
  if (mask.includes('-') || parts.slice(1).some((part) => part.length < 7))
    return parts.reduce((sum, part) => {
      const [from = 0, to = from] = part.split('-').map(Number)
      return sum + Math.max(0, to - from + 1)
    }, 0)
  return [...parts.join('')].reduce((sum, digit) => sum + (BITS[Number.parseInt(digit, 16)] ?? 0), 0)
}

/** How many bits are set in a hexadecimal digit. */
const BITS = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]
