/** A report as text: the verdict first, at most 96 columns and about 30 lines unless verbose. See docs/report.md. */
import { print } from '../base/print.ts'
import { catalogueOf } from '../messages/index.ts'
import type { ReportTexts } from '../messages/report.ts'
import { bar } from './bar.ts'
import type { Finding, MeasuredRow, Measurement, Report, Status, Subject } from './report.ts'
import { measurementShown, rowsShown } from './shown.ts'
import { table } from './table.ts'
import { paint, type TextView, type Tone } from './view.ts'
import { cut, padEnd, widthOf, wrap } from './width.ts'

const INDENT = '  '
/** Findings shown with their evidence and actions; the others take one line. */
const FULL_FINDINGS = 2
const MOST_SUBJECTS = 12

const TONES: Readonly<Record<Status, Tone>> = {
  broken: 'bad',
  degraded: 'bad',
  healthy: 'good',
  unknown: 'notice',
}
const SEVERITY_TONES = { error: 'bad', warning: 'warning', info: 'notice', ok: 'good' } as const

/** The lines of the report. */
export function textOf(report: Report, view: TextView): string {
  const words = catalogueOf(report.lang).report
  const measurement = measurementShown(report)
  const blocks = [
    headline(report, words, view),
    summary(report, measurement, words, view),
    report.subjects.length > 1 ? subjects(report.subjects, words, view) : [],
    measurement ? curve(measurement, words, view) : [],
    ...findings(report, words, view),
    closing(report, words, view),
  ]
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n')
}

/** The verdict in one line that stands alone, and the first thing to do: for a chat. */
export function shortTextOf(report: Report): string {
  const words = catalogueOf(report.lang).report
  const { status, headline, collectNext } = report.verdict
  const action = report.findings.find(({ severity }) => severity === 'error' || severity === 'warning')
    ?.actions[0]
  const next = action ?? collectNext[0]
  return [`${words.status[status]}  ${headline}`, ...(next ? [`${words.labels.do}  ${next}`] : [])]
    .join('\n')
    .concat('\n')
}

function headline({ verdict }: Report, words: ReportTexts, view: TextView): readonly string[] {
  const word = words.status[verdict.status]
  const room = view.width - widthOf(INDENT) - widthOf(word) - 2
  const [first = '', ...rest] = wrap(verdict.headline, room)
  return [
    `${INDENT}${paint(word, TONES[verdict.status], view)}  ${first}`,
    ...rest.map((line) => `${INDENT}${' '.repeat(widthOf(word) + 2)}${line}`),
  ]
}

/** machine, measured, expected: what, and on the right where it stands. */
function summary(
  report: Report,
  measurement: Measurement | undefined,
  words: ReportTexts,
  view: TextView,
): readonly string[] {
  const { labels } = words
  const lines: [label: string, text: string, source: string][] = []
  if (report.system.title) {
    const places = report.system.places.map((place) =>
      place.line ? `${place.input}:${place.line}` : place.input,
    )
    lines.push([labels.machine, report.system.title, [...new Set(places)].slice(0, 2).join(', ')])
  }
  if (measurement?.summary && measurement.plateau)
    lines.push([labels.measured, measurement.summary, placeOf(measurement.plateau.place)])
  for (const [at, { as, expected, reason, basis, explains }] of (measurement?.expectations ?? []).entries()) {
    const state = as === 'built' ? labels.asBuilt : labels.asFound
    const several = (measurement?.expectations.length ?? 0) > 1
    const source = [several ? state : '', explains ?? (as === 'built' ? basis : '')]
      .filter(Boolean)
      .join(': ')
    lines.push([at === 0 ? labels.expected : '', `${print.quantity(expected)}  ${reason}`, source])
  }
  if (report.system.assumed.length > 0) lines.push([labels.supposed, report.system.assumed.join('; '), ''])
  const column = Math.max(0, ...lines.map(([label]) => widthOf(label))) + 2
  return lines.flatMap(([label, text, source]) =>
    twoSided(padEnd(label, column) + text, source, column, view),
  )
}

