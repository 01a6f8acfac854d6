/**
 * NCCL found no ring or tree that fits the topology and took ranks in simple order: one channel at 0.1 GB/s in its model.
 * Broken or partial NVLink, GPUs hidden by a container, a virtual topology, GPUs of different models. Patterns 5 and 6 (NVLS,
 * CollNet) fail rightly where the switch cannot do them. Lines of NCCL src/graph/search.cc. Source: nccl-tests #131.
 */
import { hostOf } from '../analysis/communicators.ts'
import { runsOf } from '../analysis/concerned.ts'
import { evidenceOf } from '../analysis/facts.ts'
import { nvSwitchOn } from '../analysis/nvswitch-seen.ts'
import { rule } from './rule.ts'

/** Balanced tree, split tree, tree, ring. */
const PATTERNS = [1, 2, 3, 4]
/** What NCCL writes into a graph that it could not find. */
const NOT_FOUND_GBPS = 0.1

export const graphSearchFailed = rule({
  id: 'graph-search-failed',
  needs: ['nccl-log'],
  check: (facts) =>
    evidenceOf(facts, 'nccl-log').flatMap((log) => {
      const failed = log.failedGraphs.filter(({ value }) => PATTERNS.includes(value))
      const slow = log.graphs.filter(
        ({ value }) =>
          value.channels === 1 && value.bwIntra <= NOT_FOUND_GBPS && PATTERNS.includes(value.pattern),
      )
      const said = [...failed, ...slow]
      const [first] = said
      if (!first) return []
      const hosts = [...new Set(said.flatMap(({ by }) => by.map((speaker) => hostOf(log, speaker))))]
      const nvSwitch = nvSwitchOn(facts, hosts[0])
      return [
        {
          severity: nvSwitch ? 'error' : 'warning',
          confidence: 'certain',
          concerns: [...hosts.filter((host) => host !== undefined), ...runsOf(facts, hosts)],
          values: {
            hosts: hosts.filter((host) => host !== undefined),
            pattern: failed[0]?.value ?? slow[0]?.value.pattern ?? 4,
            nvlink: nvSwitch !== undefined,
          },
          evidence: [...said.map(({ place }) => place).slice(0, 3), ...(nvSwitch ? [nvSwitch.place] : [])],
          explains: ['few-channels', 'bandwidth-below-expected', 'collectives-disagree'],
        },
      ]
    }),
  looked: (facts) => evidenceOf(facts, 'nccl-log').some(({ graphs }) => graphs.length > 0),
})
