/**
 * Without NVLink between them, GPUs on two CPU sockets reach each other through the link between the sockets, which every
 * ring over all GPUs crosses: NCCL's model takes 10 GB/s for Intel's in one direction (diagnosis-in-practice.md section 2).
 */
import { series } from '../analysis/series.ts'
import { socketGroups } from '../analysis/socket-groups.ts'
import { machineFacts } from '../topology/facts.ts'
import { rule } from './rule.ts'

export const crossSocketPath = rule({
  id: 'cross-socket-path',
  needs: ['topo-matrix'],
  check: (facts) =>
    socketGroups(facts).flatMap(({ matrix, groups }) => {
      if (groups.length < 2) return []
      const machine = series(facts)
        .map((its) => its.machine)
        .find((its) => its !== undefined)
      const socket = machine && machineFacts(machine).socketBandwidth
      return [
        {
          severity: 'info',
          confidence: 'certain',
          ...(matrix.host === undefined ? {} : { subject: matrix.host }),
          values: {
            ...(matrix.host === undefined ? {} : { host: matrix.host }),
            groups: groups.map((its) => its.map(({ name }) => name)),
            ...(socket === undefined ? {} : { socket }),
          },
          evidence: groups.flatMap(([first]) => (first?.place ? [first.place] : [])).slice(0, 2),
        },
      ]
    }),
})
