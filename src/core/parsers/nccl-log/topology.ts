/** The links of a host and the ways between its devices (NCCL_DEBUG_SUBSYS=GRAPH; NCCL src/graph/topo.cc, paths.cc). */
import type { LogLink, LogRoute } from '../../evidence/nccl-log-topology.ts'
import { copy } from '../../text/copy.ts'
import { distinct } from './distinct.ts'
import type { LineKind, LogLine, PlaceOf } from './line.ts'

/** Links and routes: each function gives what was read so far. */
export function topologyReader(placeOf: PlaceOf) {
  const { values, unlessRepeated } = distinct(placeOf)
  const links = values<LogLink>()
  const routes = values<readonly LogRoute[]>()

  const kinds: readonly LineKind[] = [
    { starts: '=== System', read: ({ thread }) => thread.above.splice(0) },
    { starts: 'CPU/', read: (line) => (line.message.includes(' (0/') ? readRoutes(line) : readCpu(line)) },
    { starts: '+ ', read: readLink },
    { starts: ' ', read: readLink },
    ...['GPU/', 'NET/', 'NVS/', 'PCI/', 'NIC/'].map((starts) => ({
      starts,
      read: unlessRepeated(readRoutes),
    })),
  ]
  return { kinds, links: links.all, routes: routes.all }

  function readCpu({ message, thread }: LogLine): void {
    thread.above.splice(0, thread.above.length, { column: -1, device: copy(/^\S+/.exec(message)?.[0] ?? '') })
  }

  /** "              + PCI[24.0] - GPU/0-ce000 (4)": the deeper it stands, the further from the CPU. */
  function readLink(line: LogLine): void {
    const { message, thread } = line
    const column = message.indexOf('+')
    if (column < 0 || column > 400 || message.charCodeAt(column + 1) !== BLANK) return
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
  function readRoutes(line: LogLine): void {
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
}

const BLANK = 32
