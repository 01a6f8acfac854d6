/**
 * All GPUs of a host are joined by NVLink (NVSwitch), yet connections between them go through shared memory: peer-to-peer
 * is off, or the driver refuses it. In a mesh or with bridges some pairs have no link, and shared memory is right there.
 * Source: NCCL src/graph/paths.cc; nccl-tests #228.
 */
import { runsOf } from '../analysis/concerned.ts'
import { localEdges } from '../analysis/local-edges.ts'
import { nvSwitchOn } from '../analysis/nvswitch-seen.ts'
import { groupBy } from '../base/group-by.ts'
import { rule } from './rule.ts'

/** One line may be torn. */
const LINES = 2

export const nvlinkUnused = rule({
  id: 'nvlink-unused',
  needs: ['nccl-log'],
  check(facts) {
    return [...groupBy(localEdges(facts), ({ host }) => host)].flatMap(([host, ends]) => {
      const nvSwitch = nvSwitchOn(facts, host)
      if (!nvSwitch) return []
      const shared = ends.filter(({ transport }) => transport.kind === 'shm')
      const lines = shared.reduce((sum, end) => sum + end.lines, 0)
      if (lines < LINES) return []
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
          explains: ['bandwidth-below-expected', 'collectives-disagree'],
        },
      ]
    })
  },
  looked: (facts) => localEdges(facts).some(({ host }) => nvSwitchOn(facts, host) !== undefined),
})
