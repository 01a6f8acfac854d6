/** Options that commands share: the form of the answer, and from which severity on a finding fails the command. */
import { FORMATS, type Format } from '../core/answers/format.ts'
import { choice } from '../core/answers/values.ts'
import { failed, type Result } from '../core/base/result.ts'
import type { Problem } from '../core/messages/cli.ts'

/** For commander: collects the values of a repeatable option. */
export const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [
  ...earlier,
  value,
]

/** --format, or --json. */
export const formatOf = ({
  format,
  json,
}: {
  readonly format?: string
  readonly json?: boolean
}): Result<Format, Problem> => formatAmong(FORMATS, { format, json })

/** The same where a command has formats of its own. */
export const formatAmong = <Choice extends string>(
  formats: readonly Choice[],
  { format, json }: { readonly format?: string | undefined; readonly json?: boolean | undefined },
): Result<Choice, Problem> =>
  json && format !== undefined && format !== 'json'
    ? failed({ id: 'options-exclude', values: { option: '--json', other: `--format ${format}` } })
    : choice(formats)('--format', json ? 'json' : (format ?? 'text'))

export const FAIL_ON = ['error', 'warning', 'info', 'never'] as const
export type FailOn = (typeof FAIL_ON)[number]

/** A finding of this severity is at or above --fail-on. */
export const failsOn = (severity: string, failOn: FailOn): boolean => {
  const failing: readonly string[] = FAIL_ON.slice(0, FAIL_ON.indexOf(failOn) + 1)
  return failOn !== 'never' && failing.includes(severity)
}
