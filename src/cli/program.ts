/** The commands, and the help of each in the reader's language; commander reads the arguments. */
import { Command, type Help } from 'commander'
import type { CliTexts, CommandId } from '../core/messages/cli.ts'
import type { TextView } from '../core/report/text/view.ts'
import { padEnd, widthOf, wrap } from '../core/report/text/width.ts'
import type { CommandFile } from './command.ts'

interface CommandEntry {
  /** The arguments as help shows them. */
  readonly usage: string
  /** Loaded only when it is asked for, so that the others cost no time. */
  load(): Promise<CommandFile>
}

export const COMMANDS: Readonly<Record<CommandId, CommandEntry>> = {
  diagnose: { usage: '[path|-]...', load: async () => (await import('./commands/diagnose.ts')).diagnose },
  expect: { usage: '<collective>', load: async () => (await import('./commands/expect.ts')).expect },
  simulate: {
    usage: '<collective>',
    load: async () => (await import('./commands/simulate.ts')).simulate,
  },
  topo: { usage: '[machine|file|-]', load: async () => (await import('./commands/topo.ts')).topo },
  explain: { usage: '[topic]', load: async () => (await import('./commands/explain.ts')).explain },
  capture: {
    usage: '[-- command...]',
    load: async () => (await import('./commands/capture.ts')).capture,
  },
  perf: { usage: '<collective>', load: async () => (await import('./commands/perf.ts')).perf },
  list: { usage: '[list]', load: async () => (await import('./commands/list.ts')).list },
}

export const COMMAND_IDS = Object.keys(COMMANDS) as readonly CommandId[]
export const isCommand = (word: string): word is CommandId => Object.hasOwn(COMMANDS, word)

/** The options that every command has. */
export interface SharedOptions {
  readonly format?: string
  readonly json?: boolean
  readonly output?: string
  readonly lang?: string
  readonly quiet?: boolean
  readonly verbose?: boolean
  readonly color?: boolean
}

export interface Printers {
  out(text: string): void
}

/** `ringscope --help`: all commands, none loaded. */
export function rootCommand(texts: CliTexts, view: TextView, printers: Printers): Command {
  const root = dressed(new Command('ringscope'), texts, view, printers)
    .description(texts.tagline)
    .usage('<command>')
    .option('-V, --version', texts.options.version)
  for (const id of COMMAND_IDS)
    root.addCommand(new Command(id).usage(COMMANDS[id].usage).description(texts.commands[id]))
  return root.addHelpText('after', `\n${examples(texts, ROOT_EXAMPLES)}\n\n${exitCodesText(texts)}`)
}

const ROOT_EXAMPLES = [
  'diagnose all_reduce.txt topo.txt',
  'expect all_reduce --on dgx-h100 --measured 470GB/s',
  'explain busbw',
]

/** One command with its own options and those that all have. */
export function subCommand(
  id: CommandId,
  file: CommandFile,
  texts: CliTexts,
  view: TextView,
  printers: Printers,
): Command {
  const { options } = texts
  const command = dressed(new Command(`ringscope ${id}`), texts, view, printers)
    .description(texts.commands[id])
    .usage(file.ownsOutput ? `[options] ${COMMANDS[id].usage}` : `${COMMANDS[id].usage} [options]`)
    .option(`--format <${file.formats.join('|')}>`, options.format)
    .option('--json', options.json)
  if (file.ownsShortOutput) command.option('--output <file>', options.output)
  else if (!file.ownsOutput) command.option('-o, --output <file>', options.output)
  return command
    .option('--lang <en|zh>', options.lang)
    .option('-q, --quiet', options.quiet)
    .option('-v, --verbose', options.verbose)
    .option('--no-color', options['no-color'])
    .addHelpText('after', `\n${examples(texts, file.examples)}\n\n${exitCodesText(texts)}`)
}

function dressed(
  command: Command,
  { titles, options }: CliTexts,
  { width }: TextView,
  { out }: Printers,
): Command {
  const titled: Readonly<Record<string, string>> = {
    'Usage:': titles.usage,
    'Arguments:': titles.arguments,
    'Options:': titles.options,
    'Commands:': titles.commands,
  }
  return command
    .exitOverride()
    .helpCommand(false)
    .helpOption('-h, --help', options.help)
    .configureOutput({ writeOut: out, writeErr: () => undefined })
    .configureHelp({
      helpWidth: width,
      styleTitle: (title) => titled[title] ?? title,
      displayWidth: widthOf,
      boxWrap: (text, columns) => wrap(text, columns).join('\n'),
      // Without commander's English "(default: ...)".
      optionDescription: ({ description }) => description,
      subcommandTerm: (sub: Command) => `${sub.name()} ${sub.usage()}`,
    } satisfies Partial<Help>)
}

const examples = ({ titles }: CliTexts, lines: readonly string[]): string =>
  [titles.examples, ...lines.map((line) => `  ringscope ${line}`)].join('\n')

function exitCodesText({ titles, exitCodes }: CliTexts): string {
  return [titles.exitCodes, ...exitCodes.map(([code, meaning]) => `  ${padEnd(code, 3)}${meaning}`)].join(
    '\n',
  )
}
