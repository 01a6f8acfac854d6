/** `npm start`: the bundled sample without arguments, a command or a diagnosis with. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** As npm runs it: in the project's folder, with the user's folder in INIT_CWD. */
const start = (args: readonly string[], INIT_CWD = root) =>
  spawnSync(process.execPath, ['scripts/start.mjs', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', INIT_CWD },
    encoding: 'utf8',
  })

test('without arguments the faulty sample, exit 0, and how to go on', () => {
  const { status, stdout, stderr } = start([])
  expect(stdout).toMatch(/^ {2}DEGRADED {2}all_reduce .*GPU5/)
  expect(stderr).toContain('npm start -- my.log')
  expect(status).toBe(0)
})

test('a command, an option, or files', () => {
  expect(start(['list', 'presets']).stdout).toContain('dgx-h100')
  expect(start(['--help']).stdout).toContain('Usage:')
  expect(start(['--version']).stdout).toMatch(/^\d/)
  expect(start(['no-such.log']).stderr).toContain('no-such.log')
  expect(start(['--on', 'dgx-a100', 'samples/one-gpu-lost-nvlinks']).stdout).toContain('DGX A100')
})

test('paths are meant from where the user is', () => {
  expect(start(['one-gpu-lost-nvlinks'], `${root}/samples`).stdout).toMatch(/^ {2}DEGRADED/)
})