/** Text on the left, its source at the right edge; on a line of its own where both do not fit. */
function twoSided(text: string, source: string, hang: number, view: TextView): readonly string[] {
  const room = view.width - widthOf(INDENT)
  const gap = room - widthOf(text) - widthOf(source)
  if (source === '' || gap < 2) {
    const [first = '', ...rest] = wrap(text, room)
    const more = [
      ...rest.flatMap((line) => wrap(line, room - hang)),
      ...(source === '' ? [] : wrap(source, room - hang)),
    ]
    return [INDENT + first, ...more.map((line) => INDENT + ' '.repeat(hang) + line)]
  }
  return [INDENT + text + ' '.repeat(Math.max(2, Math.min(gap, 64 - widthOf(text)))) + source].map((line) =>
    widthOf(line) > view.width ? INDENT + text + ' '.repeat(gap) + source : line,
  )
}

const placeOf = ({ input, line }: { readonly input: string; readonly line?: number }): string =>
  line === undefined ? input : `${input}:${line}`

/** Size by size, measured beside expected, with a bar; the expected value is marked. */
function curve(measurement: Measurement, words: ReportTexts, view: TextView): readonly string[] {
  const rows = view.verbose ? measurement.rows : rowsShown(measurement)
  if (rows.length === 0) return []
  const { labels } = words
  const full = Math.max(...rows.map((row) => Math.max(row.busbw, row.expected ? middle(row) : 0)))
  const columns = Math.max(10, Math.min(22, view.width - 62))
  const known = rows.some((row) => row.expected)
  const lines = table(
    [
      { title: labels.size, align: 'right' },
      { title: labels.measured, align: 'right' },
      { title: known ? labels.expected : '', align: 'right' },
      { title: '', align: 'right' },
      {
        title: `0 GB/s${' '.repeat(Math.max(1, columns - 6 - print.number(full).length))}${print.number(full)}`,
      },
      { title: '' },
    ],
    rows.map((row) => [
      print.bytes(row.bytes),
      print.number(row.busbw),
      row.expected
        ? row.expected.firm
          ? print.number(middle(row))
          : `${print.number(row.expected.low)}-${print.number(row.expected.high)}`
        : '',
      row.expected?.firm ? print.percent(row.busbw / middle(row)) : '',
      bar(row.busbw, { full, columns, ascii: view.ascii, ...(row.expected ? { mark: middle(row) } : {}) }),
      row.expected ? words.bound[row.expected.bound] : '',
    ]),
    { width: view.width, indent: 4 },
  )
  return lines
}

const middle = ({ expected, busbw }: MeasuredRow): number => expected?.busbw ?? busbw

function subjects(all: readonly Subject[], words: ReportTexts, view: TextView): readonly string[] {
  const { labels } = words
  const shown = view.verbose ? all : all.slice(0, MOST_SUBJECTS)
  const siblings = shown.some((subject) => subject.fromSiblings !== undefined)
  const lines = table(
    [
      { title: labels.host },
      { title: labels.measured, align: 'right' },
      { title: labels.expected, align: 'right' },
      { title: labels.share, align: 'right' },
      { title: siblings ? labels.fromSiblings : '', align: 'right' },
      { title: labels.verdict },
    ],
    shown.map((subject) => [
      cut(subject.label, Math.max(16, view.width - 62)),
      subject.measured ? print.quantity(subject.measured) : '-',
      subject.expected ? print.quantity(subject.expected) : '-',
      subject.share === undefined ? '-' : print.percent(subject.share),
      subject.fromSiblings === undefined
        ? ''
        : `${subject.fromSiblings > 0 ? '+' : ''}${print.percent(subject.fromSiblings)}`,
      words.status[subject.verdict],
    ]),
    { width: view.width },
  )
  const left = all.length - shown.length
  return left > 0 ? [...lines, INDENT + words.moreRows({ rows: left }, print)] : lines
}

function findings(report: Report, words: ReportTexts, view: TextView): readonly (readonly string[])[] {
  const loud = report.findings.filter(({ severity }) => severity === 'error' || severity === 'warning')
  const quiet = report.findings.filter(({ severity }) => severity === 'info' || severity === 'ok')
  const full = view.verbose ? report.findings : loud.slice(0, FULL_FINDINGS)
  const brief = view.verbose ? [] : [...loud.slice(FULL_FINDINGS), ...quiet]
  return [
    ...full.map((finding) => whole(finding, words, view)),
    brief.flatMap((finding) => heading(finding, words, view)),
  ]
}

