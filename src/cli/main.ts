#!/usr/bin/env node
/** The entry. --version is answered before anything is loaded, so that it starts as fast as Node itself. */
import { VERSION } from './version.ts'

const argv = process.argv.slice(2)
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) process.stdout.write(`${VERSION}\n`)
else {
  // The reader of a pipe may leave early (head, less): that is no error, and the exit code stays the verdict's.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  const { run } = await import('./run.ts')
  process.exitCode = await run(argv, process)
}
