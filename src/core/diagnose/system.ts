/** The machine, or machines, that the report speaks of, where that is written, and what of it no file says. */
import { evidenceOf, type Facts } from '../analysis/facts.ts'
import { titleOf } from '../analysis/machine-of-run/title.ts'
import { type Series, series } from '../analysis/series.ts'
import { groupBy } from '../base/group-by.ts'
import type { Place } from '../evidence/place.ts'
import type { ReportTexts } from '../messages/report.ts'
import type { SystemText } from '../report/diagnose/report.ts'

const MOST_MACHINES = 3

export function systemOf(facts: Facts, words: ReportTexts): SystemText {
  const all = series(facts)
  const first = all.find(({ run }) => run.known !== undefined) ?? all[0]
  const given = evidenceOf(facts, 'machine').find(({ from }) => from === 'option')?.machine
  const places = first?.run.facts.flatMap((fact) => fact.places) ?? []
  return {
    title: titles(all, given?.id, words) || (given?.title ?? ''),
    ...(given === undefined ? {} : { machine: given.id }),
    assumed: openFacts(first).map((fact) => words.open[fact]),
    places: distinct(places),
  }
}

/** Facts on which machines that can have given the number differ. */
function openFacts(one: Series | undefined) {
  const able = one?.interval?.able ?? []
  if (able.length < 2) return []
  return [...new Set(able.flatMap(({ candidate }) => candidate.values.map(({ fact }) => fact)))]
}

/** The line of each file is enough. */
function distinct(places: readonly Place[]): readonly Place[] {
  return [...new Map(places.map((place) => [`${place.input}:${place.line}`, place])).values()].slice(
    0,
    MOST_PLACES,
  )
}

const MOST_PLACES = 3

/** Runs on machines of several kinds are told apart, each with its hosts. */
function titles(all: readonly Series[], preset: string | undefined, words: ReportTexts): string {
  const kinds = [
    ...groupBy(
      all.filter(({ run }) => titleOf(run) !== undefined),
      ({ run }) => titleOf(run),
    ).values(),
  ]
  const shown = kinds.slice(0, MOST_MACHINES).map((alike) => {
    const hosts = (kinds.length === 1 ? all : alike).flatMap((one) => one.hosts)
    return titleOfRuns(alike, hosts, preset, words)
  })
  const left = kinds.length - shown.length
  return [...shown, ...(left > 0 ? [`… (${left})`] : [])].join(words.join.sentences)
}

/** A machine that is given whole may be a rack: then it is counted, and else its hosts. */
const nodesOf = ({ run, machine }: Series): number =>
  run.exact && machine ? machine.nodes : (run.known?.hosts ?? run.unnamed?.hosts ?? 1)

function titleOfRuns(
  alike: readonly Series[],
  hosts: readonly string[],
  preset: string | undefined,
  words: ReportTexts,
): string {
  const known = alike.flatMap(({ run }) => run.known ?? [])
  const counts = alike.map(nodesOf)
  const [first] = alike
  const gpus = known[0]?.gpusAHost
  const [used, ...others] = new Set(known.map(({ ranksAHost }) => ranksAHost))
  return words.system({
    title: (first && titleOf(first.run)) ?? '',
    nodes: Math.min(...counts),
    mostNodes: Math.max(...counts),
    hosts: [...new Set(hosts)],
    preset,
    ...(gpus?.exact && used !== undefined && used < gpus.least && others.length === 0
      ? { used, gpus: gpus.least }
      : {}),
  })
}
