/** `ringscope list links`: the link catalogue, with what is often misquoted. */
import { print } from '../../base/print.ts'
import { links as all, type LinkKind } from '../../machine/links.ts'
import type { LinkTexts } from '../../messages/links.ts'
import type { ListMaker } from './listing.ts'

/** PCIe counts lanes; people think in slots of sixteen. */
const WIDTHS = { link: 1, lane: 16, port: 1, socket: 1 } as const

export const links: ListMaker = ({ list: { columns, notes }, links: texts, report: { join } }) => ({
  columns: [
    { title: columns.id },
    { title: columns.raw, align: 'right' },
    { title: columns.usable, align: 'right' },
    { title: columns.per, optional: true },
    { title: columns.latency, align: 'right' },
    { title: columns.quoted, grow: true },
  ],
  rows: all.map((link) => [
    link.id,
    rawText(link),
    usableText(link),
    widthText(link, texts),
    print.duration(link.latencySeconds),
    link.quotes.map(quoteText).join(join.names),
  ]),
  notes: notes.links,
  data: all,
})

export const rawText = (link: LinkKind): string =>
  'rawBandwidth' in link && link.rawBandwidth !== undefined
    ? print.rate(link.rawBandwidth * WIDTHS[link.per])
    : '-'

export function usableText(link: LinkKind): string {
  if ('bandwidth' in link) return print.rate(link.bandwidth * WIDTHS[link.per])
  return link.most === undefined ? print.percent(link.usableShare) : `<= ${print.rate(link.most)}`
}

export const widthText = ({ per }: LinkKind, { per: texts }: LinkTexts): string =>
  per === 'lane' ? 'x16' : texts[per]

const quoteText = (quote: LinkKind['quotes'][number]): string =>
  'rate' in quote
    ? `${print.rate(quote.rate)}`
    : quote.from === quote.to
      ? print.duration(quote.from)
      : `${print.duration(quote.from)}-${print.duration(quote.to)}`
