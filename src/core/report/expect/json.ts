/** `expect --json`: schema ringscope.expect/2. Rates are in GB/s under nccl-tests' names, times in seconds. */
import type { Basis, ExpectedRow } from '../../expectation/expectation.ts'
import type { IntervalJudgement } from '../../expectation/over-machines.ts'
import type { SimulatedRow } from '../../expectation/simulated.ts'
import { type ExpectAnswer, headOf, severityOf } from './answer.ts'
import { type SimulatedAnswer, simulatedHeadOf, simulatedSeverityOf } from './simulated.ts'

export const EXPECT_SCHEMA = 'ringscope.expect/2'

/** One machine gives its object, several an object with `compared`. */
export function expectJsonOf(answers: readonly (ExpectAnswer | SimulatedAnswer)[], version: string): string {
  const [only, ...others] = answers.map((answer) =>
    'simulated' in answer ? simulatedJson(answer) : answerJson(answer),
  )
  const body = others.length === 0 ? only : { compared: [only, ...others] }
  return `${JSON.stringify({ schema: EXPECT_SCHEMA, version, ...body }, undefined, 2)}\n`
}

function answerJson(answer: ExpectAnswer) {
  const { expectation, measured, forced, step } = answer
  const { collective, machine, ranks, ranksPerNode, nodes, assumed, testsNetwork, wire } = expectation
  return {
    collective,
    machine: { id: machine.id, title: machine.title, fabric: machine.fabric, assumed: machine.assumed },
    ranks,
    ranksPerNode,
    nodes,
    rows: expectation.rows.map(rowJson),
    plateau: rowJson(expectation.plateau),
    bases: expectation.bases.map(basisJson),
    alternatives: expectation.alternatives.map(({ algorithm, setting, plateau, bases }) => ({
      algorithm,
      setting,
      plateau: rowJson(plateau),
      bases: bases.map(basisJson),
    })),
    wire,
    testsNetwork,
    assumed,
    ...(measured
      ? {
          measured: {
            ...measured.reading,
            verdict: headOf(answer),
            severity: severityOf(answer),
            grade: measured.judgement.grade,
            share: measured.judgement.share,
            expected: rowJson(measured.judgement.expected),
            ...(measured.interval ? { interval: intervalJson(measured.interval) } : {}),
            forced: forced.map(({ setting, row }) => ({
              setting,
              expected: rowJson(row),
              share: (2 * measured.reading.busbw) / (row.low + row.high),
            })),
            faults: measured.faults,
          },
        }
      : {}),
    ...(step ? { step } : {}),
  }
}

function intervalJson({ grade, low, high, deciding, ruledOut }: IntervalJudgement) {
  return {
    grade,
    low: rounded(low),
    high: rounded(high),
    ...(deciding
      ? {
          deciding: {
            fact: deciding.fact,
            means: deciding.means.map((one) => ({ ...one, expected: rounded(one.expected) })),
          },
        }
      : {}),
    ruledOut: ruledOut.map(({ candidate }) => candidate.values.map(({ id }) => id).join(', ')),
  }
}

/** Six significant digits: more would claim what no model knows. */
const rounded = (value: number): number => Number(value.toPrecision(6))

function rowJson({ bytes, seconds, algbw, busbw, algorithm, protocol, bound, low, high, firm }: ExpectedRow) {
  return {
    bytes,
    seconds: rounded(seconds),
    algbw: rounded(algbw),
    busbw: rounded(busbw),
    algorithm,
    protocol,
    bound,
    low: rounded(low),
    high: rounded(high),
    firm,
  }
}

/** A topology in place of the machine, the link in place of the kind of link; no protocol. */
function simulatedJson(answer: SimulatedAnswer) {
  const { simulated, on, measured, step } = answer
  const { question, rows, plateau, bases, missing, supposed } = simulated
  const { collective, topology } = question
  return {
    collective,
    topology: { on, title: topology.title, nodes: topology.nodes, links: topology.links.count },
    ranks: topology.ranks,
    rows: rows.map(simulatedRowJson),
    plateau: simulatedRowJson(plateau),
    bases: bases.map(basisJson),
    supposed,
    missing,
    ...(measured
      ? {
          measured: {
            ...measured.reading,
            verdict: simulatedHeadOf(answer),
            severity: simulatedSeverityOf(answer),
            grade: measured.judgement.grade,
            share: measured.judgement.share,
            expected: simulatedRowJson(measured.judgement.expected),
            restsOn: measured.judgement.restsOn,
          },
        }
      : {}),
    ...(step ? { step } : {}),
  }
}

function simulatedRowJson({ variant, link, ...row }: SimulatedRow) {
  return {
    bytes: row.bytes,
    seconds: rounded(row.seconds),
    algbw: rounded(row.algbw),
    busbw: rounded(row.busbw),
    algorithm: variant.algorithm.id,
    ...(variant.rings ? { rings: variant.rings.count } : {}),
    ...(variant.algorithm.pipelined ? { pieces: variant.schedule.pieces } : {}),
    bound: row.bound,
    ...(link ? { link: { name: link.name, busy: rounded(link.busy) } } : {}),
    low: rounded(row.low),
    high: rounded(row.high),
    firm: row.firm,
  }
}

function basisJson({ kind, busbw, low, high, source }: Basis) {
  return { kind, busbw: rounded(busbw), low: rounded(low), high: rounded(high), source }
}