/** ERROR  gpu-asymmetry  GPU5 has 8 NVLinks, its seven siblings have 12          certain */
function heading(finding: Finding, words: ReportTexts, view: TextView): readonly string[] {
  const severity = words.severity[finding.severity]
  const start = `${finding.id}   `
  const end = finding.severity === 'ok' ? '' : words.confidence[finding.confidence]
  const hang = widthOf(severity) + 2
  const room = view.width - widthOf(INDENT) - hang
  const [first = '', ...rest] = wrap(start + finding.title, room - widthOf(end) - 2)
  const gap = Math.max(2, room - widthOf(first) - widthOf(end))
  return [
    `${INDENT}${paint(severity, SEVERITY_TONES[finding.severity], view)}  ${end ? first + ' '.repeat(gap) + end : first}`,
    ...rest.map((line) => INDENT + ' '.repeat(hang) + line),
  ]
}

function whole(finding: Finding, words: ReportTexts, view: TextView): readonly string[] {
  const { labels } = words
  const inner = `${INDENT}  `
  const places = finding.evidence.slice(0, view.verbose ? 8 : 2)
  const quoted = places.map((place) => cut(`${inner}${placeOf(place)} | ${place.text.trim()}`, view.width))
  const column = Math.max(widthOf(labels.do), widthOf(labels.verify), widthOf(labels.explains)) + 2
  const labelled = (label: string, text: string): readonly string[] =>
    wrap(text, view.width - widthOf(inner) - column).map(
      (line, at) => inner + padEnd(at === 0 ? label : '', column) + line,
    )
  return [
    ...heading(finding, words, view),
    ...quoted,
    ...wrap(finding.detail, view.width - widthOf(inner)).map((line) => inner + line),
    ...finding.actions.flatMap((action, at) => labelled(at === 0 ? labels.do : '', action)),
    ...(finding.verify ? labelled(labels.verify, finding.verify) : []),
    ...finding.consequences.flatMap((its) => labelled(labels.explains, `${its.id}   ${its.title}`)),
  ]
}

/** In order, not seen, next, read. */
function closing(report: Report, words: ReportTexts, view: TextView): readonly string[] {
  const { labels } = words
  const lines: [label: string, text: string][] = []
  if (report.checked.length > 0)
    lines.push([labels.inOrder, report.checked.map(({ text }) => text).join(', ')])
  if (report.notSeen.length > 0)
    lines.push([labels.notSeen, report.notSeen.map(({ text }) => text).join('; ')])
  for (const [at, next] of report.verdict.collectNext.entries())
    lines.push([at === 0 ? labels.next : '', next])
  const notes = view.verbose ? report.notes : report.notes.slice(0, 3)
  for (const [at, note] of notes.entries())
    lines.push([
      at === 0 ? labels.notes : '',
      note.place ? `${placeOf(note.place)}  ${note.text}` : note.text,
    ])
  const left = report.notes.length - notes.length
  if (left > 0) lines.push(['', words.moreFindings({ findings: left }, print)])
  lines.push([labels.read, `${readText(report, words)}   ringscope ${report.version}`])
  const column = Math.max(...lines.map(([label]) => widthOf(label))) + 2
  return lines.flatMap(([label, text]) =>
    wrap(text, view.width - widthOf(INDENT) - column).map(
      (line, at) => INDENT + padEnd(at === 0 ? label : '', column) + line,
    ),
  )
}

function readText({ inputs }: Report, words: ReportTexts): string {
  const lines = inputs.reduce((sum, input) => sum + input.lines, 0)
  const skipped = inputs.reduce((sum, input) => sum + input.skipped, 0)
  const names = inputs.length <= 3 ? `${inputs.map(({ name }) => name).join(', ')}: ` : ''
  return names + words.inputs({ files: inputs.length, lines, skipped }, print)
}
