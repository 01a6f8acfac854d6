/** The machine, or machines, that the report speaks of, where that is written, and what of it was supposed. */
import { evidenceOf, type Facts } from '../analysis/facts.ts'
import { type Series, series } from '../analysis/series.ts'
import { groupBy } from '../base/group-by.ts'
import type { Place } from '../evidence/place.ts'
import { machineFacts } from '../machine/facts.ts'
import type { Machine } from '../machine/machine.ts'
import type { ReportTexts } from '../messages/report.ts'
import type { SystemText } from '../report/diagnose/report.ts'

const MOST_MACHINES = 3

export function systemOf(facts: Facts, words: ReportTexts): SystemText {
  const all = series(facts)
  const chosen = all.find(({ machine }) => machine !== undefined) ?? all[0]
  const given = evidenceOf(facts, 'machine').find(({ from }) => from === 'option')?.machine
  const machine = chosen?.machine ?? given
  const device = chosen?.benchmarks[0]?.devices[0]
  const matrix = evidenceOf(facts, 'topo-matrix')[0]
  const places: Place[] = [
    ...(device ? [device.place] : []),
    ...(matrix ? [{ input: matrix.place.input, text: '' }] : []),
  ]
  return {
    title: titleOf(all, given, words),
    ...(machine === undefined ? {} : { machine: machine.id }),
    // What matters for the expectation; the rest of the machine may be supposed as well, but nothing rests on it.
    assumed: (chosen?.expectation?.assumed ?? []).map((id) => words.assumed[id]),
    places,
  }
}

/** Runs on machines of several kinds are told apart, each with its hosts. */
function titleOf(all: readonly Series[], given: Machine | undefined, words: ReportTexts): string {
  const kinds = [
    ...groupBy(
      all.filter(({ machine }) => machine),
      ({ machine }) => machine?.title,
    ).values(),
  ]
  if (kinds.length === 0) return given ? oneTitle(given, [], [], given, words) : ''
  const shown = kinds.slice(0, MOST_MACHINES).flatMap((series) => {
    const hosts = (kinds.length === 1 ? all : series).flatMap((one) => one.hosts)
    return series[0]?.machine ? [oneTitle(series[0].machine, series, hosts, given, words)] : []
  })
  const left = kinds.length - shown.length
  return [...shown, ...(left > 0 ? [`… (${left})`] : [])].join(words.join.sentences)
}

function oneTitle(
  machine: Machine,
  series: readonly Series[],
  hosts: readonly string[],
  given: Machine | undefined,
  words: ReportTexts,
): string {
  const { gpus } = machineFacts(machine)
  const nodes = [machine.nodes, ...series.map((one) => one.machine?.nodes ?? machine.nodes)]
  const [used, ...others] = new Set(series.map(({ expectation }) => expectation?.ranksPerNode ?? gpus))
  return words.system({
    title: machine.title,
    nodes: Math.min(...nodes),
    mostNodes: Math.max(...nodes),
    hosts: [...new Set(hosts)],
    preset: given?.id,
    ...(used !== undefined && used < gpus && others.length === 0 ? { used, gpus } : {}),
  })
}
