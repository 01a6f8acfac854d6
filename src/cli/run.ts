/** From arguments to an exit code: finds the command, lets it answer, writes the answer or reports the problem. */
import { type Command, CommanderError } from 'commander'
import { nearest } from '../core/base/nearest.ts'
import { print } from '../core/base/print.ts'
import { failed, ok, type Result } from '../core/base/result.ts'
import type { CliTexts, CommandId, Problem } from '../core/messages/cli.ts'
import '../core/messages/all.ts'
import { choice, optional } from '../core/answers/values.ts'
import { catalogueOf } from '../core/messages/index.ts'
import type { Context, ExitCode } from './answer.ts'
import type { Task } from './command.ts'
import type { Host } from './host.ts'
import { writeFileTo, writeTo } from './output.ts'
import { exitOf, problemText, reasonOf } from './problem.ts'
import { COMMAND_IDS, COMMANDS, isCommand, rootCommand, type SharedOptions, subCommand } from './program.ts'
import { progressOn } from './progress.ts'
import { langAsked, langOf, plainSigns, viewOf } from './terminal.ts'
import { usageProblem } from './usage-problem.ts'
import { VERSION } from './version.ts'

/**
 * Never throws: what nobody expected is reported in one sentence, with the place only under --verbose. `entry` is the module
 * that threads start with.
 */
export async function run(argv: readonly string[], host: Host, entry?: URL): Promise<ExitCode> {
  const lang = langOf(argv, host.env)
  const texts = catalogueOf(lang).cli
  const { width } = viewOf(host)
  const reportProblem = async (problem: Problem): Promise<ExitCode> => {
    await writeTo(host.stderr, problemText(problem, texts, width))
    return exitOf(problem)
  }
  try {
    const parsed = await readArguments(argv, host, texts)
    if (!parsed.ok) return await reportProblem(parsed.problem)
    if ('help' in parsed.value) {
      const writtenHelp = await writeTo(host.stdout, parsed.value.help)
      return writtenHelp.ok ? 0 : await reportProblem(writtenHelp.problem)
    }
    const { task, options } = parsed.value
    const langOption = optional(choice(['en', 'zh']), '--lang', options.lang)
    if (!langOption.ok) return await reportProblem(langOption.problem)
    const context: Context = {
      host,
      lang,
      view: viewOf(host, {
        ...(options.color === undefined ? {} : { color: options.color }),
        ...(options.verbose === undefined ? {} : { verbose: options.verbose }),
        toFile: options.output !== undefined,
      }),
      progress: progressOn(host.stderr, options.quiet === true, (name, bytes) =>
        texts.reading(name, bytes, print),
      ),
      ...(entry === undefined ? {} : { entry }),
    }
    const outcome = await task(context)
    context.progress.end()
    if (!outcome.ok) return await reportProblem(outcome.problem)
    const { text, exit, aside } = outcome.value
    if (aside !== undefined && !options.quiet) await writeTo(host.stderr, aside)
    if (outcome.value.elsewhere) return exit
    const written = await write(context.view.ascii ? plainSigns(text) : text, options, host, texts)
    return written.ok ? exit : await reportProblem(written.problem)
  } catch (error) {
    const code = await reportProblem({ id: 'unexpected', values: { reason: reasonOf(error) } })
    if (argv.includes('--verbose') && error instanceof Error) await writeTo(host.stderr, `${error.stack}\n`)
    return code
  }
}

type ParsedArguments = { readonly help: string } | { readonly task: Task; readonly options: SharedOptions }

async function readArguments(
  argv: readonly string[],
  host: Host,
  texts: CliTexts,
): Promise<Result<ParsedArguments, Problem>> {
  const view = viewOf(host)
  let help = ''
  const printers = { out: (text: string) => (help += text) }
  // The command may stand anywhere among the options: ringscope --json expect all_reduce.
  const id = argv.find(isCommand)
  if (argv[0] === '--version' || argv[0] === '-V') return ok({ help: `${VERSION}\n` })
  if (id === undefined) {
    const problem = withoutCommand(argv)
    if (problem) return failed(problem)
    const lang = optional(choice(['en', 'zh']), '--lang', langAsked(argv))
    if (!lang.ok) return lang
    rootCommand(texts, view, printers).outputHelp()
    return ok({ help })
  }
  const words = argv[0] === 'help' ? ['--help'] : without(argv, id)
  let task: Task | undefined
  const file = await COMMANDS[id].load()
  const command = subCommand(id, file, texts, view, printers)
  file.define(command, texts, (defined) => {
    task = defined
  })
  const repeated = repeatedOption(command)
  try {
    await command.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.code === 'commander.helpDisplayed' ? ok({ help }) : failed(usageProblem(error, id, command))
  }
  const option = repeated()
  if (option !== undefined) return failed({ id: 'option-repeated', values: { option } })
  if (!task) throw new Error(`${id} has no action`)
  const { output, ...options } = command.opts<SharedOptions>()
  return ok({ task, options: file.ownsOutput || output === undefined ? options : { ...options, output } })
}

/** After parsing: an option that was given twice and takes one value. Else the last would win, and nobody knew. */
function repeatedOption(command: Command): () => string | undefined {
  const times = new Map<string, number>()
  // Those that collect their values have a parser.
  for (const { required, parseArg, long } of command.options)
    if (required && !parseArg && long)
      command.on(`option:${long.slice(2)}`, () => times.set(long, (times.get(long) ?? 0) + 1))
  return () => [...times].find(([, given]) => given > 1)?.[0]
}

/** What is wrong with arguments that name no command; undefined when they ask for help or say nothing. */
function withoutCommand(argv: readonly string[]): Problem | undefined {
  const helps = (word: string) => word === '--help' || word === '-h' || word === 'help'
  const words = withoutShared(argv)
  if (words.length === 0 || argv.some(helps)) return undefined
  const seen = words.find((word) => !word.startsWith('-')) ?? words[0] ?? ''
  if (seen.startsWith('-'))
    return {
      id: 'unknown-option',
      values: { seen, command: 'ringscope' },
      nearest: nearest(seen, ['--help', '--version']),
    }
  const isPath = /[./\\]/.test(seen)
  return {
    id: 'unknown-command',
    values: { seen, isPath },
    ...(isPath ? {} : { nearest: nearest(seen, COMMAND_IDS) }),
  }
}

const SHARED_WITH_VALUE = ['--lang', '--format', '--output', '-o']
const SHARED = ['--json', '--quiet', '-q', '--verbose', '-v', '--no-color']

/** The arguments but for the options that every command has: they say nothing of what is wanted. */
const withoutShared = (argv: readonly string[]): readonly string[] =>
  argv.filter(
    (word, at) =>
      !SHARED.includes(word) &&
      !SHARED_WITH_VALUE.includes(word.replace(/=.*/, '')) &&
      !SHARED_WITH_VALUE.includes(argv[at - 1] ?? ''),
  )

function without(argv: readonly string[], id: CommandId): readonly string[] {
  const at = argv.indexOf(id)
  return [...argv.slice(0, at), ...argv.slice(at + 1)]
}

async function write(
  text: string,
  { output, quiet }: SharedOptions,
  host: Host,
  texts: CliTexts,
): Promise<Result<undefined, Problem>> {
  if (output === undefined) return writeTo(host.stdout, text)
  const written = await writeFileTo(output, text)
  if (written.ok && !quiet) await writeTo(host.stderr, `${texts.written(output)}\n`)
  return written
}
