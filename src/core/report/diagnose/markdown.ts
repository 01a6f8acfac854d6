/** A report as Markdown: for an issue, a wiki page or a chat that renders it. */
import { print } from '../../base/print.ts'
import { catalogueOf } from '../../messages/index.ts'
import type { ReportTexts } from '../../messages/report.ts'
import type { Finding, Measurement, Report, Subject } from './report.ts'
import { measurementShown, rowsShown } from './shown.ts'

export function markdownOf(report: Report, { verbose = false }: { readonly verbose?: boolean } = {}): string {
  const words = catalogueOf(report.lang).report
  const { labels } = words
  const measurement = measurementShown(report)
  const parts = [
    `# ${words.status[report.verdict.status]}${words.join.after}${escaped(report.verdict.headline)}`,
    list([
      [labels.machine, escaped(report.system.title)],
      [labels.measured, escaped(measurement?.summary ?? '')],
      ...(measurement?.expectations ?? []).map((expectation): [string, string] => [
        labels.expected + words.join.aside(expectation.as === 'built' ? labels.asBuilt : labels.asFound),
        escaped(
          `${print.quantity(expectation.expected)}${words.join.after}${expectation.reason}${words.join.sentences}${expectation.basis}`,
        ),
      ]),
      ...(measurement?.interval?.readings ?? []).map(({ text, meaning }): [string, string] => [
        labels.expected,
        escaped(meaning ? `${text}${words.join.after}${meaning}` : text),
      ]),
      ...report.system.contradictions.map(({ text }): [string, string] => [labels.machine, escaped(text)]),
      [
        labels.supposed,
        escaped(report.system.facts.flatMap(({ text }) => text ?? []).join(words.join.sentences)),
      ],
    ]),
    report.subjects.length > 1 ? subjectTable(report.subjects, words) : '',
    measurement ? curveTable(measurement, report.findings, words, verbose) : '',
    ...report.findings.map((finding) => findingText(finding, words)),
    list([
      [labels.inOrder, escaped(report.checked.map(({ text }) => text).join(words.join.items))],
      [labels.notSeen, escaped(report.notSeen.map(({ text }) => text).join(words.join.sentences))],
      ...report.verdict.collectNext.map((next): [string, string] => [labels.next, escaped(next)]),
      ...report.notes.map(({ text, place }): [string, string] => [
        labels.notes,
        escaped(place?.line ? `${place.input}:${place.line} ${text}` : text),
      ]),
    ]),
    `ringscope ${report.version}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function curveTable(
  measurement: Measurement,
  findings: readonly Finding[],
  words: ReportTexts,
  verbose: boolean,
): string {
  const { labels } = words
  const rows = verbose ? measurement.rows : rowsShown(measurement, findings)
  return tableOf(
    [labels.size, labels.time, `${labels.measured} (GB/s busbw)`, `${labels.expected} (GB/s)`, labels.share],
    rows.map(({ bytes, seconds, busbw, expected }) => [
      print.bytes(bytes),
      print.duration(seconds),
      print.number(busbw),
      expected ? `${print.number(expected.low)}-${print.number(expected.high)}` : '',
      expected?.firm ? print.percent(busbw / expected.busbw) : '',
    ]),
  )
}

const subjectTable = (subjects: readonly Subject[], words: ReportTexts): string =>
  tableOf(
    [
      words.labels.host,
      words.labels.measured,
      words.labels.expected,
      words.labels.share,
      words.labels.verdict,
    ],
    subjects.map(({ label, measured, expected, share, verdict }) => [
      escaped(label),
      measured ? print.quantity(measured) : '',
      expected ? print.quantity(expected) : '',
      share === undefined ? '' : print.percent(share),
      words.status[verdict],
    ]),
  )

function findingText(finding: Finding, words: ReportTexts): string {
  const { labels } = words
  const quoted = finding.evidence
    .slice(0, 4)
    .map(({ input, line, text }) =>
      fenced(`${line === undefined ? input : `${input}:${line}`} | ${text.trim()}`),
    )
  const lines = [
    `## ${words.severity[finding.severity]}${words.join.after}${escaped(finding.title)}`,
    `\`${finding.id}\`, ${words.confidence[finding.confidence]}`,
    ...quoted,
    escaped(finding.detail),
    list([
      ...finding.actions.map((action): [string, string] => [labels.do, escaped(action)]),
      [labels.verify, escaped(finding.verify ?? '')],
      ...finding.consequences.map((consequence): [string, string] => [
        labels.explains,
        `\`${consequence.id}\` ${escaped(consequence.title)}`,
      ]),
    ]),
  ]
  return lines.filter((line) => line !== '').join('\n\n')
}

const list = (items: readonly (readonly [label: string, text: string])[]): string =>
  items
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `- **${label}** ${text}`)
    .join('\n')

const tableOf = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, titles.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

/** A quoted line stays as it is, whatever it holds: the fence is longer than any run of backticks in it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text.replace(/[\r\n]/g, ' ')}\n${fence}`
}

/** What comes from files must not become markup. */
const escaped = (text: string): string =>
  text.replace(/[\r\n]+/g, ' ').replace(/[\\`*_[\]<>|#]/g, (mark) => `\\${mark}`)
