/** What is wrong with a schedule's file, in one sentence. */
import type { Print } from '../base/print.ts'
import type { ScheduleFault, ScheduleFileTexts } from './schedule-file.ts'

export function scheduleFaultText(fault: ScheduleFault, texts: ScheduleFileTexts, print: Print): string {
  switch (fault.while) {
    case 'reading':
      return textByKind(texts.reading, fault.problem, print)
    case 'verifying':
      return textByKind(texts.programs, fault.problem, print)
    case 'lifting':
      return fault.problem.kind === 'no-schedule'
        ? texts.noSchedule(textByKind(texts.schedule, fault.problem.problem, print))
        : textByKind({ ...texts.programs, ...texts.lifting }, fault.problem, print)
  }
}

/** Where it is, as editors take it: the line of the element, or of the first op that is named. */
export function lineOf({ problem }: ScheduleFault): number | undefined {
  if ('line' in problem) return problem.line
  if ('at' in problem) return problem.at.line
  if ('second' in problem) return problem.second.line
  if ('send' in problem) return problem.send.line
  if ('stuck' in problem) return problem.stuck[0]?.line
  return undefined
}

/** One union, one text: TypeScript cannot pair the kind with its sentence by itself. */
export const textByKind = <Values extends { readonly kind: string }>(
  texts: Readonly<Record<string, (values: never, print: Print) => string>>,
  values: Values,
  print: Print,
): string => texts[values.kind]?.(values as never, print) ?? ''
