/** What a file of messages says: the contents of its strings and templates, without identifiers, imports and comments. */
import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** Stands for what a ${…} prints. */
export const HOLE = '\uFFFC'

export interface Sentence {
  /** "zh/cli.ts:27" */
  readonly at: string
  readonly text: string
}

interface Node {
  readonly type?: string
  readonly start?: number
  readonly value?: unknown
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[]
}

/** Strings and templates of a source, in the order in which they stand. */
export function literalsOf(file: string, source: string): readonly Sentence[] {
  const found: Sentence[] = []
  const note = (start: number, text: string) =>
    found.push({ at: `${file}:${source.slice(0, start).split('\n').length}`, text })
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, start = 0, value, quasis } = node as Node
    if (type === 'ImportDeclaration') return
    if (type === 'Literal' && typeof value === 'string') note(start, value)
    if (type === 'TemplateLiteral' && quasis !== undefined)
      note(start, quasis.map((quasi) => quasi.value.cooked).join(HOLE))
    Object.values(node).forEach(walk)
  }
  // Oxc counts in UTF-16, as JavaScript does.
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  walk(program)
  return found
}

/** How Chinese is printed wrongly: docs/glossary.md. */
export const MISPRINTS = {
  halfWidth: /\p{Script=Han}[,:;?!]/u,
  noSpace: /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9%]\p{Script=Han}/u,
  spaceAtFullWidth: /[，。：；？（）、“] | [，。：；？（）、”]/u,
} as const

/** All sentences of a folder of messages. */
export const sentencesOf = (lang: string): readonly Sentence[] =>
  readdirSync(new URL(`${lang}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .flatMap((file) =>
      literalsOf(`${lang}/${file}`, readFileSync(new URL(`${lang}/${file}`, import.meta.url), 'utf8')),
    )
