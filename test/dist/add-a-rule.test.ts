/**
 * docs/add-a-rule.md, taken at its word: its blocks are written to a copy of the project, its commands run there. The rule
 * compiles, passes the conformance suite, and stands in the docs; five files were touched by hand, and one line of them was there.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'docs/add-a-rule.md'), 'utf8')
const ID = 'uneven-hosts'

/** "## 1. The rule: `src/…`" and the block below it. */
const steps = page.split(/^## /m).flatMap((section) => {
  const [, place] = /^\d+\. [^\n]*`(src\/[^`\n]+)`\n/.exec(section) ?? []
  const [, kind, block] = /^```(ts|diff)\n(.*?)^```$/ms.exec(section) ?? []
  return place === undefined ? [] : [{ place, kind, block }]
})

/** The block of commands, line by line. */
const commands = (/^```sh\n(.*?)^```$/ms.exec(page)?.[1] ?? '').trim().split('\n')

/** As a shell splits them. */
const words = (command: string): readonly string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

const COPIED = ['src', 'docs', 'scripts', 'test']
const SETTINGS = /\.(?:json|ts)$/

function copyOfTheProject(): string {
  const copy = temporaryFolder('add-a-rule')
  const settings = readdirSync(root).filter((name) => SETTINGS.test(name))
  for (const name of [...COPIED, ...settings]) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Context lines of a diff say where; the line that begins with + comes behind them. */
function applied(text: string, diff: string): string {
  const lines = diff.trimEnd().split('\n')
  const before = lines.filter((line) => line.startsWith(' ')).map((line) => line.slice(1))
  const whole = before.map((line) => `${line}\n`).join('')
  expect(text.split(whole).length, `${whole} stands there once`).toBe(2)
  return text.replace(whole, () => lines.map((line) => `${line.slice(1)}\n`).join(''))
}

function apply(copy: string, { place, kind, block = '' }: (typeof steps)[number]): void {
  const path = join(copy, place)
  expect(existsSync(path), place).toBe(kind === 'diff')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, kind === 'diff' ? applied(readFileSync(path, 'utf8'), block) : block)
}

interface Difference {
  readonly path: string
  /** Undefined for a file that was not there. */
  readonly lines?: number
}

/** What the copy has and the project has not. */
function differences(copy: string): readonly Difference[] {
  return COPIED.flatMap((folder) =>
    readdirSync(join(copy, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(copy.length + 1)),
  ).flatMap((path): Difference[] => {
    if (!existsSync(join(root, path))) return [{ path }]
    const [was, is] = [root, copy].map((where) => readFileSync(join(where, path), 'utf8'))
    const known = new Set(was?.split('\n'))
    return was === is
      ? []
      : [{ path, lines: (is ?? '').split('\n').filter((line) => !known.has(line)).length }]
  })
}

function runIn(copy: string, program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: copy,
    env: { PATH: process.env.PATH, NO_COLOR: '1' },
    encoding: 'utf8',
  })
  expect(status, `${program} ${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
  return stdout
}

const GENERATED = [
  'src/core/rules/index.ts',
  'src/core/messages/en/rules/index.ts',
  'src/core/messages/zh/rules/index.ts',
  'src/core/messages/translations.json',
  'docs/rules.md',
  'docs/thresholds.md',
  `docs/rules/${ID}.md`,
]

const TSC = 'node_modules/typescript/bin/tsc'

/** `npm run generate` without the kernels, the folders above core, and the schema, which knows no rule. */
function generate(copy: string): void {
  runIn(copy, 'scripts/indexes.mjs')
  runIn(copy, TSC, '-b', 'src/core')
  runIn(copy, 'scripts/translations.mjs')
  for (const name of ['rule-pages', 'thresholds']) runIn(copy, `scripts/${name}.mjs`)
}

/** Types of the fixture, which no build reads. */
function checkTypes(copy: string, fixture: string): void {
  const settings = { extends: './test/tsconfig.json', include: [fixture], references: [] }
  writeFileSync(join(copy, 'tsconfig.fixture.json'), JSON.stringify(settings))
  runIn(copy, TSC, '-p', 'tsconfig.fixture.json')
}

test('a rule that is added as the page says', () => {
  const copy = copyOfTheProject()
  for (const step of steps) apply(copy, step)
  const byHand = differences(copy)
  expect(byHand.filter(({ lines }) => lines === undefined)).toHaveLength(4)
  expect(byHand.filter(({ lines }) => lines !== undefined)).toEqual([
    { path: 'src/core/rules/order.ts', lines: 1 },
  ])

  expect(commands).toContain('npm run generate')
  generate(copy)
  const places = new Set(byHand.map(({ path }) => path))
  expect(new Set(differences(copy).flatMap(({ path }) => (places.has(path) ? [] : [path])))).toEqual(
    new Set(GENERATED),
  )
  expect(readFileSync(join(copy, 'docs/rules.md'), 'utf8')).toContain(`[\`${ID}\`](rules/${ID}.md)`)

  const files = byHand.map(({ path }) => path)
  runIn(copy, 'node_modules/@biomejs/biome/bin/biome', 'format', ...files)
  checkTypes(copy, files.find((path) => path.endsWith('.fixtures.ts')) ?? '')
  const suite = words(commands.find((command) => command.startsWith('npx vitest run ')) ?? '')
  expect(suite.join(' ')).toContain(ID)
  const output = runIn(
    copy,
    'node_modules/vitest/vitest.mjs',
    ...suite.slice(2),
    '--root',
    copy,
    '--no-cache',
  )
  // Its threshold alone makes four, its evidence two, each sentence more.
  expect(Number(/(\d+) passed, 0 failed/.exec(output)?.[1])).toBeGreaterThan(10)
}, 180_000)
