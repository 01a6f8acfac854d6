/** The sentences of an `expect` answer, filled with its values; text and Markdown lay them out. */
import { print } from '../../base/print.ts'
import { GBps } from '../../base/units.ts'
import type { Basis, Expectation, ExpectedRow, Fault } from '../../expectation/expectation.ts'
import { type MachineFacts, machineFacts } from '../../machine/facts.ts'
import type { Catalogue } from '../../messages/catalogue.ts'
import type { JudgedValues, PlainValues, ReadingValues } from '../../messages/expect.ts'
import { type CollectId, SHOWN_BY } from '../../rules/collect.ts'
import { machineText } from '../topo/machine-text.ts'
import { type ExpectAnswer, headOf, type Measured, type StepAnswer } from './answer.ts'

export type ExpectWords = Pick<Catalogue, 'expect' | 'report'>

/** The row in question: at the size asked, else the plateau. */
export const rowOf = ({ asked, expectation, measured }: ExpectAnswer): ExpectedRow =>
  measured?.judgement.expected ?? asked ?? expectation.plateau

export const middleOf = ({ low, high }: Pick<ExpectedRow, 'low' | 'high'>): number => (low + high) / 2

/** "2 x DGX H100", "12 x (8 x A800-SXM4 + 1 x 200G)" */
export function titleOf({ machine: { title }, nodes }: Expectation): string {
  if (nodes === 1) return title
  return `${nodes} x ${/^\d/.test(title) ? `(${title})` : title}`
}

export function headline(answer: ExpectAnswer, { expect, report }: ExpectWords): string {
  const { measured, asked } = answer
  if (!measured && answer.step)
    return expect.headline.step({ ...answer.step, machine: titleOf(answer.expectation) }, print)
  if (!measured) {
    const say = asked ? expect.headline.atSize : expect.headline.plateau
    return say(plainValues(answer), print)
  }
  const values = judgedValues(answer, measured)
  const head = headOf(answer)
  switch (head) {
    case 'range': {
      const { firm, low, high } = measured.judgement.expected
      return firm
        ? expect.headline.wide({ ...values, low: low * GBps, high: high * GBps }, print)
        : expect.headline.range(values, print)
    }
    case 'above':
      return expect.headline.above(values, print)
    case 'undecided':
      return expect.headline.undecided({ ...values, ...readingsOf(measured, report) }, print)
    default:
      return expect.headline.judged(values, print)
  }
}

/** Under which values it is healthy, and under which low. */
function readingsOf({ interval }: Measured, { open }: ExpectWords['report']) {
  const means = interval?.deciding?.means ?? []
  const named = (grades: readonly string[]) =>
    means.filter(({ grade }) => grades.includes(grade)).flatMap(({ values: [value] }) => value ?? [])
  return {
    fine: named(['healthy', 'acceptable']),
    low: named(['low', 'bad']),
    fact: open[interval?.deciding?.fact ?? 'network'],
  }
}

const shownBy = ({ interval }: Measured): CollectId => SHOWN_BY[interval?.deciding?.fact ?? 'network']

function plainValues(answer: ExpectAnswer): PlainValues {
  const { low, high, busbw, seconds, bytes, algorithm } = rowOf(answer)
  return {
    collective: answer.expectation.collective,
    machine: titleOf(answer.expectation),
    low: low * GBps,
    high: high * GBps,
    busbw: busbw * GBps,
    seconds,
    bytes,
    algorithm,
  }
}

function judgedValues(answer: ExpectAnswer, { reading, judgement }: Measured): JudgedValues {
  // A healthy number needs no second yardstick.
  const [other] = headOf(answer) === 'as-expected' ? [] : answer.forced
  return {
    collective: answer.expectation.collective,
    machine: titleOf(answer.expectation),
    measured: reading.busbw * GBps,
    expected: middleOf(judgement.expected) * GBps,
    share: judgement.share,
    bytes: reading.bytes,
    ...(other
      ? { other: { algorithm: other.row.algorithm, share: reading.busbw / middleOf(other.row) } }
      : {}),
  }
}

export const machineLine = ({ machine, ranks, nodes }: Expectation, words: ExpectWords): string =>
  machineText(machine, { ranks, nodes }, words, print)

/** What is full: "8 NICs x 48 GB/s", "12 NVLinks x 20 GB/s". */
export function boundText({ bound }: ExpectedRow, { machine }: Expectation, { expect }: ExpectWords): string {
  const facts = machineFacts(machine)
  const full = fullOf(bound, facts)
  return expect.bound({ bound, ...full }, print)
}

function fullOf(
  bound: ExpectedRow['bound'],
  { nics, gpuLinks, gpuLinkBandwidth }: MachineFacts,
): { readonly count?: number; readonly each?: number } {
  const rates = nics.map(({ bandwidth }) => bandwidth)
  if (bound === 'nic' && rates.length > 0 && rates.every((rate) => rate === rates[0]))
    return { count: rates.length, each: rates[0] ?? 0 }
  const links = Math.min(...gpuLinks)
  if ((bound === 'nvlink' || bound === 'xgmi') && links > 0) return { count: links, each: gpuLinkBandwidth }
  return {}
}

