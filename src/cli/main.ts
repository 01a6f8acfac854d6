#!/usr/bin/env node
/** The entry. --version is answered before anything is loaded, so that it starts as fast as Node itself. */
import { VERSION } from './version.ts'

const argv = process.argv.slice(2)
// What goes wrong in writing is told to whoever writes (output.ts); without a listener it would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

if (argv[0] === '--version' || argv[0] === '-V') process.stdout.write(`${VERSION}\n`)
else {
  const { run } = await import('./run.ts')
  process.exitCode = await run(argv, process)
}
