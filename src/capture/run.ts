/** Runs the script of `ringscope capture` on this host: the same that --script prints. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failed, ok, type Result } from '../core/base/result.ts'
import { captureScript } from './script.ts'

export interface CaptureOptions {
  readonly version: string
  readonly folder: string
  readonly anonymise: boolean
  /** Run with NCCL_DEBUG=INFO; empty: only the host is looked at. */
  readonly command: readonly string[]
  /** For tests: what PATH and the like are. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** A line of what the script tells. */
  say(line: string): void
}

export interface Captured {
  /** Of the command: 0 without one. */
  readonly commandExit: number
}

/** Exit codes of the script: 2 it could not start or write its folder, 4 the command failed. */
const COMMAND_FAILED = 4

/** A problem when there is no shell, or the folder cannot be written. */
export async function capture(options: CaptureOptions): Promise<Result<Captured, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'ringscope-'))
  const script = join(folder, 'capture.sh')
  try {
    await writeFile(script, captureScript(options.version))
    const { code, last } = await run(script, options)
    if (code === 0) return ok({ commandExit: 0 })
    return code === COMMAND_FAILED ? ok({ commandExit: code }) : failed(last || `exit code ${code}`)
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface ScriptRun {
  readonly code: number
  /** The last line it told, which says what went wrong. */
  readonly last: string
}

function run(script: string, { folder, anonymise, command, env, say }: CaptureOptions): Promise<ScriptRun> {
  const words = [
    '-o',
    folder,
    ...(anonymise ? ['--anonymise'] : []),
    ...(command.length > 0 ? ['--', ...command] : []),
  ]
  const child = spawn('sh', [script, ...words], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let rest = ''
  let last = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      last = line
      say(line)
    }
  })
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (code) => done({ code: code ?? 1, last }))
  })
}
