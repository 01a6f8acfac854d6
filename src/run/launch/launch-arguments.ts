/** Checks what `launch` is called with before anything is started. */
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { RunError } from '../run-error.ts'
import type { LaunchOptions } from './launch-options.ts'

/** Threads or processes on one machine; more is a mistake. */
const MOST_RANKS = 256
const TRANSPORTS = ['threads', 'tcp', 'mpi']

/** Throws RunError 'argument'. It also checks what TypeScript would, for callers without types. */
export function checkLaunch(options: LaunchOptions<unknown>, program: unknown): void {
  if (typeof options !== 'object' || options === null)
    throw wrong('options', options, '{ ranks, transport, … }')
  if (typeof program !== 'function') throw wrong('program', program, '(comm) => …')
  const { ranks, transport, memoryBytes, timeoutSeconds } = options
  if (ranks !== undefined && !(Number.isInteger(ranks) && ranks >= 1)) throw wrongRanks(ranks)
  if (transport !== undefined && !TRANSPORTS.includes(transport))
    throw wrong('transport', transport, TRANSPORTS.join(' | '))
  if (memoryBytes !== undefined && !(Number.isFinite(memoryBytes) && memoryBytes >= 0))
    throw wrong('memoryBytes', memoryBytes, '≥ 0')
  if (timeoutSeconds !== undefined && !(typeof timeoutSeconds === 'number' && timeoutSeconds > 0))
    throw wrong('timeoutSeconds', timeoutSeconds, '> 0')
}

/** Of ranks that are to be started; a launcher starts as many as it likes. */
export function checkStarted(ranks: number): void {
  if (ranks > MOST_RANKS) throw wrongRanks(ranks)
}

const wrongRanks = (ranks: unknown): RunError => wrong('ranks', ranks, `1..${MOST_RANKS}`)

/** The module that ranks execute: a file, since each reads it again. */
export function moduleOf(module: string | URL | undefined): URL {
  if (module === undefined) {
    const main = process.argv[1]
    if (main !== undefined && main !== '-') return pathToFileURL(main)
    throw new RunError({
      kind: 'argument',
      argument: 'module',
      seen: `node ${main ?? '-e'}`,
      wanted: 'node FILE',
    })
  }
  const url = URL.canParse(String(module)) ? new URL(module) : pathToFileURL(String(module))
  if (url.protocol === 'file:' && !existsSync(fileURLToPath(url)))
    throw wrong('module', url, 'import.meta.url')
  return url
}

/** Of `data`, that a thread or process refuses to be given. */
export function dataError(error: unknown): RunError {
  const seen = (error instanceof Error ? error.message : String(error)).replace(/ could not be cloned\.$/, '')
  return new RunError({ kind: 'argument', argument: 'data', seen, wanted: 'structuredClone(data)' })
}

const wrong = (argument: string, seen: unknown, wanted: string): RunError =>
  new RunError({ kind: 'argument', argument, seen: abbreviated(seen), wanted })

/** A string in quotes: "2" is no number. */
function abbreviated(value: unknown): string {
  if (typeof value === 'string') return `"${value.slice(0, 200)}"`
  return typeof value === 'function' ? 'function' : String(value)
}
