// Which Chinese text was written for which English one: src/core/messages/translations.json holds a digest of both files of
// each pair. Where the English changed and the Chinese did not, the Chinese is stale, and a test says so.
//   node scripts/translations.mjs                      records pairs of which both, or only the Chinese, changed
//   node scripts/translations.mjs --still-right FILE   records this one as it is: the Chinese needs no change
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const MESSAGES = new URL('../src/core/messages/', import.meta.url)
const STORED = new URL('translations.json', MESSAGES)

/** Of what is said: neither imports nor comments nor layout count. */
export function digestOf(code) {
  const statements = code
    .replace(/^import[\s\S]*?from '[^']*'$/gm, '')
    .replace(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*)$/gm, '')
    .replace(/[\s,]+/g, '')
  return createHash('sha256').update(statements).digest('hex').slice(0, 12)
}

/** The files that both languages have, made by hand. */
const files = () =>
  readdirSync(new URL('en/', MESSAGES), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && file !== 'rules/index.ts')
    .sort()

const digestIn = (lang, file) => {
  const url = new URL(`${lang}/${file}`, MESSAGES)
  return existsSync(url) ? digestOf(readFileSync(url, 'utf8')) : ''
}

/** Digests of each pair of files as they are. */
export const digests = () =>
  new Map(files().map((file) => [file, { en: digestIn('en', file), zh: digestIn('zh', file) }]))

/** As they were when the Chinese was last held against the English. */
export const stored = () =>
  new Map(existsSync(STORED) ? Object.entries(JSON.parse(readFileSync(STORED, 'utf8'))) : [])

/** Files whose English has changed since, but not their Chinese. */
export function stale(now, then) {
  return [...now]
    .filter(([file, { en, zh }]) => {
      const was = then.get(file)
      return was !== undefined && was.en !== en && was.zh === zh
    })
    .map(([file]) => file)
}

/** Records what is not stale, and what is said to be still right; returns what stays stale. */
export function record(stillRight = []) {
  const now = digests()
  const then = stored()
  const left = stale(now, then).filter((file) => !stillRight.includes(file))
  const all = [...now].map(([file, digest]) => [file, left.includes(file) ? then.get(file) : digest])
  writeFileSync(STORED, `${JSON.stringify(Object.fromEntries(all), undefined, 2)}\n`)
  return left
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [option, ...named] = process.argv.slice(2)
  for (const file of record(option === '--still-right' ? named : []))
    console.error(`stale: src/core/messages/zh/${file}; mend it, or: node scripts/translations.mjs --still-right ${file}`)
}
