/** `ringscope explain`: rules, collectives, algorithms, links, presets and the field's words. */
import { groupBy } from '../../core/base/group-by.ts'
import { nearest } from '../../core/base/nearest.ts'
import { failed } from '../../core/base/result.ts'
import type { Catalogue } from '../../core/messages/catalogue.ts'
import { catalogueOf } from '../../core/messages/index.ts'
import { INDENT, labelled } from '../../core/report/text/lines.ts'
import { escaped } from '../../core/report/text/markdown-table.ts'
import type { TextView } from '../../core/report/text/view.ts'
import { widthOf, wrap } from '../../core/report/text/width.ts'
import { answer, type Context, type Outcome } from '../answer.ts'
import type { CommandFile } from '../command.ts'
import { FORMATS, type Format, formatOf } from '../options.ts'
import { algorithms } from '../topics/algorithms.ts'
import { collectives } from '../topics/collectives.ts'
import { links } from '../topics/links.ts'
import { presets } from '../topics/presets.ts'
import { rules } from '../topics/rules.ts'
import { terms } from '../topics/terms.ts'
import type { Topic } from '../topics/topic.ts'
import { variables } from '../topics/variables.ts'

/** The first that fits is taken: a term before the collective or link of the same name; an algorithm brings its term along. */
const TOPICS: readonly Topic[] = [
  ...algorithms,
  ...terms.filter(({ id }) => !algorithms.some((its) => its.id === id)),
  ...collectives,
  ...rules,
  ...presets,
  ...links,
  ...variables,
]

export const explain: CommandFile = {
  formats: FORMATS,
  examples: ['explain busbw', 'explain all_gather', 'explain nvlink4', 'explain bandwidth-below-expected'],
  define(command, { arguments: words }, runs) {
    command
      .argument('[topic...]', words.explain)
      .action((topic: readonly string[], asked) => runs((context) => run(topic.join(' '), asked, context)))
  },
}

async function run(
  topic: string,
  asked: { readonly format?: string; readonly json?: boolean },
  context: Context,
): Promise<Outcome> {
  const format = formatOf(asked)
  if (!format.ok) return format
  const words = catalogueOf(context.lang)
  if (topic === '') return answer(index(words, context.view))
  const found = topicNamed(topic)
  if (!found)
    return failed({
      id: 'topic-unknown',
      values: { seen: topic },
      nearest: nearestTopics(topic),
    })
  return answer(rendered(found, words, format.value, context.view))
}

const plain = (name: string): string => name.toLowerCase().replace(/[-_ .]/g, '')

/** By its id, else by another spelling. */
export function topicNamed(text: string): Topic | undefined {
  const wanted = plain(text)
  return (
    TOPICS.find(({ id }) => plain(id) === wanted) ??
    TOPICS.find(({ also }) => also.some((name) => plain(name) === wanted))
  )
}

/** Ids of the topics whose names are nearest. */
function nearestTopics(text: string): readonly string[] {
  const names = TOPICS.flatMap((topic) => [topic.id, ...topic.also].map((name) => ({ name, id: topic.id })))
  const near = nearest(
    text.slice(0, 40),
    names.map(({ name }) => name),
    12,
  )
  return [...new Set(near.flatMap((name) => names.find((its) => its.name === name)?.id ?? []))].slice(0, 3)
}

/** Without a topic: all of them. */
function index({ list }: Catalogue, view: TextView): string {
  // The variables fill pages: `list variables` shows them.
  const shown = TOPICS.filter(({ kind }) => kind !== 'variable')
  const kinds = [...groupBy(shown, ({ kind }) => kind)]
  const column = Math.max(...kinds.map(([kind]) => widthOf(list.kinds[kind]))) + 2
  const lines = kinds.flatMap(([kind, topics]) =>
    labelled(list.kinds[kind], topics.map(({ id }) => id).join(', '), column, view),
  )
  return `${[...lines, '', `${INDENT}${list.more}`].join('\n')}\n`
}

function rendered(topic: Topic, words: Catalogue, format: Format, view: TextView): string {
  const { title, paragraphs, facts, see } = topic.explain(words)
  const { kinds, see: seeLabel } = words.list
  switch (format) {
    case 'json': {
      const body = { id: topic.id, kind: topic.kind, title, paragraphs, facts, see }
      return `${JSON.stringify({ schema: 'ringscope.topic/1', ...body }, undefined, 2)}\n`
    }
    case 'md':
      return [
        `# ${escaped(title)}`,
        ...paragraphs.map(escaped),
        facts.map(([label, text]) => `- ${label ? `${label}: ` : ''}${escaped(text)}`).join('\n'),
        ...(see.length > 0 ? [`${seeLabel}: ${see.map(escaped).join(', ')}`] : []),
      ]
        .filter(Boolean)
        .join('\n\n')
        .concat('\n')
    case 'text': {
      const all = see.length > 0 ? [...facts, [seeLabel, see.join(', ')] as const] : facts
      const column = Math.max(0, ...all.map(([label]) => widthOf(label))) + 2
      const room = view.width - widthOf(INDENT)
      const blocks = [
        wrap(`${title}   (${kinds[topic.kind]})`, room).map((line) => INDENT + line),
        paragraphs.flatMap((text) => wrap(text, room)).map((line) => INDENT + line),
        all.flatMap(([label, text]) => labelled(label, text, column, view)),
      ]
      return `${blocks
        .filter((lines) => lines.length > 0)
        .map((lines) => lines.join('\n'))
        .join('\n\n')}\n`
    }
  }
}
