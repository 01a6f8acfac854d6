/** docs/rules/<id>.md: the page of a rule, made of what `list rules` and `explain` say of it, in both languages. */
import { type Catalogue, LANGS } from '../messages/catalogue.ts'
import { RULE_SOURCES } from '../messages/explain-rules.ts'
import type { RuleId } from '../messages/findings.ts'
import { catalogueOf } from '../messages/index.ts'
import { rules } from '../rules/index.ts'

/** The page of one rule, in Markdown. */
export function rulePage(id: RuleId): string {
  const needs = rules.find((rule) => rule.id === id)?.needs ?? []
  const reads = needs.map((need) => (typeof need === 'string' ? need : need.join(' / '))).join(' + ')
  return [
    `# \`${id}\``,
    '',
    ...LANGS.flatMap((lang) => sectionOf(id, catalogueOf(lang))),
    `Evidence: ${reads === '' ? '-' : reads}. Code: [src/core/rules/${id}.ts](../../src/core/rules/${id}.ts).`,
    '',
  ].join('\n')
}

function sectionOf(id: RuleId, { rules: texts, explainRules: { labels, rules: full } }: Catalogue): string[] {
  const { title, about } = texts[id]
  const { known, costs, todo, verify } = full[id]
  const sources = RULE_SOURCES[id]
  const rows = [
    [labels.known, known],
    [labels.costs, costs],
    [labels.todo, todo],
    [labels.verify, verify],
    ...(sources.length > 0 ? [[labels.sources, sources.join('; ')] as const] : []),
  ]
  return [
    `## ${title.charAt(0).toUpperCase()}${title.slice(1)}`,
    '',
    about,
    '',
    ...rows.flatMap(([label = '', text = '']) => [
      `**${label.charAt(0).toUpperCase()}${label.slice(1)}**  `,
      text,
      '',
    ]),
  ]
}

/** docs/rules/README.md: all pages. */
export function ruleIndex(): string {
  const { rules: texts } = catalogueOf('en')
  return [
    '# The rules, one page each',
    '',
    'Made by `node scripts/rule-pages.mjs` from the texts of `ringscope explain`. When each speaks, and how loud: [../rules.md](../rules.md).',
    '',
    ...rules.map(({ id }) => `- [\`${id}\`](${id}.md): ${texts[id].title}`),
    '',
  ].join('\n')
}
