/**
 * The hosts that the files speak of, each with all that is known of it: lines of one host may stand in many files, and of
 * many hosts in one. Who a file speaks of is told by prompts and prefixes in it, else by the manifest of its capture, by
 * its name, or by its folder where several folders hold the same.
 */
import { groupBy } from '../base/group-by.ts'
import type { HostFact, HostFactOf, HostFacts } from '../evidence/host-facts.ts'
import { computed, evidenceOf, type Facts } from './facts.ts'
import { hostInName } from './host-names.ts'

export interface HostView {
  /** Undefined when nothing names it; then all that is unnamed is taken for one host. */
  readonly name: string | undefined
  readonly facts: readonly HostFact[]
  /** The parsers that read something of it: "ibstat". */
  readonly sources: ReadonlySet<string>
}

const captures = computed(
  (facts) => new Map(evidenceOf(facts, 'capture').map(({ folder, host }) => [folder, host])),
)

/** The host that a file speaks of where nothing in it says: by the manifest beside it, or by its name. */
export const hostOfInput = (facts: Facts, input: string): string | undefined =>
  captures(facts).get(input.replace(/[\\/]?[^\\/]*$/, '')) ?? knownHostIn(facts, input) ?? hostInName(input)

/** Hosts that lists of devices and logs name; a file that bears one of these names is of it. */
const named = computed((facts): readonly string[] => [
  ...new Set([
    ...evidenceOf(facts, 'benchmark').flatMap(({ devices }) => devices.map(({ host }) => host)),
    ...evidenceOf(facts, 'nccl-log').flatMap(({ speakers }) => speakers.flatMap(({ host }) => host ?? [])),
  ]),
])

function knownHostIn(facts: Facts, input: string): string | undefined {
  const path = input.split(/[\\/]/).slice(-2).join('/')
  const found = named(facts).filter((host) => host.length > 1 && containsWord(path, host))
  // gpu-1 lies in gpu-1-a.
  const [longest] = found.sort((a, b) => b.length - a.length)
  return longest
}

function containsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + word.length]]
    if (!/[a-z0-9]/i.test(before) && !/[a-z0-9]/i.test(after)) return true
  }
  return false
}

export const hosts = computed((facts): readonly HostView[] => {
  const all = evidenceOf(facts, 'host-facts')
  const byFolder = foldersTellHosts(all)
  const nameOf = ({ host, place }: HostFacts): string | undefined =>
    host ?? hostOfInput(facts, place.input) ?? (byFolder ? folderOf(place.input) : undefined)
  return [...groupBy(all, nameOf)].map(([name, facts]) => ({
    name,
    facts: facts.flatMap((one) => one.facts),
    sources: new Set(facts.map(({ source }) => source)),
  }))
})

/** The facts of one kind of a host, in the order they were read. */
export function factsOf<Is extends HostFact['is']>(host: HostView, is: Is): readonly HostFactOf<Is>[] {
  return host.facts.filter((fact): fact is HostFactOf<Is> => fact.is === is)
}

const folderOf = (input: string): string | undefined => input.split(/[\\/]/).at(-2)

/** Unnamed files of one format in several folders: a folder is a host. */
function foldersTellHosts(all: readonly HostFacts[]): boolean {
  const unnamed = all.filter(({ host, place }) => host === undefined && hostInName(place.input) === undefined)
  return [...groupBy(unnamed, ({ source, place }) => `${source} ${fileOf(place.input)}`).values()].some(
    (same) => new Set(same.map(({ place }) => folderOf(place.input))).size > 1,
  )
}

const fileOf = (input: string): string => input.split(/[\\/]/).at(-1) ?? ''
