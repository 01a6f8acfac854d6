/** What a command file is: commands/ has one for each, program.ts lists them. */
import type { Command } from 'commander'
import type { CliTexts } from '../core/messages/cli.ts'
import type { Context, Outcome } from './answer.ts'

export interface CommandFile {
  /** Without the leading "ringscope". */
  readonly examples: readonly string[]
  /** What --format may be; the first is the default. */
  readonly formats: readonly string[]
  /** -o and --output are its own: they do not name the file of the answer. */
  readonly ownsOutput?: true
  /** -o is its own, --output is not. */
  readonly ownsShortOutput?: true
  /** Adds arguments and options to `command`; its action hands `runs` what to do. */
  define(command: Command, texts: CliTexts, runs: (task: Task) => void): void
}

export type Task = (context: Context) => Promise<Outcome>
