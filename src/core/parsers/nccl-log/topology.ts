/**
 * The topology and the graphs (NCCL_DEBUG_SUBSYS=GRAPH; NCCL src/graph/topo.cc, paths.cc, search.cc), and what follows
 * from them: channels, NVLS, CPU affinity.
 */
import type { LogAffinity, LogChannels, LogNvls } from '../../evidence/nccl-log.ts'
import type { LogGraph, LogLink, LogRoute } from '../../evidence/nccl-log-topology.ts'
import { sayings } from './distinct.ts'
import { copy, type LineKind, type LogLine, type PlaceOf } from './line.ts'

export function topologyReader(placeOf: PlaceOf) {
  const said = sayings(placeOf)
  const graphs = said.gathered<LogGraph>()
  const failed = said.gathered<number>()
  const links = said.gathered<LogLink>()
  const routes = said.gathered<readonly LogRoute[]>()
  const channels = said.gathered<LogChannels>()
  const nvls = said.gathered<LogNvls>()
  const affinities = said.gathered<LogAffinity>()

  const kinds: readonly LineKind[] = [
    { starts: 'Pattern ', read: said.alike(graph) },
    { starts: 'Could not find a path for pattern ', read: said.alike(failure) },
    { starts: '=== System', read: ({ thread }) => thread.above.splice(0) },
    { starts: 'CPU/', read: (line) => (line.message.includes(' (0/') ? route(line) : cpu(line)) },
    { starts: '+ ', read: link },
    { starts: ' ', read: link },
    ...['GPU/', 'NET/', 'NVS/', 'PCI/', 'NIC/'].map((starts) => ({ starts, read: said.alike(route) })),
    { starts: 'NVLS multicast support', read: said.alike(multicast) },
    { starts: 'Failed to bind NVLink SHARP', read: said.alike(multicast) },
    { starts: 'Setting affinity for GPU ', read: said.alike(affinity) },
    ...'123456789'.split('').map((starts) => ({ starts, read: said.alike(counts) })),
    { starts: '0 coll channels', read: said.alike(counts) },
  ]
  return {
    kinds,
    graphs: graphs.all,
    failed: failed.all,
    links: links.all,
    routes: routes.all,
    channels: channels.all,
    nvls: nvls.all,
    affinities: affinities.all,
  }

  function graph(line: LogLine): void {
    const [its, pattern, crossNic, count, intra, inter, typeIntra = '', typeInter = ''] =
      /^Pattern (\d+), crossNic (\d+), nChannels (\d+), (?:bw|speed) ([\d.]+)\/([\d.]+), (?:nvlink \d+, )?type (\w+)\/(\w+)/.exec(
        line.message,
      ) ?? []
    if (its === undefined) return
    graphs.add(its, line, () => ({
      pattern: Number(pattern),
      crossNic: Number(crossNic),
      channels: Number(count),
      bwIntra: Number(intra),
      bwInter: Number(inter),
      typeIntra: copy(typeIntra),
      typeInter: copy(typeInter),
    }))
  }

  function failure(line: LogLine): void {
    const pattern = /^Could not find a path for pattern (\d+), falling back/.exec(line.message)?.[1]
    if (pattern !== undefined) failed.add(pattern, line, () => Number(pattern))
  }

  function cpu({ message, thread }: LogLine): void {
    thread.above.splice(0, thread.above.length, { column: -1, device: copy(/^\S+/.exec(message)?.[0] ?? '') })
  }

  /** "              + PCI[24.0] - GPU/0-ce000 (4)": the deeper it stands, the further from the CPU. */
  function link(line: LogLine): void {
    const { message, thread } = line
    const column = message.indexOf('+')
    if (column < 0 || column > 400 || message.charCodeAt(column + 1) !== 32) return
    const [, type = '', bandwidth, to = ''] =
      /^\+ ([A-Z0-9]+)\[([\d.]+)\] - ([\w/.-]+)/.exec(message.slice(column)) ?? []
    if (to === '') return
    while ((thread.above.at(-1)?.column ?? -2) >= column) thread.above.pop()
    const from = thread.above.at(-1)?.device
    if (thread.above.length < 50) thread.above.push({ column, device: copy(to) })
    links.add(`${type} ${bandwidth} ${to} ${from}`, line, () => ({
      type: copy(type),
      bandwidth: Number(bandwidth),
      to: copy(to),
      ...(from === undefined ? {} : { from }),
    }))
  }

  /** GPU/0-16000 :GPU/0-16000 (0/5000.0/LOC) NET/0 (3/24.0/PIX) … */
  function route(line: LogLine): void {
    const from = /^([A-Z]{3}\/[\w-]+) :/.exec(line.message)?.[1]
    if (from === undefined || !/ \(\d+\//.test(line.message)) return
    routes.add(line.message, line, () =>
      [...line.message.matchAll(/([A-Z]{3}\/[\w-]+) \((\d+)\/([\d.]+)\/([A-Z0-9]+)\)/g)].map(
        ([, to = '', hops, bandwidth, type = '']) => ({
          from: copy(from),
          to: copy(to),
          hops: Number(hops),
          bandwidth: Number(bandwidth),
          type: copy(type),
        }),
      ),
    )
  }

  /** 24 coll channels, 0 collnet channels, 16 nvls channels, 32 p2p channels, 32 p2p channels per peer */
  function counts(line: LogLine): void {
    const [its, collective, collnet, multicast, p2p] =
      /^(\d+) coll channels,(?: (\d+) collnet channels,)?(?: (\d+) nvls channels,)?(?: (\d+) p2p channels)?/.exec(
        line.message,
      ) ?? []
    if (its === undefined) return
    channels.add(its, line, () => ({
      collective: Number(collective),
      ...(collnet === undefined ? {} : { collnet: Number(collnet) }),
      ...(multicast === undefined ? {} : { nvls: Number(multicast) }),
      ...(p2p === undefined ? {} : { p2p: Number(p2p) }),
    }))
  }

  function multicast(line: LogLine): void {
    const device = /on dev (\d+)/.exec(line.message)?.[1]
    const available = !/not available|Failed/.test(line.message)
    nvls.add(`${available}`, line, () => ({
      available,
      ...(device === undefined ? {} : { device: Number(device) }),
    }))
  }

  function affinity(line: LogLine): void {
    const [, gpu, mask = ''] = /^Setting affinity for GPU (\d+) to ([\da-f,-]+)/i.exec(line.message) ?? []
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
