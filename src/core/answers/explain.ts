/** What `ringscope explain` knows: rules, collectives, algorithms, links, presets, variables and the field's words, each found by its names. */
import { nearest } from '../base/nearest.ts'
import { algorithms } from './topics/algorithms.ts'
import { collectives } from './topics/collectives.ts'
import { links } from './topics/links.ts'
import { messageTopic } from './topics/message.ts'
import { presets } from './topics/presets.ts'
import { rules } from './topics/rules.ts'
import { terms } from './topics/terms.ts'
import type { Topic } from './topics/topic.ts'
import { variables } from './topics/variables.ts'

/** The first that fits is taken: a term before the collective or link of the same name; an algorithm brings its term along. */
export const TOPICS: readonly Topic[] = [
  ...algorithms,
  ...terms.filter(({ id }) => !algorithms.some((algorithm) => algorithm.id === id)),
  ...collectives,
  ...rules,
  ...presets,
  ...links,
  ...variables,
]

const plain = (name: string): string => name.toLowerCase().replace(/[-_ .]/g, '')

/** By its id, else by another spelling, else as a line that a program printed. */
export function topicNamed(text: string): Topic | undefined {
  const wanted = plain(text)
  return (
    TOPICS.find(({ id }) => plain(id) === wanted) ??
    TOPICS.find(({ also }) => also.some((name) => plain(name) === wanted)) ??
    messageTopic(text)
  )
}

/** Ids of the topics whose names are nearest. */
export function nearestTopics(text: string): readonly string[] {
  const names = TOPICS.flatMap((topic) => [topic.id, ...topic.also].map((name) => ({ name, id: topic.id })))
  const near = nearest(
    text.slice(0, 40),
    names.map(({ name }) => name),
    12,
  )
  return [
    ...new Set(near.flatMap((name) => names.find((candidate) => candidate.name === name)?.id ?? [])),
  ].slice(0, 3)
}
