#!/usr/bin/env node
/**
 * The entry, also of the threads that read files (read-parallel.ts), and in a bundle, which has no other module, of the ranks of
 * `perf` (run/system/started-as.ts). --version is answered
 * before anything is loaded, so that it starts as fast as Node itself.
 */
import { isMainThread } from 'node:worker_threads'
import { startedAs } from '../run/system/started-as.ts'
import { VERSION } from './version.ts'

const argv = process.argv.slice(2)

const part = startedAs()

if (part === 'rank') await import('../run/perf/rank.ts')
else if (part === 'watchdog') await import('../run/transports/mpi/watchdog-thread.ts')
else if (!isMainThread) {
  const { readForParent } = await import('./read-thread.ts')
  readForParent()
} else {
  // What goes wrong in writing is reported to whoever writes (output.ts); without a listener it would end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  if (argv[0] === '--version' || argv[0] === '-V') process.stdout.write(`${VERSION}\n`)
  else {
    const { run } = await import('./run.ts')
    process.exitCode = await run(argv, process, new URL(import.meta.url))
  }
}
