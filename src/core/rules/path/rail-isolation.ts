/**
 * Connections that leave on one rail and arrive on another, where a host has several NICs that all hosts have alike. On a
 * rail-optimised fabric that is the way through the spine; where rails are separate networks, it does not exist: the job
 * fails, for rings with odd node counts alone. Error where exactly the NICs of such connections got no answer and others
 * did; warning where a setting forces it and a measurement is low; else info, since many fabrics carry it as well.
 * Source: docs/diagnosis.md, What NCCL's log tells; NCCL src/graph/search.cc (crossNic); NCCL user guide, NCCL_CROSS_NIC.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { communicators } from '../../analysis/communicators.ts'
import { judged } from '../../analysis/judged.ts'
import { type RailConnection, railConnections, unansweredNics } from '../../analysis/rail-isolation.ts'
import { settings } from '../../analysis/settings.ts'
import { NOT_TORN } from '../../analysis/torn-lines.ts'
import { numberAsNcclReads } from '../../knowledge/costly-settings.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

/** The settings that make connections cross: any NIC at the other end, or no way over the GPU beside the right one. */
const FORCES: Readonly<Record<string, (value: number) => boolean>> = {
  NCCL_CROSS_NIC: (value) => value === 1,
  NCCL_PXN_DISABLE: (value) => value > 0,
}

export interface RailEndNamed {
  readonly host: string
  readonly nic: string
  readonly rank: number
}

export interface RailIsolationValues {
  /** Connections whose ends lie on different rails, of all between hosts with both ends in the logs. */
  readonly crossing: number
  readonly of: number
  readonly from: RailEndNamed
  readonly to: RailEndNamed
  readonly nodes: number
  /** Exactly the NICs of such connections got no answer. */
  readonly unanswered: boolean
  /** "NCCL_CROSS_NIC=1" */
  readonly setting?: string
}

export const railIsolation = rule({
  id: 'rail-isolation',
  needs: ['nccl-log'],
  sources: ['NCCL user guide, NCCL_CROSS_NIC', 'NCCL src/graph/search.cc'],
  check(facts): readonly Found<RailIsolationValues>[] {
    const all = railConnections(facts)
    const crossing = all.filter(({ crosses }) => crosses)
    const [first] = crossing
    if (!first || crossing.length < NOT_TORN.value) return []
    const unanswered = unansweredNics(facts)
    const isUnanswered = ({ from, to }: RailConnection) =>
      unanswered.has(`${from.host} ${from.nic}`) || unanswered.has(`${to.host} ${to.nic}`)
    const failing = crossing.filter(isUnanswered)
    const straight = all.filter(({ crosses }) => !crosses)
    const ends = new Set(
      crossing.flatMap(({ from, to }) => [`${from.host} ${from.nic}`, `${to.host} ${to.nic}`]),
    )
    // Another cause (a dead host, a port) would not stop at the connections that cross.
    const proven =
      failing.length > 0 &&
      straight.some((connection) => !isUnanswered(connection)) &&
      [...unanswered.keys()].every((nic) => ends.has(nic))
    const forced = settings(facts).find(({ name, value }) => FORCES[name]?.(numberAsNcclReads(value)))
    const low = judged(facts).some(
      ({ grade, expectation }) => expectation.nodes > 1 && (grade === 'low' || grade === 'bad'),
    )
    const hosts = [...new Set(crossing.flatMap(({ from, to }) => [from.host, to.host]))]
    const shown = failing[0] ?? first
    const loud = forced !== undefined && low
    return [
      {
        severity: proven ? 'error' : loud ? 'warning' : 'info',
        confidence: proven ? 'likely' : 'possible',
        concerns: [...hosts, ...runsOf(facts, hosts)],
        values: {
          crossing: crossing.length,
          of: all.length,
          from: { host: shown.from.host, nic: shown.from.nic, rank: shown.from.rank },
          to: { host: shown.to.host, nic: shown.to.nic, rank: shown.to.rank },
          nodes: Math.max(
            hosts.length,
            ...communicators(facts).map((communicator) => communicator.hosts.length),
          ),
          unanswered: proven,
          ...(forced === undefined ? {} : { setting: `${forced.name}=${forced.value}` }),
        },
        evidence: [
          shown.from.place,
          shown.to.place,
          ...(proven ? [...unanswered.values()].slice(0, 1) : []),
          ...(forced === undefined ? [] : [forced.place]),
        ],
        ...(proven
          ? { explains: ['ib-completion-error', 'hang', 'bandwidth-below-expected'] as const }
          : loud
            ? { explains: ['bandwidth-below-expected', 'collectives-disagree'] as const }
            : {}),
      },
    ]
  },
  looked: (facts) => enoughIf(railConnections(facts).length > 0),
})
