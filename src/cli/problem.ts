/** How a problem is reported on stderr: what was seen, the nearest names, what was expected, what to do next. */
import { print } from '../core/base/print.ts'
import type { CliTexts, Problem, ProblemId, ProblemText, ProblemValues } from '../core/messages/cli.ts'
import { cut, padEnd, widthOf, wrap } from '../core/report/text/width.ts'
import { printable } from '../core/text/printable.ts'
import type { ExitCode } from './answer.ts'

/** Wrong usage is 2; what cannot be helped by calling otherwise is 4. */
export const exitOf = (problem: Problem): ExitCode =>
  problem.id === 'unexpected' ||
  problem.id === 'run-failed' ||
  (problem.id === 'output-unwritable' && problem.values.path === 'stdout')
    ? 4
    : 2

/** What was typed is repeated, but not a file that was pasted in its place. */
const MOST_SHOWN = 600

export function problemText(problem: Problem, { problems, titles, names }: CliTexts, width: number): string {
  const { what, expected, next } = textOf(problems, problem)
  const shown = (text: string): string => cut(printable(text), MOST_SHOWN)
  const parts = [
    { label: titles.nearest, text: problem.nearest && names(problem.nearest) },
    { label: titles.expected, text: expected },
    { label: titles.next, text: next },
  ].flatMap(({ label, text }) => (text ? [{ label, text: shown(text) }] : []))
  const column = Math.max(0, ...parts.map(({ label }) => widthOf(label))) + 4
  const lines = parts.flatMap(({ label, text }) =>
    wrap(text, width - column).map((line, at) => padEnd(at === 0 ? `  ${label}` : '', column) + line),
  )
  return `${[...wrap(`ringscope: ${shown(what)}`, width), ...lines].join('\n')}\n`
}

function textOf<Id extends ProblemId>(
  texts: CliTexts['problems'],
  problem: { id: Id; values: ProblemValues[Id] },
): ProblemText {
  return texts[problem.id](problem.values, print)
}

/** Node's code of a system error ("ENOENT"), else its message in one line. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  const message = error instanceof Error ? error.message : String(error)
  return (message.split('\n')[0] ?? '').slice(0, 200)
}
