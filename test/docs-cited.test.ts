/** What the sources cite is in the repository: pages of docs/ with their headings, and no paper from elsewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Text files of a folder, as paths from the root. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:m?ts|mjs|md)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length))

const code = ['src', 'kernels', 'scripts', 'bench', 'test'].flatMap(filesIn)
const pages = [...filesIn('docs'), ...readdirSync(root).filter((name) => name.endsWith('.md'))]

/** Without what stands between the lines of a comment or of a string. */
const flowing = (text: string): string =>
  text.replace(/\n\s*(?:\*(?!\/)|\/\/|#)?[ \t]*/g, ' ').replaceAll("\\'", "'")

/** "docs/run.md", and where a heading or a name follows its comma, what stands behind it. */
const CITED = /\bdocs\/([\w-]+\.md)(?:, (?=[A-Z])([^"`;:)\]]*))?/g

const headings = (page: string): readonly string[] =>
  [...readFileSync(join(root, 'docs', page), 'utf8').matchAll(/^##+ (.+)$/gm)].map(
    ([, heading = '']) => heading,
  )

/** Citations of pages or headings that are not there. */
const unknownIn = (text: string): readonly string[] =>
  [...flowing(text).matchAll(CITED)].flatMap(([cited, page = '', behind]) => {
    if (!existsSync(join(root, 'docs', page))) return [cited]
    if (behind === undefined) return []
    return headings(page).some(
      (heading) => behind.startsWith(heading) && !/^\w/.test(behind.slice(heading.length)),
    )
      ? []
      : [cited]
  })

/** Papers outside of the repository, by their names, sections and cases. */
const ELSEWHERE = [
  /\b(?:diagnosis-in-practice|nccl-formats-and-model|schedules-and-simulation|failure-messages|profiler-traces)\b/,
  /\b(?:plausible-machines|real-collectives-in-node|code-style-anchors|ideal-output|measured-20\d\d)\b/,
  /\bDESIGN\b/,
  /\breference \d/,
  /\bcases? 0\d\d\b/,
]

const itself = 'test/docs-cited.test.ts'
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('every page of docs/ that the sources cite is there, and so is the heading', () => {
  const wrong = code
    .filter((path) => path !== itself)
    .flatMap((path) => unknownIn(read(path)).map((word) => `${path}: ${word}`))
  expect(wrong).toEqual([])
})

test('the facts behind the rules are cited by their headings', () => {
  const all = code.filter((path) => path !== itself).map((path) => flowing(read(path)))
  const uncited = headings('diagnosis.md').filter(
    (heading) => !all.some((text) => text.includes(`docs/diagnosis.md, ${heading}`)),
  )
  expect(uncited).toEqual([])
})

test('nothing cites a paper that is not in the repository', () => {
  const cites = [...code, ...pages].filter(
    (path) => path !== itself && ELSEWHERE.some((pattern) => pattern.test(read(path))),
  )
  expect(cites).toEqual([])
})

test.each([
  ["// docs/diagnosis.md, What NCCL's log tells; nccl #1", []],
  [' * (docs/diagnosis.md, Shapes of a\n * curve): by half', []],
  ["'docs/diagnosis.md, What NCCL\\'s log tells'", []],
  ["['docs/run.md', 'README.md'] and docs/run.md, too", []],
  ['docs/diagnosis.md, Shapes of a curved line', ['docs/diagnosis.md, Shapes of a curved line']],
  ['docs/diagnosis.md, No such heading: 1', ['docs/diagnosis.md, No such heading']],
  ['docs/no-such-page.md', ['docs/no-such-page.md']],
])('%j', (text, unknown) => {
  expect(unknownIn(text)).toEqual(unknown)
})
