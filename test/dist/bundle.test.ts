/** One file, copied to a folder without anything else, does everything. */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const built = mkdtempSync(join(tmpdir(), 'ringscope-bundle-'))
const alone = mkdtempSync(join(tmpdir(), 'ringscope-alone-'))
const file = join(alone, 'ringscope.mjs')

beforeAll(() => {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const args = ['build', '-c', 'vite.bundle.ts', '--outDir', built, '--logLevel', 'error']
  execFileSync(process.execPath, [vite, ...args], { cwd: root, stdio: 'pipe' })
  copyFileSync(join(built, 'ringscope.mjs'), file)
}, 60_000)

const run = (args: readonly string[], input = '') =>
  spawnSync(file, args, {
    cwd: alone,
    input,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
  })

test('it is executable and imports nothing but Node', () => {
  expect(run(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  const imports = [...readFileSync(file, 'utf8').matchAll(/^import .* from "([^"]+)"/gm)].map(
    ([, from]) => from,
  )
  for (const from of imports) expect(from).toMatch(/^node:/)
})

test('every command answers from an empty folder', () => {
  expect(run(['expect', 'all_reduce', '--on', 'dgx-h100', '--measured', '480']).stdout).toContain(
    'AS EXPECTED',
  )
  expect(run(['list', 'rules', '--lang', 'zh']).stdout).toMatch(/\p{Script=Han}/u)
  expect(run(['explain', 'busbw']).status).toBe(0)
  expect(run(['topo', 'dgx-1v']).stdout).toContain('GPU7')
  expect(run(['diagnose', '-'], 'nothing').status).toBe(3)
})

test.skipIf(availableParallelism() < 2)('it starts its own threads for several big files', () => {
  const line = 'gpu-01:4100:4164 [0] NCCL INFO Channel 00/0 : 1[0] -> 0[0] [receive] via NET/IB/0/GDRDMA\n'
  for (const name of ['a.log', 'b.log']) writeFileSync(join(alone, name), line.repeat(100_000))
  const threads = join(built, 'threads')
  const hook = join(built, 'hook.cjs')
  const code = `if (!require('node:worker_threads').isMainThread) require('node:fs').appendFileSync('${threads}', 'x')`
  writeFileSync(hook, code)
  const { stdout, stderr } = spawnSync(file, ['diagnose', 'a.log', 'b.log', '--json'], {
    cwd: alone,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', NODE_OPTIONS: `--require ${hook}` },
  })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout).inputs).toMatchObject([{ lines: 100_000 }, { lines: 100_000 }])
  expect(existsSync(threads) && readFileSync(threads, 'utf8')).toBe('xx')
})
