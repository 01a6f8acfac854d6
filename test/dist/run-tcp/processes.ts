/** Ranks that are processes, as a launcher or a user starts them: what they print, how they end, what they leave. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { freePort } from '../free-port.ts'

const programs = import.meta.dirname
const running = new Set<ChildProcess>()

afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

export interface Ended {
  readonly output: string
  readonly errors: string
  readonly signal: string | null
}

export interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** So far. */
  output(): string
}

export function run(command: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const [file = '', ...rest] = command
  const child = spawn(file, rest, {
    env: { ...clean(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  let errors = ''
  child.stdout?.on('data', (data) => {
    output += data
  })
  child.stderr?.on('data', (data) => {
    errors += data
  })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (_code, signal) => {
      running.delete(child)
      resolve({ output, errors, signal })
    })
  })
  return { child, ended, output: () => output }
}

/** Nothing of a launcher that may have started the tests. */
const clean = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(RANK|WORLD_SIZE|LOCAL_|MASTER_|OMPI|PMI|SLURM_|JOB_)/.test(name),
    ),
  )

export const node = (program: string, ...args: readonly string[]) => [
  process.execPath,
  join(programs, program),
  ...args,
]

export interface ProcessReport {
  readonly rank: number
  readonly turns: number
  readonly leftSeconds?: number
  readonly problem?: {
    readonly kind: string
    readonly peer?: number
    readonly place?: { readonly step?: number }
  }
}

export const lastLine = ({ output, errors }: Ended): ProcessReport => {
  const line = output.trim().split('\n').at(-1) ?? ''
  try {
    return JSON.parse(line)
  } catch {
    throw new Error(`${line}\n${errors}`)
  }
}

/** `roles`: what single ranks shall do. */
export async function start(
  ranks: number,
  roles: Readonly<Record<number, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly Started[]> {
  const port = await freePort()
  return Array.from({ length: ranks }, (_, rank) =>
    run(node('rank.mjs'), {
      RANK: `${rank}`,
      WORLD_SIZE: `${ranks}`,
      MASTER_ADDR: '127.0.0.1',
      MASTER_PORT: `${port}`,
      RINGSCOPE_TOKEN: 'secret of this test',
      ROLE: roles[rank] ?? '',
      ...env,
    }),
  )
}

export const endsOf = async (started: readonly Started[]) =>
  (await Promise.all(started.map(({ ended }) => ended))).map(lastLine)
export const others = (started: readonly Started[], rank: number) => started.filter((_, at) => at !== rank)

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Files that launches leave their addresses in. */
export function leftovers(): readonly string[] {
  const folder = join(tmpdir(), `ringscope-${process.getuid?.()}`)
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('launch-')) : []
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
