/**
 * Threads and processes that run/ starts execute modules of their own. In a bundle of one file there are none: there the bundle is
 * executed again, and its entry (cli/main.ts) learns here what it was started for.
 */
import { existsSync } from 'node:fs'
import { isMainThread, workerData } from 'node:worker_threads'

/** What a thread is given at its start stands under one of these: a program may have threads of its own. */
export const RANK_THREAD = 'ringscope/run'
export const WATCHDOG_THREAD = 'ringscope/watchdog'
/** Tells a process that it is a rank: the number of the pipe that its setting comes by. */
export const RANK_PIPE = 'RINGSCOPE_RANK_PIPE'

/** Undefined for whatever run/ has not started. */
export function startedAs(): 'rank' | 'watchdog' | undefined {
  if (isMainThread) return process.env[RANK_PIPE] !== undefined && process.send ? 'rank' : undefined
  const given = (workerData ?? {}) as Readonly<Record<string, unknown>>
  if (given[RANK_THREAD] !== undefined) return 'rank'
  return given[WATCHDOG_THREAD] === undefined ? undefined : 'watchdog'
}

/** `bundle`: import.meta.url of who asks. */
export const moduleOrBundle = (module: URL, bundle: string): URL =>
  existsSync(module) ? module : new URL(bundle)
