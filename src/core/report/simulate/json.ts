/** `simulate --json`: schema ringscope.simulate/1. SI units: bytes, seconds, bytes/s; shares 0 to 1. */
import type { Row } from '../../simulate/compare.ts'
import type { SimulateAnswer } from './answer.ts'

export const SIMULATE_SCHEMA = 'ringscope.simulate/1'

export function simulateJsonOf(answer: SimulateAnswer, version: string): string {
  const { comparison, on, faults, ranges, sweep, check, repeated, loads, linksUsed, file } = answer
  const { question, rows, missing, bound, leftOut } = comparison
  const { topology, collective, options } = question
  const body = {
    schema: SIMULATE_SCHEMA,
    version,
    collective,
    bytes: options.bytes,
    topology: {
      on,
      title: topology.title,
      ranks: topology.ranks,
      nodes: topology.nodes,
      links: topology.links.count,
    },
    faults,
    bound,
    rows: rows.map(rowJson),
    missing,
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...(ranges ? { ranges } : {}),
    ...(sweep
      ? {
          sweep: sweep.map(({ bytes, row, bound: seconds }) => ({
            bytes,
            boundSeconds: seconds,
            ...rowJson(row),
          })),
        }
      : {}),
    ...(check ? { check } : {}),
    ...(repeated ? { repeated } : {}),
    ...(loads ? { links: loads } : {}),
    ...(linksUsed === undefined ? {} : { linksUsed }),
    ...(file ? { file } : {}),
  }
  return `${JSON.stringify(body, undefined, 2)}\n`
}

function rowJson({ variant, ...row }: Row) {
  const { algorithm, rings, schedule, placement } = variant
  return {
    algorithm: algorithm.id,
    title: algorithm.title,
    source: algorithm.source,
    ...(rings
      ? { rings: { ...rings, orders: schedule.ranks <= MOST_LISTED ? schedule.rings : undefined } }
      : {}),
    ...(placement && schedule.ranks <= MOST_LISTED ? { placement } : {}),
    ...row,
  }
}

/** Orders of more ranks would only swell the answer. */
const MOST_LISTED = 128
