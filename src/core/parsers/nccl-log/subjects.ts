/** The subjects of an NCCL log: who reads which lines, and what was read of all of them as evidence. */
import type { LogSpeaker, NcclLog } from '../../evidence/nccl-log.ts'
import type { Place } from '../../evidence/place.ts'
import { communicatorReader } from './communicators.ts'
import { edgeBooks } from './edge-books.ts'
import { readEdgeAgain } from './edge-line.ts'
import { edgeReader } from './edges.ts'
import { graphReader } from './graphs.ts'
import type { LineKind, PlaceOf } from './line.ts'
import { networkReader } from './network.ts'
import { nicReader } from './nics.ts'
import { operationReader } from './operations.ts'
import { ringAndTreeReader } from './rings-and-trees.ts'
import { settingReader } from './settings.ts'
import { topologyReader } from './topology.ts'
import { troubleReader } from './trouble.ts'
import { watchdogReader } from './watchdog.ts'

/** All readers of one log. */
export function subjectsOf(placeOf: PlaceOf) {
  const books = edgeBooks(placeOf)
  const readEdge = edgeReader(books)
  const order = ringAndTreeReader(placeOf)
  const communicators = communicatorReader(placeOf, books)
  const network = networkReader(placeOf)
  const nics = nicReader(placeOf)
  const topology = topologyReader(placeOf)
  const graphs = graphReader(placeOf)
  const operations = operationReader(placeOf)
  const trouble = troubleReader(placeOf)
  const watchdog = watchdogReader(placeOf)
  const settings = settingReader(placeOf)
  const edges: readonly LineKind[] = [
    { starts: 'Channel ', read: (line) => readEdge(line) || order.readRing(line), again: readEdgeAgain },
    { starts: 'Ring ', read: readEdge },
    { starts: 'Trees ', read: order.readTrees },
  ]
  return {
    /** By the first letter of what a message begins with. */
    kinds: byFirstLetter([
      ...edges,
      ...[communicators, operations, network, nics, topology, graphs, trouble, settings].flatMap(
        ({ kinds }) => kinds,
      ),
    ]),
    readEdge,
    readWarning: trouble.readWarning,
    readPeerAccess: trouble.readPeerAccess,
    readWatchdog: watchdog.read,
    readInterfaceBelow: nics.readInterfaceBelow,
    log: (speakers: readonly LogSpeaker[], place: Place): NcclLog => ({
      kind: 'nccl-log',
      library: settings.library(),
      speakers,
      versions: settings.versions(),
      drivers: settings.drivers(),
      settings: settings.settings(),
      networks: network.networks(),
      providers: network.providers(),
      plugins: network.plugins(),
      nics: nics.nics(),
      interfaces: nics.interfaces(),
      bootstraps: nics.bootstraps(),
      rdmaProblems: nics.problems(),
      gpuDirect: nics.gpuDirect(),
      communicators: communicators.all,
      edges: books.edges(communicators.communicatorOf),
      rings: order.rings(),
      trees: order.trees(),
      channels: graphs.channels(),
      graphs: graphs.graphs(),
      failedGraphs: graphs.failed(),
      links: topology.links(),
      routes: topology.routes(),
      affinities: graphs.affinities(),
      nvls: graphs.nvls(),
      peerProblems: trouble.peers(),
      operations: operations.operations(),
      choices: operations.choices(),
      warnings: trouble.warnings(),
      completions: trouble.completions(),
      watchdogs: watchdog.all(),
      place,
    }),
  }
}

function byFirstLetter(kinds: readonly LineKind[]): readonly (readonly LineKind[])[] {
  const table: LineKind[][] = Array.from({ length: 128 }, () => [])
  for (const kind of kinds) table[kind.starts.charCodeAt(0)]?.push(kind)
  return table
}
