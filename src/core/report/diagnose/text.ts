/** A report as text: the verdict first, at most 96 columns and about 30 lines unless verbose. */
import { print } from '../../base/print.ts'
import { catalogueOf } from '../../messages/index.ts'
import type { ReportTexts } from '../../messages/report.ts'
import { bar } from '../text/bar.ts'
import { headed, INDENT, labelled, sourced } from '../text/lines.ts'
import { table } from '../text/table.ts'
import { paint, type TextView, type Tone } from '../text/view.ts'
import { cut, widthOf } from '../text/width.ts'
import { findingLines } from './finding-text.ts'
import { type Names, namesOf } from './names.ts'
import type { Finding, MeasuredRow, Measurement, Report, Status, Subject } from './report.ts'
import { findingsShown, measurementShown, rowsShown } from './shown.ts'

const MOST_SUBJECTS = 12
const MOST_NOTES = 3

const TONES: Readonly<Record<Status, Tone>> = {
  broken: 'bad',
  degraded: 'bad',
  healthy: 'good',
  unknown: 'notice',
}

export function textOf(report: Report, view: TextView): string {
  const words = catalogueOf(report.lang).report
  const measurement = measurementShown(report)
  const names = namesOf(report.inputs)
  const { status, headline } = report.verdict
  const word = words.status[status]
  const blocks = [
    headed(word, paint(word, TONES[status], view), headline, view),
    summary(report, measurement, names, words, view),
    report.subjects.length > 1 ? subjectTable(report.subjects, words, view) : [],
    measurement ? curve(measurement, report.findings, words, view) : [],
    ...findingLines(view.verbose ? report.findings : findingsShown(report), names, words, view),
    closing(report, names, words, view),
  ]
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n')
}

/** The verdict in one line that stands alone, and the first thing to do: for a chat. */
export function shortTextOf({ verdict, findings, lang }: Report): string {
  const { status, labels } = catalogueOf(lang).report
  const loud = findings.find(({ severity }) => severity === 'error' || severity === 'warning')
  const next = loud?.actions[0] ?? verdict.collectNext[0]
  return `${status[verdict.status]}  ${verdict.headline}\n${next ? `${labels.do}  ${next}\n` : ''}`
}

/** machine, measured, expected: what, and at the right edge where it stands. */
function summary(
  { system }: Report,
  measurement: Measurement | undefined,
  names: Names,
  words: ReportTexts,
  view: TextView,
): readonly string[] {
  const { labels } = words
  const lines: (readonly [label: string, text: string, source: string])[] = []
  if (system.title)
    lines.push([
      labels.machine,
      system.title,
      [...new Set(system.places.map(names.place))].join(words.join.names),
    ])
  if (measurement?.summary && measurement.plateau)
    lines.push([labels.measured, measurement.summary, names.place(measurement.plateau.place)])
  const expectations = measurement?.expectations ?? []
  for (const [at, { as, expected, reason, basis, explains }] of expectations.entries()) {
    const state = as === 'built' ? labels.asBuilt : labels.asFound
    const source = expectations.length === 1 ? basis : state + words.join.after + (explains ?? basis)
    lines.push([at === 0 ? labels.expected : '', `${print.quantity(expected)}  ${reason}`, source])
  }
  for (const [at, { text, meaning }] of (measurement?.interval?.readings ?? []).entries())
    lines.push([at === 0 ? labels.expected : '', text, meaning])
  for (const { text, places } of system.contradictions)
    lines.push(['', text, places.map(names.place).join(words.join.names)])
  const open = system.facts.flatMap(({ text }) => text ?? [])
  if (open.length > 0) lines.push([labels.supposed, open.join(words.join.sentences), ''])
  const column = Math.max(0, ...lines.map(([label]) => widthOf(label))) + 2
  return lines.flatMap(([label, text, source]) => sourced(label, text, source, column, view))
}

const CURVE_INDENT = 4
const GAP = 2
const SHORTEST_BAR = 10
const LONGEST_BAR = 22

