/** The rules as documents: docs/rules.md and docs/rules/<id>.md, made of what `list rules` and `explain` say, in both languages. */
import type { Catalogue } from '../../messages/catalogue.ts'
import { rules } from '../../rules/index.ts'
import { ruleNamed } from '../../rules/named.ts'
import { groupOf, RULE_GROUPS, type RuleId } from '../../rules/order.ts'
import { ruleExplained } from './rule.ts'

/** The page of one rule, in Markdown; a section for each language. */
export function rulePage(id: RuleId, languages: readonly Catalogue[]): string {
  const reads = ruleNamed(id)
    .needs.map((need) => (typeof need === 'string' ? need : need.join(' / ')))
    .join(' + ')
  const code = `src/core/rules/${groupOf(id)}/${id}.ts`
  return [
    `# \`${id}\``,
    '',
    ...languages.flatMap((words) => sectionOf(id, words)),
    `Evidence: ${reads === '' ? '-' : reads}. Code: [${code}](../../${code}).`,
    '',
  ].join('\n')
}

function sectionOf(id: RuleId, words: Catalogue): string[] {
  const { name, about, facts } = ruleExplained(id, words)
  return [
    `## ${capital(name)}`,
    '',
    about,
    '',
    ...facts.flatMap(([label, text]) => [`**${capital(label)}**  `, text, '']),
  ]
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** docs/rules.md: a row for each rule, by group. */
export function ruleTable({ rules: texts, list }: Catalogue): string {
  return [
    '# Rules',
    '',
    'What ringscope can find. Made by `npm run generate` from the texts of `ringscope explain`; each rule has a page of its own. Adding one: [add-a-rule.md](add-a-rule.md). Their thresholds: [thresholds.md](thresholds.md).',
    '',
    'Severities are upper limits: where a verdict rests on a machine, fabric or number of NICs that was only supposed, it is `info`, and the report says what would decide.',
    '',
    ...RULE_GROUPS.flatMap((group) => [
      `## ${list.groups[group]}`,
      '',
      '| id | what it is | speaks when, and how loud |',
      '| --- | --- | --- |',
      ...rules
        .filter(({ id }) => groupOf(id) === group)
        .map(
          ({ id }) => `| [\`${id}\`](rules/${id}.md) | ${cell(texts[id].name)} | ${cell(texts[id].about)} |`,
        ),
      '',
    ]),
  ].join('\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|')
