/** The examples of docs/run.md and of README.md that use ringscope/run compile, run, and print what stands behind them. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'ringscope-run-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const examples = ['docs/run.md', 'README.md']
  .map((page) => readFileSync(join(root, page), 'utf8'))
  .flatMap((page) => [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code))
  .filter((code) => code.includes("'ringscope/run'"))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

test('they do', () => {
  expect(examples.length).toBeGreaterThanOrEqual(5)
  write('package.json', '{ "type": "module" }')
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
  symlinkSync(root, join(folder, 'node_modules/ringscope'))
  symlinkSync(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'))
  for (const [at, code] of examples.entries()) write(`example-${at}.ts`, code)
  const options = {
    target: 'ES2023',
    module: 'NodeNext',
    strict: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
    skipLibCheck: true,
  }
  write('tsconfig.json', JSON.stringify({ compilerOptions: options, include: ['*.ts'] }))
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    stdio: 'pipe',
  })
  for (const [at, code] of examples.entries()) {
    const output = execFileSync(process.execPath, [join(folder, `example-${at}.js`)], { encoding: 'utf8' })
    // Behind code stands what it prints; on a line of its own, what it does.
    const wanted = [...code.matchAll(/^ *[^ /\n].*\/\/ (.*)$/gm)].map(([, text = '']) => text)
    expect(output.trim().split('\n'), code).toEqual(wanted)
  }
}, 180_000)
