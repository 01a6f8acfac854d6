/**
 * All GPUs of a host are joined by NVLink (NVSwitch), yet connections between them go through shared memory: peer-to-peer
 * is off, or the driver refuses it. In a mesh or with bridges some pairs have no link, and shared memory is right there.
 * Without connections in the files the rings that NCCL found tell it: their farthest path inside the node is no NVLink.
 * Source: NCCL src/graph/paths.cc, search.cc; nccl-tests #228.
 */
import { runsOf } from '../../analysis/affected-runs.ts'
import type { Facts } from '../../analysis/facts.ts'
import { localEdges } from '../../analysis/local-edges.ts'
import { nvSwitchOn } from '../../analysis/nvswitch-seen.ts'
import { isFallback, RING, type SearchedGraph, searchedGraphs } from '../../analysis/searched-graphs.ts'
import { NOT_TORN } from '../../analysis/torn-lines.ts'
import { groupBy } from '../../base/group-by.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

type Finding = Found<NvlinkUnusedValues>

const EXPLAINS = ['bandwidth-below-expected', 'collectives-disagree', 'few-channels'] as const
/** Paths between GPUs that are no NVLink; a ring of one GPU a node has LOC. */
const OVER_PCIE: readonly string[] = ['PIX', 'PXB', 'PHB', 'NODE', 'SYS']

export interface NvlinkUnusedValues {
  readonly host?: string
  readonly shared: number
  readonly of: number
  /** Without connections in the files: the farthest path of NCCL's rings inside the node, "SYS". */
  readonly ring?: string
  /** What a GPU's NVLinks carry. */
  readonly link?: number
}

export const nvlinkUnused = rule({
  id: 'nvlink-unused',
  needs: [['nccl-log', 'graph-xml']],
  sources: ['NCCL src/graph/paths.cc', 'nccl-tests #228'],
  check(facts): readonly Found<NvlinkUnusedValues>[] {
    const byEdges = [...groupBy(localEdges(facts), ({ host }) => host)].flatMap(([host, ends]): Finding[] => {
      const nvSwitch = nvSwitchOn(facts, host)
      if (!nvSwitch) return []
      const shared = ends.filter(({ transport }) => transport.kind === 'shm')
      const lines = shared.reduce((sum, end) => sum + end.lines, 0)
      if (lines < NOT_TORN.value) return []
      return [
        {
          severity: 'error',
          confidence: 'certain',
          ...(host === undefined ? {} : { subject: host }),
          concerns: runsOf(facts, [host]),
          values: {
            ...(host === undefined ? {} : { host }),
            shared: lines,
            of: ends.reduce((sum, end) => sum + end.lines, 0),
            ...(nvSwitch.bandwidth === undefined ? {} : { link: nvSwitch.bandwidth * 1e9 }),
          },
          evidence: [...shared.map(({ place }) => place).slice(0, 3), nvSwitch.place],
          explains: EXPLAINS,
        },
      ]
    })
    return byEdges.length > 0 ? byEdges : byRings(facts)
  },
  looked: (facts) =>
    enoughIf(
      localEdges(facts).some(({ host }) => nvSwitchOn(facts, host) !== undefined) ||
        rings(facts).some(({ hosts: [host] }) => nvSwitchOn(facts, host) !== undefined),
    ),
})

const rings = (facts: Facts): readonly SearchedGraph[] =>
  searchedGraphs(facts).filter((graph) => graph.pattern === RING && graph.channels > 0 && !isFallback(graph))

function byRings(facts: Facts): readonly Finding[] {
  return rings(facts)
    .flatMap((ring): Finding[] => {
      const [host] = ring.hosts
      const nvSwitch = OVER_PCIE.includes(ring.inside) ? nvSwitchOn(facts, host) : undefined
      if (!nvSwitch) return []
      return [
        {
          severity: 'error',
          confidence: 'likely',
          ...(host === undefined ? {} : { subject: host }),
          concerns: runsOf(facts, [host]),
          values: {
            ...(host === undefined ? {} : { host }),
            shared: 0,
            of: 0,
            ring: ring.inside,
            ...(nvSwitch.bandwidth === undefined ? {} : { link: nvSwitch.bandwidth * 1e9 }),
          },
          evidence: [ring.place, nvSwitch.place],
          explains: EXPLAINS,
        },
      ]
    })
    .slice(0, 1)
}
