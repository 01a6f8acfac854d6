/** The machine, or machines, that the report speaks of, where that is written, and what of it no file says. */
import { evidenceOf, type Facts } from '../analysis/facts.ts'
import { titleOf } from '../analysis/machine-of-run/title.ts'
import { type Series, series } from '../analysis/series.ts'
import { groupBy } from '../base/group-by.ts'
import type { Place } from '../evidence/place.ts'
import type { OpenFact } from '../machine/plausible/value.ts'
import type { ReportTexts } from '../messages/report.ts'
import type { SystemContradiction, SystemFact, SystemText } from '../report/diagnose/report.ts'

const MOST_MACHINES = 3

export function systemOf(facts: Facts, words: ReportTexts): SystemText {
  const all = series(facts)
  const first = all.find(({ run }) => run.known !== undefined) ?? all[0]
  const given = evidenceOf(facts, 'machine').find(({ from }) => from === 'option')?.machine
  const places = first?.run.facts.flatMap((fact) => fact.places) ?? []
  return {
    title: titles(all, first?.run.exact && given?.id, words) || (given?.title ?? ''),
    ...(given === undefined ? {} : { machine: given.id }),
    facts: factsOf(first, words),
    contradictions: contradictionsOf(all, words),
    places: distinct(places),
  }
}

/** Each fact as it is known; with what it may be where machines that can have given the number differ in it. */
function factsOf(one: Series | undefined, words: ReportTexts): readonly SystemFact[] {
  const able = one?.interval?.able ?? []
  const open = able.length < 2 ? [] : able.flatMap(({ candidate }) => candidate.values)
  const valuesOf = (fact: string) => [
    ...new Set(open.filter((value) => value.fact === fact).map(({ id }) => id)),
  ]
  const known = (one?.run.facts ?? []).map(({ fact, how, places }) => ({ fact: String(fact), how, places }))
  // A read part of a fact may leave the rest of it open.
  const facts = [
    ...known,
    ...open
      .filter(({ fact }) => !known.some((other) => other.fact === fact))
      .map(({ fact }) => ({ fact: String(fact), how: 'open' as const, places: [] })),
  ]
  return [...new Map(facts.map((fact) => [fact.fact, fact])).values()].map((fact) => {
    const values = valuesOf(fact.fact)
    return values.length === 0
      ? fact
      : { ...fact, how: 'open', values, text: words.open[fact.fact as OpenFact] }
  })
}

function contradictionsOf(all: readonly Series[], words: ReportTexts): readonly SystemContradiction[] {
  const found = all.flatMap(({ run }) => run.contradictions)
  return [...new Map(found.map((one) => [`${one.fact} ${one.given} ${one.read}`, one])).values()].map(
    (one) => ({
      ...one,
      text: words.contradicted(one),
    }),
  )
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
