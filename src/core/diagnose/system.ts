/** The machine that the report speaks of, where that is written, and what of it was supposed. */
import { evidenceOf, type Facts } from '../analysis/facts.ts'
import { series } from '../analysis/series.ts'
import type { Place } from '../evidence/place.ts'
import type { ReportTexts } from '../messages/report.ts'
import type { SystemText } from '../report/report.ts'

export function systemOf(facts: Facts, words: ReportTexts): SystemText {
  const all = series(facts)
  const its = all.find(({ machine }) => machine !== undefined) ?? all[0]
  const given = evidenceOf(facts, 'machine').find(({ from }) => from === 'option')?.machine
  const machine = its?.machine ?? given
  const hosts = [...new Set(all.flatMap((one) => one.hosts))]
  const device = its?.benchmarks[0]?.devices[0]
  const matrix = evidenceOf(facts, 'topo-matrix')[0]
  const places: Place[] = [
    ...(device ? [device.place] : []),
    ...(matrix ? [{ input: matrix.place.input, text: '' }] : []),
  ]
  return {
    title: machine
      ? words.system({ title: machine.title, nodes: machine.nodes, hosts, preset: given?.id })
      : '',
    ...(machine === undefined ? {} : { machine: machine.id }),
    // What matters for the expectation; the rest of the machine may be supposed as well, but nothing rests on it.
    assumed: (its?.expectation?.assumed ?? []).map((id) => words.assumed[id]),
    places,
  }
}
