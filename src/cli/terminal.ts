/** What the terminal can show: width, colour, characters, language; read from the environment as others do. */
import type { Lang } from '../core/messages/catalogue.ts'
import type { TextView } from '../core/report/text/view.ts'
import type { Host } from './host.ts'

/** No line is wider: longer ones are hard to read, and a pipe has no width of its own. */
const MOST_COLUMNS = 96
/** Below, tables are wrapped by the terminal rather than made unreadable. */
const LEAST_COLUMNS = 60

export interface ViewOptions {
  /** False with --no-color. */
  readonly color?: boolean
  readonly verbose?: boolean
  /** The answer goes to a file (--output). */
  readonly toFile?: boolean
}

/** How an answer is laid out here. */
export function viewOf({ env, stdout }: Host, { color, verbose, toFile }: ViewOptions = {}): TextView {
  const onTerminal = stdout.isTTY === true && !toFile
  const columns = onTerminal && stdout.columns ? stdout.columns : MOST_COLUMNS
  return {
    width: Math.max(LEAST_COLUMNS, Math.min(MOST_COLUMNS, columns)),
    colour: color !== false && !toFile && wantsColour(env, onTerminal),
    ascii: !isUnicode(env),
    verbose: verbose === true,
  }
}

/** NO_COLOR (no-color.org) wins over FORCE_COLOR (as Node reads it), and that over what the terminal says. */
function wantsColour(env: Host['env'], onTerminal: boolean): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  return onTerminal && env.TERM !== 'dumb'
}

/** POSIX: the first of LC_ALL, LC_CTYPE, LANG that is set decides. None set says nothing: nearly all terminals know UTF-8. */
function isUnicode(env: Host['env']): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG
  if (!locale) return true
  if (/^(C|POSIX)$/i.test(locale)) return false
  const charset = /\.([^@]+)/.exec(locale)?.[1]
  return charset === undefined || /^utf-?8$/i.test(charset)
}

/** --lang, else the language of messages in the environment, else English. */
export function langOf(argv: readonly string[], env: Host['env']): Lang {
  const locale = langAsked(argv) ?? (env.LC_ALL || env.LC_MESSAGES || env.LANG || '')
  return /^zh/i.test(locale) ? 'zh' : 'en'
}

/** The value of --lang, wherever it stands. */
export function langAsked(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((argument) => argument === '--lang' || argument.startsWith('--lang='))
  return at < 0 ? undefined : (argv[at]?.split('=')[1] ?? argv[at + 1])
}

const PLAIN: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '·': '.',
  '×': 'x',
  µ: 'u',
  μ: 'u',
}

/** Typographic signs, and letters of names (Träff), as ASCII has them, for terminals that know no more; other languages stay. */
export const plainSigns = (text: string): string =>
  text
    .replace(/[‘’“”–—…·×µμ]/g, (sign) => PLAIN[sign] ?? sign)
    .replace(/[À-ÿ]/g, (letter) => letter.normalize('NFD').replace(/\p{Mark}/gu, ''))
