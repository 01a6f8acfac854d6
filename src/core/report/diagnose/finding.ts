/** What a rule found, put into words: Found + messages = Finding. */
import { print } from '../../base/print.ts'
import type { Catalogue } from '../../messages/catalogue.ts'
import type { RuleText } from '../../messages/rule-text.ts'
import type { RuleFinding } from '../../rules/run.ts'
import type { Finding } from './report.ts'

export function findingOf(
  { rule, found, byLine, consequences }: RuleFinding,
  texts: Pick<Catalogue, 'rules' | 'failure'>,
): Finding {
  // The values of a finding fit the text of its own rule; the list of all findings no longer tells which that is.
  const text = (byLine ? texts.failure : texts.rules[rule]) as RuleText<unknown>
  const values: unknown = found.values
  const cause = text.cause?.(values, print)
  const verify = text.verify?.(values, print)
  return {
    ...found,
    id: rule,
    values: found.values as Readonly<Record<string, unknown>>,
    title: text.title(values, print),
    ...(cause === undefined ? {} : { cause }),
    detail: text.detail(values, print),
    actions: text.actions(values, print),
    ...(verify === undefined ? {} : { verify }),
    consequences: consequences.map((consequence) => findingOf(consequence, texts)),
  }
}
