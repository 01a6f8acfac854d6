// `npm start`: without arguments the bundled faulty sample; with a command, that command; with files, their diagnosis.
import { fileURLToPath } from 'node:url'
import '../dist/core/messages/all.js'
import { catalogueOf } from '../dist/core/messages/index.js'
import { isCommand } from '../dist/cli/program.js'
import { run } from '../dist/cli/run.js'
import { langOf } from '../dist/cli/terminal.js'

const SAMPLE = ['diagnose', 'samples/one-gpu-lost-nvlinks', '--fail-on', 'never']

for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

const args = process.argv.slice(2)
if (args.length === 0) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  process.exitCode = await run(SAMPLE, process)
  process.stderr.write(`\n${catalogueOf(langOf(args, process.env)).cli.yours}\n`)
} else {
  // npm runs scripts in the project's folder; relative paths are meant from where the user is.
  if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
  const names = args.some(isCommand) || ['-h', '--help', '-V', '--version', 'help'].includes(args[0])
  process.exitCode = await run(names ? args : ['diagnose', ...args], process)
}
