// The indexes that import every rule and its texts, made from src/core/rules/order.ts. A test holds them to it.
// Uses nothing but Node: it runs before the build.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const ORDER = 'src/core/rules/order.ts'
const camel = (id) => id.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase())
const valuesOf = (id) => `${camel(id).charAt(0).toUpperCase()}${camel(id).slice(1)}Values`

/** "number/size-dip" … as order.ts lists them. */
function filesListed() {
  const list = /ORDER = \[([\s\S]*?)\]/.exec(readFileSync(ORDER, 'utf8'))?.[1] ?? ''
  return [...list.matchAll(/'([a-z]+\/[a-z0-9-]+)'/g)].map(([, file]) => file)
}

const idOf = (file) => file.slice(file.indexOf('/') + 1)

/** Path and text of each index. */
export function indexes() {
  const files = filesListed()
  const ids = files.map(idOf)
  const rules = `/** Made from order.ts by \`npm run generate\`: every rule, and the values that each finds. */

${files
  .toSorted()
  .map((file) => `import { type ${valuesOf(idOf(file))}, ${camel(idOf(file))} } from './${file}.ts'`)
  .join('\n')}
import type { Rule } from './rule.ts'

/** In the order of order.ts. */
export const rules: readonly Rule[] = [
${ids.map((id) => `  ${camel(id)},`).join('\n')}
]

/** What the text of each rule is given. */
export interface FindingValues {
${ids.map((id) => `  ${/^[a-z]+$/.test(id) ? id : `'${id}'`}: ${valuesOf(id)}`).join('\n')}
}
`
  const texts = (language) => `/** Made from rules/order.ts by \`npm run generate\`. ${language}: the words of every rule. */
import type { RuleTexts } from '../../rule-text.ts'
${ids
  .toSorted()
  .map((id) => `import { ${camel(id)} } from './${id}.ts'`)
  .join('\n')}

export const rules: RuleTexts = {
${ids.map((id) => `  ${/^[a-z]+$/.test(id) ? id : `'${id}': ${camel(id)}`},`).join('\n')}
}
`
  return new Map([
    ['src/core/rules/index.ts', rules],
    ['src/core/messages/en/rules/index.ts', texts('English')],
    ['src/core/messages/zh/rules/index.ts', texts('Chinese')],
  ])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const [path, text] of indexes()) writeFileSync(path, text)