/** Size by size, measured beside expected, with a bar on which the expected value is marked. */
function curve(
  measurement: Measurement,
  findings: readonly Finding[],
  words: ReportTexts,
  view: TextView,
): readonly string[] {
  const rows = view.verbose ? measurement.rows : rowsShown(measurement, findings)
  if (rows.length === 0) return []
  const { labels, bound } = words
  const known = rows.some(({ expected }) => expected !== undefined)
  const titles = [labels.size, `${labels.measured} GB/s`, known ? labels.expected : '', '']
  const cells = rows.map(({ bytes, busbw, expected }) => [
    print.bytes(bytes),
    print.number(busbw),
    expected ? bandOf(expected) : '',
    expected?.firm ? print.percent(busbw / expected.busbw) : '',
  ])
  const bounds = rows.map(({ expected }) => (expected ? bound[expected.bound] : ''))
  const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(widthOf)) + GAP
  const taken = titles.reduce(
    (sum, title, at) => sum + widest([title, ...cells.map((row) => row[at] ?? '')]),
    CURVE_INDENT + widest(bounds),
  )
  const columns = Math.max(SHORTEST_BAR, Math.min(LONGEST_BAR, view.width - taken))
  const full = Math.max(...rows.map(({ busbw, expected }) => Math.max(busbw, expected?.busbw ?? 0)))
  const origin = '0 GB/s'
  return table(
    [
      ...titles.map((title) => ({ title, align: 'right' as const })),
      { title: origin + print.number(full).padStart(columns - origin.length) },
      { title: '' },
    ],
    rows.map(({ busbw, expected }, at) => [
      ...(cells[at] ?? []),
      bar(busbw, { full, columns, ascii: view.ascii, ...(expected ? { mark: expected.busbw } : {}) }),
      bounds[at] ?? '',
    ]),
    { width: view.width, indent: CURVE_INDENT, gap: GAP },
  )
}

/** Below 1 MiB launch and fabric decide: a range instead of a value. */
const bandOf = ({ firm, busbw, low, high }: NonNullable<MeasuredRow['expected']>): string =>
  firm ? print.number(busbw) : `${print.number(low)}-${print.number(high)}`

function subjectTable(all: readonly Subject[], words: ReportTexts, view: TextView): readonly string[] {
  const { labels, status } = words
  const shown = view.verbose ? all : all.slice(0, MOST_SUBJECTS)
  const siblings = shown.some(({ fromSiblings }) => fromSiblings !== undefined)
  const lines = table(
    [
      { title: labels.host },
      { title: labels.measured, align: 'right' },
      { title: labels.expected, align: 'right' },
      { title: labels.share, align: 'right' },
      { title: siblings ? labels.fromSiblings : '', align: 'right' },
      { title: labels.verdict },
    ],
    shown.map(({ label, measured, expected, share, fromSiblings, verdict }) => [
      cut(label, Math.max(16, view.width - 62)),
      measured ? print.quantity(measured) : '-',
      expected ? print.quantity(expected) : '-',
      share === undefined ? '-' : print.percent(share),
      fromSiblings === undefined ? '' : `${fromSiblings > 0 ? '+' : ''}${print.percent(fromSiblings)}`,
      status[verdict],
    ]),
    { width: view.width },
  )
  const left = all.length - shown.length
  return left > 0 ? [...lines, INDENT + words.moreRows({ rows: left }, print)] : lines
}

/** In order, not seen, next, notes, read. */
function closing(report: Report, names: Names, words: ReportTexts, view: TextView): readonly string[] {
  const { labels } = words
  const notes = view.verbose ? report.notes : report.notes.slice(0, MOST_NOTES)
  const left = report.notes.length - notes.length
  const lines: (readonly [label: string, text: string])[] = [
    [labels.inOrder, report.checked.map(({ text }) => text).join(words.join.items)],
    [labels.notSeen, report.notSeen.map(({ text }) => text).join(words.join.sentences)],
    ...report.verdict.collectNext.map((next, at) => [at === 0 ? labels.next : '', next] as const),
    ...notes.map(
      ({ text, place }, at) =>
        [at === 0 ? labels.notes : '', place ? `${names.place(place)}  ${text}` : text] as const,
    ),
    ['', left > 0 ? words.moreFindings({ findings: left }, print) : ''],
    [labels.read, readText(report, names, words)],
  ]
  const shown = lines.filter(([, text]) => text !== '')
  const column = Math.max(...shown.map(([label]) => widthOf(label))) + 2
  return shown.flatMap(([label, text], at) =>
    at === shown.length - 1
      ? sourced(label, text, `ringscope ${report.version}`, column, view)
      : labelled(label, text, column, view),
  )
}

function readText({ inputs }: Report, { read }: Names, words: ReportTexts): string {
  const lines = inputs.reduce((sum, input) => sum + input.lines, 0)
  const skipped = inputs.reduce((sum, input) => sum + input.skipped, 0)
  // JSON, XML and the like are read whole, not by lines.
  const bytes = inputs.reduce((sum, input) => sum + (input.lines === 0 ? input.bytes : 0), 0)
  const counted = { files: inputs.length, lines, bytes, skipped }
  return (read ? read + words.join.after : '') + words.inputs(counted, print)
}
