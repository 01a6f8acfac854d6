/**
 * A benchmark hangs in its first collective although every rank finished its setup, and all connections go by peer-to-peer: data
 * that the driver promised to carry do not arrive (ACS, IOMMU, cards without working peer access). Condition: the header of a table
 * without a row and without an error, all known ranks with "Init COMPLETE", every connection by P2P, no line of a failure. A file
 * that was cut there looks the same: at most a warning. Source: nccl #631, #1999, #2079, nccl-tests #117.
 */
import { communicators } from '../../analysis/communicators.ts'
import { evidenceOf } from '../../analysis/facts.ts'
import { failures } from '../../analysis/failures.ts'
import { edgeEnds } from '../../analysis/network-edges.ts'
import { type Found, rule } from '../rule.ts'

export interface P2pHangValues {
  readonly host?: string
  readonly ranks: number
  /** "P2P/direct pointer", "P2P/CUMEM" */
  readonly transport: string
}

export const p2pHang = rule({
  id: 'p2p-hang',
  needs: ['benchmark', 'nccl-log'],
  sources: ['nccl #631, #1999, #2079', 'nccl-tests #117'],
  check(facts): readonly Found<P2pHangValues>[] {
    const hung = evidenceOf(facts, 'benchmark').find(
      ({ header, rows, errors, complete }) =>
        header !== undefined && rows.length === 0 && errors.length === 0 && !complete,
    )
    const [communicator] = communicators(facts).toSorted((a, b) => b.ranks - a.ranks)
    const ends = edgeEnds(facts)
    const [end] = ends
    if (!hung?.header || !communicator || !end || failures(facts).first !== undefined) return []
    const isSetUp = [...communicator.members.values()].every(({ complete }) => complete !== undefined)
    if (!isSetUp || ends.some(({ transport }) => transport.kind !== 'p2p')) return []
    const [example] = end.examples
    return [
      {
        severity: 'warning',
        confidence: 'likely',
        values: {
          ...(end.host === undefined ? {} : { host: end.host }),
          ranks: communicator.ranks,
          transport: end.transport.text,
        },
        evidence: [...(example ? [example.place] : []), hung.header],
      },
    ]
  },
})
