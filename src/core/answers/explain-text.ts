/** Topics as text, Markdown and JSON: one, or without a name all of them. */
import { groupBy } from '../base/group-by.ts'
import type { Catalogue } from '../messages/catalogue.ts'
import { INDENT, labelled } from '../report/text/lines.ts'
import { escaped } from '../report/text/markdown-table.ts'
import type { TextView } from '../report/text/view.ts'
import { widthOf, wrap } from '../report/text/width.ts'
import { TOPICS } from './explain.ts'
import type { Format } from './format.ts'
import type { Topic } from './topics/topic.ts'

/** Without a topic: all of them. */
export function topicsText({ list }: Catalogue, view: TextView): string {
  // The variables fill pages: `list variables` shows them.
  const shown = TOPICS.filter(({ kind }) => kind !== 'variable')
  const kinds = [...groupBy(shown, ({ kind }) => kind)]
  const column = Math.max(...kinds.map(([kind]) => widthOf(list.kinds[kind]))) + 2
  const lines = kinds.flatMap(([kind, topics]) =>
    labelled(list.kinds[kind], topics.map(({ id }) => id).join(', '), column, view),
  )
  return `${[...lines, '', `${INDENT}${list.more}`].join('\n')}\n`
}

/** One topic. */
export function topicText(topic: Topic, words: Catalogue, format: Format, view: TextView): string {
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
        facts
          .map(([label, text]) => `- ${label ? `${label}${words.report.join.after}` : ''}${escaped(text)}`)
          .join('\n'),
        ...(see.length > 0
          ? [`${seeLabel}${words.report.join.after}${see.map(escaped).join(words.report.join.names)}`]
          : []),
      ]
        .filter(Boolean)
        .join('\n\n')
        .concat('\n')
    case 'text': {
      const all = see.length > 0 ? [...facts, [seeLabel, see.join(words.report.join.names)] as const] : facts
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
