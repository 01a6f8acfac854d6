/** What commander found wrong with the arguments, as one of our problems: it says so in English prose only. */
import type { Command, CommanderError } from 'commander'
import { nearest } from '../core/base/nearest.ts'
import type { CommandId, Problem } from '../core/messages/cli.ts'

export function usageProblem({ code, message }: CommanderError, id: CommandId, command: Command): Problem {
  // commander 14: error: unknown option '--foo' | error: option '--on <machine>' argument missing | ...
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? ''
  switch (code) {
    case 'commander.unknownOption': {
      const known = command.options.flatMap(({ long }) => (long ? [long] : []))
      return {
        id: 'unknown-option',
        values: { seen: quoted, command: `ringscope ${id}` },
        // One letter is near to no word.
        ...(quoted.startsWith('--') ? { nearest: nearest(quoted, [...known, '--help']) } : {}),
      }
    }
    case 'commander.optionMissingArgument':
      return { id: 'option-without-value', values: { option: quoted } }
    case 'commander.missingArgument':
      return { id: 'argument-missing', values: { argument: quoted, command: id } }
    case 'commander.excessArguments':
      return { id: 'argument-extra', values: { count: command.args.length, command: id } }
    default:
      return { id: 'unexpected', values: { reason: message } }
  }
}
