/** One file, copied to a folder without anything else, does everything. */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const built = temporaryFolder('bundle')
const alone = temporaryFolder('alone')
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

describe('perf', () => {
  const SMALL = ['perf', 'all_reduce', '-b', '1K', '-e', '4K', '-f', '4', '-n', '3', '-w', '1']

  test.each(['threads', 'tcp'])('the file is the module of the ranks as well: %s', (transport) => {
    const { status, stdout, stderr } = run([...SMALL, '-g', '2', '--transport', transport])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^ +1024 .*\n +4096 /m)
    expect(stdout).toContain('# Out of bounds values : 0 OK')
  })

  test('what it cannot bring along is named, with what to do', () => {
    const { status, stderr } = run([...SMALL, '--transport', 'mpi'])
    expect(status).toBe(4)
    expect(stderr.replace(/\s+/g, ' ')).toMatch(
      /koffi is not available here \(.*install it next to ringscope \(npm install koffi\), or use threads or tcp/,
    )
  })

  const mpirun = '/usr/bin/mpirun.openmpi'
  const koffi = join(root, 'node_modules/koffi')
  test.skipIf(!existsSync(mpirun) || !existsSync(koffi))(
    'with koffi beside it MPI serves, and is watched',
    () => {
      const beside = join(built, 'with-koffi')
      mkdirSync(join(beside, 'node_modules'), { recursive: true })
      symlinkSync(koffi, join(beside, 'node_modules/koffi'))
      copyFileSync(file, join(beside, 'ringscope.mjs'))
      const asRoot = process.getuid?.() === 0 ? ['--allow-run-as-root'] : []
      const start = [...asRoot, '--oversubscribe', '-np', '2', join(beside, 'ringscope.mjs'), ...SMALL]
      const mpi = (...more: readonly string[]) =>
        spawnSync(mpirun, [...start, '--transport', 'mpi', '--algo', 'mpi', ...more], {
          encoding: 'utf8',
          env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
        })
      const { status, stdout } = mpi()
      expect(status).toBe(0)
      expect(stdout).toMatch(/^# limit fabric /m)
      const late = mpi('--timeout', '1s', '--delay', 'rank:1:20s')
      expect(late.status).not.toBe(0)
      expect(late.stderr).toMatch(/ringscope: rank 0 waited [\d.]+ m?s for other ranks in collective \d+/)
    },
  )
})