/** "published (nccl-tests #212) + NCCL model" */
export function basisText([used, ...others]: readonly Basis[], { expect, report }: ExpectWords): string {
  if (!used) return ''
  const second = others.find(({ kind }) => kind !== used.kind)
  const more = second ? [expect.basis[second.kind]] : []
  return [expect.basis[used.kind] + report.join.after + used.source, ...more].join(' + ')
}

/** What has to be known to read the number rightly. */
export function noteTexts(answer: ExpectAnswer, { expect }: ExpectWords): readonly string[] {
  const { expectation, forced, measured } = answer
  const { machine, ranks, testsNetwork } = expectation
  const row = rowOf(answer)
  const head = headOf(answer)
  const facts = machineFacts(machine)
  const links = Math.max(...facts.gpuLinks) * facts.gpuLinkBandwidth
  const busbw = measured?.reading.busbw ?? row.busbw
  // The switch sends algbw once and receives the sum: each GPU's links carry algbw x (n+1)/n.
  const wire = (busbw * ranks * (ranks + 1)) / (2 * (ranks - 1) * ranks)
  const [other] = forced
  return [
    ...(testsNetwork ? [] : [expect.notes.twoNodes(other ? { other: other.row.algorithm } : {}, print)]),
    ...(row.algorithm === 'NVLS' && row.firm && busbw * GBps > links
      ? [expect.notes.nvls({ busbw: busbw * GBps, wire: wire * GBps, links, ranks }, print)]
      : []),
    ...(head === 'range' ? [(row.firm ? expect.notes.wide : expect.notes.range)({}, print)] : []),
    ...(head === 'above' ? [expect.notes.above({}, print)] : []),
  ]
}

export const stepText = (step: StepAnswer, { expect }: ExpectWords): string =>
  (step.overlap > 0 ? expect.stepHidden : expect.step)(step, print)

export const faultText = ({ id, values, busbw, algorithm }: Fault, { expect }: ExpectWords): string =>
  expect.faultReaches(
    {
      name: expect.faults[id].name(values, print),
      busbw: busbw * GBps,
      ...(algorithm ? { algorithm } : {}),
    },
    print,
  )

export const possibleText = (
  { measured }: ExpectAnswer,
  fits: readonly Fault[],
  words: ExpectWords,
): string =>
  words.expect.possible(
    { measured: (measured?.reading.busbw ?? 0) * GBps, faults: fits.map((fit) => faultText(fit, words)) },
    print,
  )

export const tooFarText = (misses: readonly Fault[], words: ExpectWords): string =>
  words.expect.tooFar({ faults: misses.map((miss) => faultText(miss, words)) }, print)

const NEAREST_MISSES = 4

/** What would not give the number, the nearest first: those far away need no mention. */
export function missing({ measured }: ExpectAnswer, all: boolean): readonly Fault[] {
  const misses = measured?.faults.filter(({ fits }) => !fits) ?? []
  const off = ({ busbw }: Fault) => Math.abs(Math.log(busbw / (measured?.reading.busbw ?? 1)))
  return [...misses].sort((a, b) => off(a) - off(b)).slice(0, all ? misses.length : NEAREST_MISSES)
}

/** The faults that would give the number; a smaller size only where the size is not known. */
export const fitting = ({ measured }: ExpectAnswer): readonly Fault[] =>
  measured?.faults.filter(
    ({ id, fits }) => fits && (id !== 'smaller-size' || measured.reading.sizeSupposed),
  ) ?? []

export const readingValues = ({ reading }: Measured): ReadingValues => ({
  ...reading,
  algbw: reading.algbw * GBps,
  busbw: reading.busbw * GBps,
})

/** Below what healthy machines show, or it would be: what it may be is worth saying. */
export const isBelow = (answer: ExpectAnswer): boolean =>
  ['below', 'far-below', 'acceptable', 'undecided'].includes(headOf(answer))

/** What would decide, the cheapest first. */
export function decideTexts(answer: ExpectAnswer, { expect, report }: ExpectWords): readonly string[] {
  const { measured, expectation, forced } = answer
  const head = headOf(answer)
  if (!measured || !isBelow(answer)) return []
  const fits = fitting(answer)
  const smaller = fits.find(({ id }) => id === 'smaller-size')
  const [ring] = forced
  const test = `${expectation.collective}_perf`
  return [
    ...(head === 'undecided' ? [report.collectNext()[shownBy(measured)]] : []),
    ...(smaller
      ? [
          expect.decide.size(
            {
              bytes: smaller.values.bytes ?? 0,
              largest: expectation.plateau.bytes,
              command: `ringscope expect ... --size ${sizeOption(smaller.values.bytes ?? 0)}`,
            },
            print,
          ),
        ]
      : []),
    ...(ring && !expectation.testsNetwork
      ? [expect.decide.ring({ setting: ring.setting, test, low: ring.row.low * GBps }, print)]
      : []),
    ...fits
      .filter(({ id }) => id !== 'smaller-size')
      .slice(0, 3)
      .map(({ id }) => expect.faults[id].check),
    expect.decide.collect({ test }, print),
  ]
}

/** As nccl-tests takes it: 512M; to the byte where it is not round. */
export function sizeOption(bytes: number): string {
  const power = [3, 2, 1].find((exponent) => bytes % 1024 ** exponent === 0) ?? 0
  return `${bytes / 1024 ** power}${' KMG'[power]?.trim()}`
}
