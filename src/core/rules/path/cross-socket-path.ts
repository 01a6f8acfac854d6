/**
 * Without NVLink between them, GPUs on two CPU sockets reach each other through the link between the sockets, which every
 * ring over all GPUs crosses: NCCL's model takes 10 GB/s for Intel's in one direction (docs/diagnosis.md, What experts expect).
 */
import type { Facts } from '../../analysis/facts.ts'
import { series } from '../../analysis/series.ts'
import { GBps } from '../../base/units.ts'
import { machineFacts } from '../../machine/facts.ts'
import { type Found, rule } from '../rule.ts'
import { logSocketGroups } from './cross-socket-path.in-log.ts'
import { socketGroups } from './cross-socket-path.in-matrix.ts'

export interface CrossSocketPathValues {
  readonly host?: string
  /** GPUs that reach each other without the link between the CPU sockets, group by group. */
  readonly groups: readonly (readonly string[])[]
  /** Usable rate of that link in one direction, bytes/s, where the CPU is known. */
  readonly socket?: number
}

export const crossSocketPath = rule({
  id: 'cross-socket-path',
  needs: [['topo-matrix', 'nccl-log']],
  sources: ['NCCL src/graph/topo.h', 'nvidia-smi topo -m'],
  check: (facts): readonly Found<CrossSocketPathValues>[] => {
    const found = fromMatrices(facts)
    return found.length > 0 ? found : fromLogs(facts)
  },
})

function fromMatrices(facts: Facts): Found<CrossSocketPathValues>[] {
  return socketGroups(facts).flatMap(({ matrix, groups }) => {
    if (groups.length < 2) return []
    const machine = series(facts)
      .map((one) => one.machine)
      .find((machine) => machine !== undefined)
    const socket = machine && machineFacts(machine).socketBandwidth
    return [
      {
        severity: 'info',
        confidence: 'certain',
        ...(matrix.host === undefined ? {} : { subject: matrix.host }),
        values: {
          ...(matrix.host === undefined ? {} : { host: matrix.host }),
          groups: groups.map((devices) => devices.map(({ name }) => name)),
          ...(socket === undefined ? {} : { socket }),
        },
        evidence: groups.flatMap(([first]) => (first?.place ? [first.place] : [])).slice(0, 2),
      },
    ]
  })
}

/** The first GPU of a host whose paths the log lists. */
function fromLogs(facts: Facts): Found<CrossSocketPathValues>[] {
  return logSocketGroups(facts).map(({ host, groups, bandwidth, place }) => ({
    severity: 'info',
    confidence: 'certain',
    ...(host === undefined ? {} : { subject: host }),
    values: { ...(host === undefined ? {} : { host }), groups, socket: bandwidth * GBps },
    evidence: [place],
  }))
}
