/** Runs the command line in this process, which is much faster than starting it: test/dist runs it as built. */
import type { Host, Screen } from '../../src/cli/host.ts'
import { run } from '../../src/cli/run.ts'

export interface HereOptions {
  readonly env?: Host['env']
  /** Of a terminal; a pipe when not given. */
  readonly columns?: number
  readonly input?: string | Uint8Array
  /** Thrown by whatever writes to stdout. */
  readonly brokenStdout?: Error
}

export interface HereRun {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

export async function ringscope(argv: readonly string[], options: HereOptions = {}): Promise<HereRun> {
  const { env = {}, columns, input = '', brokenStdout } = options
  const written = { stdout: '', stderr: '' }
  const screen = (name: keyof typeof written): Screen => ({
    ...(columns === undefined ? {} : { isTTY: true, columns }),
    write(text, done) {
      if (brokenStdout && name === 'stdout') throw brokenStdout
      written[name] += text
      done?.()
    },
  })
  const status = await run(argv, {
    env: { LANG: 'C.UTF-8', ...env },
    stdout: screen('stdout'),
    stderr: screen('stderr'),
    stdin: bytesOf(input),
  })
  return { status, ...written }
}

async function* bytesOf(input: string | Uint8Array): AsyncIterable<Uint8Array> {
  yield typeof input === 'string' ? new TextEncoder().encode(input) : input
}
