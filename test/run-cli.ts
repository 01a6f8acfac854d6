/** Runs the built command line as a user would. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))

export interface CliRun {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface CliOptions {
  readonly input?: string | Uint8Array
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Without a terminal, in English, unless `env` says otherwise. */
export function ringscope(args: readonly string[], { input = '', cwd, env = {} }: CliOptions = {}): CliRun {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    input,
    ...(cwd === undefined ? {} : { cwd }),
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return { status, stdout, stderr }
}
