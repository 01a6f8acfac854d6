/** Findings as text: the loudest whole, with the quoted lines and what to do; the others in a line each. */
import { groupBy } from '../../base/group-by.ts'
import { print } from '../../base/print.ts'
import type { ReportTexts } from '../../messages/report.ts'
import { INDENT, labelled } from '../text/lines.ts'
import { paint, type TextView, type Tone } from '../text/view.ts'
import { cut, widthOf, wrap } from '../text/width.ts'
import type { Names } from './names.ts'
import type { Finding } from './report.ts'

const MOST_WHOLE = 2
const MOST_QUOTED = 2
const MOST_QUOTED_VERBOSE = 8

const TONES: Readonly<Record<Finding['severity'], Tone>> = {
  error: 'bad',
  warning: 'warning',
  info: 'notice',
  ok: 'good',
}

/** One block a whole finding, and one for all that take a line. */
export function findingLines(
  findings: readonly Finding[],
  names: Names,
  words: ReportTexts,
  view: TextView,
): readonly (readonly string[])[] {
  const loud = findings.filter(({ severity }) => severity === 'error' || severity === 'warning')
  // What to do is the same for all that one rule finds.
  const firsts = [...groupBy(loud, ({ id }) => id).values()].flatMap(([first]) => (first ? [first] : []))
  const whole = view.verbose ? findings : firsts.slice(0, MOST_WHOLE)
  const brief = groupBy(
    findings.filter((finding) => !whole.includes(finding)),
    ({ id, severity }) => `${severity} ${id}`,
  )
  return [
    ...whole.map((finding) => wholeFinding(finding, names, words, view)),
    // Of several alike the first speaks for all.
    [...brief.values()].flatMap(([first, ...alike]) =>
      first ? heading(first, words, view, alike.length) : [],
    ),
  ]
}

/** ERROR  gpu-asymmetry   GPU5 has 8 NVLinks, its seven siblings have 12          certain */
function heading(finding: Finding, words: ReportTexts, view: TextView, alike = 0): readonly string[] {
  const severity = words.severity[finding.severity]
  const confidence = finding.severity === 'ok' ? '' : words.confidence[finding.confidence]
  const column = widthOf(severity) + 2
  const room = view.width - widthOf(INDENT) - column - widthOf(confidence) - 2
  const [first = '', ...rest] = wrap(
    `${finding.id}   ${finding.title}${alike > 0 ? words.alike({ findings: alike }, print) : ''}`,
    room,
  )
  const gap = ' '.repeat(room + 2 - widthOf(first))
  const painted = paint(severity, TONES[finding.severity], view)
  return [
    `${INDENT}${painted}  ${confidence ? first + gap + confidence : first}`,
    ...rest.map((line) => INDENT + ' '.repeat(column) + line),
  ]
}

function wholeFinding(finding: Finding, names: Names, words: ReportTexts, view: TextView): readonly string[] {
  const { labels } = words
  const indent = `${INDENT}  `
  const { title, detail, actions, verify, evidence, consequences } = finding
  const lines: (readonly [label: string, text: string])[] = [
    ...actions.map((action, at) => [at === 0 ? labels.do : '', action] as const),
    [labels.verify, verify ?? ''],
    ...consequences.map(
      (consequence, at) =>
        [at === 0 ? labels.explains : '', `${consequence.id}   ${consequence.title}`] as const,
    ),
  ]
  const shown = lines.filter(([, text]) => text !== '')
  const column = Math.max(0, ...shown.map(([label]) => widthOf(label))) + 2
  return [
    ...heading(finding, words, view),
    ...evidence
      .slice(0, view.verbose ? MOST_QUOTED_VERBOSE : MOST_QUOTED)
      .map((place) =>
        quoted(`${indent}${names.place(place)} | `, place.text.replace(/\t/g, '  ').trim(), view.width),
      ),
    ...(detail === title ? [] : wrap(detail, view.width - widthOf(indent)).map((line) => indent + line)),
    ...shown.flatMap(([label, text]) => labelled(label, text, column, view, indent)),
  ]
}

/** A line that does not fit loses who wrote it rather than what it says. */
function quoted(before: string, text: string, width: number): string {
  const message = text.search(/(?:[\w./-]+\.(?:cc|cu|h|cpp|c):\d+ )?NCCL (?:WARN|INFO) /)
  const fits = widthOf(before) + widthOf(text) <= width
  return cut(before + (fits || message <= 0 ? text : `… ${text.slice(message)}`), width)
}
