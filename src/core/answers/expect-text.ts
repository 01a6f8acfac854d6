/** Answers of `expect` as text, Markdown and JSON; several machines beside each other. */
import type { Catalogue } from '../messages/catalogue.ts'
import { type ExpectAnswer, severityOf } from '../report/expect/answer.ts'
import { comparedMarkdownOf, comparedTextOf } from '../report/expect/compared.ts'
import { expectJsonOf } from '../report/expect/json.ts'
import { expectMarkdownOf } from '../report/expect/markdown.ts'
import { type SimulatedAnswer, simulatedSeverityOf } from '../report/expect/simulated.ts'
import { simulatedMarkdownOf, simulatedShortOf, simulatedTextOf } from '../report/expect/simulated-text.ts'
import { expectShortOf, expectTextOf } from '../report/expect/text.ts'
import type { TextView } from '../report/text/view.ts'
import type { Format } from './format.ts'

/** Of a machine that a model knows, or of a graph that was simulated. */
export type Expected = ExpectAnswer | SimulatedAnswer

export function expectText(
  answers: readonly Expected[],
  format: Format | 'short',
  { words, view, version }: { readonly words: Catalogue; readonly view: TextView; readonly version: string },
): string {
  const [only, ...others] = answers
  if (format === 'json' || !only) return expectJsonOf(answers, version)
  if (format === 'short')
    return answers
      .map((answer) =>
        'simulated' in answer ? simulatedShortOf(answer, words) : expectShortOf(answer, words),
      )
      .join('')
  if (others.length > 0)
    return format === 'md' ? comparedMarkdownOf(answers, words) : comparedTextOf(answers, words, view)
  if ('simulated' in only)
    return format === 'md' ? simulatedMarkdownOf(only, words) : simulatedTextOf(only, words, view)
  return format === 'md' ? expectMarkdownOf(only, words) : expectTextOf(only, words, view)
}

export const expectSeverity = (answer: Expected): string =>
  'simulated' in answer ? simulatedSeverityOf(answer) : severityOf(answer)
