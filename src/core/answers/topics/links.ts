/** The link catalogue as topics. */
import { print } from '../../base/print.ts'
import { links as all, quoteFacts } from '../../machine/links.ts'
import { rawText, usableText, widthText } from '../lists/links.ts'
import type { Topic } from './topic.ts'

export const links: readonly Topic[] = all.map((link) => ({
  id: link.id,
  kind: 'link',
  also: [link.title],
  explain: ({ links: texts, list: { columns } }) => ({
    title: `${link.id}: ${link.title}`,
    paragraphs: [],
    facts: [
      [columns.per, widthText(link, texts)],
      [columns.raw, rawText(link)],
      [columns.usable, usableText(link)],
      [columns.latency, print.duration(link.latencySeconds)],
      [columns.source, link.source],
      ...link.quotes.map(
        (quote, at) =>
          [
            at === 0 ? columns.quoted : '',
            texts.verdict[quote.verdict](quoteFacts(link, quote), print),
          ] as const,
      ),
    ],
    see: link.id.startsWith('nvlink') ? ['NVLink'] : link.id.startsWith('pcie') ? ['PCIe'] : [],
  }),
}))
