/**
 * NCCL found no ring or tree that fits the topology and took ranks in simple order: one channel at 0.1 GB/s in its model.
 * Broken or partial NVLink, GPUs hidden by a container, a virtual topology, GPUs of different models. Patterns 5 and 6 (NVLS,
 * CollNet) fail rightly where the switch cannot do them. Lines and file of NCCL src/graph/search.cc. Source: nccl-tests #131.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { evidenceOf } from '../../analysis/facts.ts'
import { nvSwitchOn } from '../../analysis/nvswitch-seen.ts'
import { hostsOf, isFallback, RINGS_AND_TREES, searchedGraphs } from '../../analysis/searched-graphs.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

export interface GraphSearchFailedValues {
  readonly hosts: readonly string[]
  readonly pattern: number
  readonly nvlink: boolean
}

export const graphSearchFailed = rule({
  id: 'graph-search-failed',
  needs: [['nccl-log', 'graph-xml']],
  sources: ['NCCL src/graph/search.cc', 'nccl-tests #131'],
  check(facts): readonly Found<GraphSearchFailedValues>[] {
    const failed = [
      ...evidenceOf(facts, 'nccl-log').flatMap((log) =>
        log.failedGraphs
          .filter(({ value }) => RINGS_AND_TREES.includes(value))
          .map(({ value: pattern, by, place }) => ({ hosts: hostsOf(log, by), pattern, place })),
      ),
      ...searchedGraphs(facts).filter(isFallback),
    ]
    const [first] = failed
    if (!first) return []
    const hosts = [...new Set(failed.flatMap((graph) => graph.hosts))]
    const nvSwitch = hosts.map((host) => nvSwitchOn(facts, host)).find((nvSwitch) => nvSwitch !== undefined)
    return [
      {
        severity: nvSwitch ? 'error' : 'warning',
        confidence: 'certain',
        concerns: [...hosts.filter((host) => host !== undefined), ...runsOf(facts, hosts)],
        values: {
          hosts: hosts.filter((host) => host !== undefined),
          pattern: first.pattern,
          nvlink: nvSwitch !== undefined,
        },
        evidence: [...failed.map(({ place }) => place).slice(0, 3), ...(nvSwitch ? [nvSwitch.place] : [])],
        explains: ['few-channels', 'bandwidth-below-expected', 'collectives-disagree'],
      },
    ]
  },
  looked: (facts) => enoughIf(searchedGraphs(facts).length > 0),
})
