/**
 * Quoting a line as evidence: at most 300 characters, and nothing that looks like a secret. What is quoted ends up in
 * reports that people paste into chats and issues.
 */

import { copy } from './copy.ts'

const LONGEST_QUOTE = 300
const REDACTED = '[redacted]'

/** Where a line stands (evidence/place.ts), with the line quoted. */
export function placeOf(input: string, line: number, text: string) {
  return { input, line, text: quote(text) }
}

/** The same for a line that holds nothing but numbers and words of a table: no secret, no need to look for one. */
export function plainPlaceOf(input: string, line: number, text: string) {
  return { input, line, text: cut(text.trimEnd()) }
}

/** The line trimmed at its end, cut, and with secrets replaced by "[redacted]". */
export function quote(text: string): string {
  // Cut late: a secret that the cut divides would no longer be recognised.
  const head = text.length > 4 * LONGEST_QUOTE ? text.slice(0, 4 * LONGEST_QUOTE) : text
  return cut(redact(head).trimEnd())
}

function cut(text: string): string {
  return copy(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE - 1)}…` : text)
}

/**
 * One quick look decides whether the slow ones are needed, for most lines are numbers and plain words: a secret stands
 * behind "@" or an option, behind "=" or ":" where a word says what it is, or is itself one long word.
 */
function mayHoldSecret(text: string): boolean {
  let word = 0
  let before = 0
  let option = false
  let named = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === AT) return true
    named ||= code === EQUALS || (code === COLON && !isDigit(before))
    if (option && (code === DASH || code >= CAPITAL_A)) return true
    option = code === DASH && (before === SPACE || before === DASH)
    word = isDigit(code) || code >= CAPITAL_A || code === DASH || code === SLASH ? word + 1 : 0
    if (word >= LONG_WORD) return true
    before = code
  }
  return named && HINT.test(text)
}

/** A part of every name of a secret, and how those begin that are shorter than a long word. */
const HINT =
  /passw|passphrase|secret|token|key|credential|auth|cookie|session|_pwd|_pass|bearer|basic|eyJ|xox/i

const [SPACE, DASH, SLASH, COLON, EQUALS, AT, CAPITAL_A] = [32, 45, 47, 58, 61, 64, 65]
const LONG_WORD = 16
const isDigit = (code: number): boolean => code >= 48 && code <= 57

const SECRET_NAME = String.raw`[\w.-]*(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|(?:access|account)[_-]?key|private[_-]?key|credential|auth(?!or)|cookie|session[_-]?id|\bkey\b|_key\b|_pwd\b|_pass\b)[\w.-]*`

const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----.*/g, REDACTED],
  // user:pass@ and token@ in a URL
  [/([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]+@/gi, `$1${REDACTED}@`],
  // Authorization: Bearer ..., Basic ...
  [/(?<![A-Za-z])(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  // NAME_TOKEN=..., "password": "...", --api-key ...
  [new RegExp(`(${SECRET_NAME}["']?\\s*[=:]\\s*)("[^"]*"?|'[^']*'?|[^\\s,;&]+)`, 'gi'), `$1${REDACTED}`],
  [new RegExp(`(--?${SECRET_NAME}\\s+)([^\\s-][^\\s]*)`, 'gi'), `$1${REDACTED}`],
  // What services hand out, by its form: AWS, GitHub, GitLab, Hugging Face, Slack, Google, OpenAI, NVIDIA NGC, JWT
  [/(?<![A-Za-z])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}\b/g, REDACTED],
  [
    /(?<![A-Za-z])(?:gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|hf_[A-Za-z0-9]{16,}|xox[abposr]-[\w-]{8,})/g,
    REDACTED,
  ],
  [/(?<![A-Za-z])(?:AIza[\w-]{20,}|sk-[\w-]{16,}|nvapi-[\w-]{16,}|ya29\.[\w.-]{16,})/g, REDACTED],
  [/(?<![A-Za-z])(?:dckr_pat_[\w-]{16,}|npm_\w{16,}|pypi-[\w-]{16,}|wandb_v1_\w{16,})/g, REDACTED],
  [/(?<![A-Za-z])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, REDACTED],
  // AWS secret access keys: 40 characters of base64, which hold all three kinds; a commit's hash has no capitals
  [
    /(?<![\w/+=-])(?=[\w/+]*[A-Z])(?=[\w/+]*[a-z])(?=[\w/+]*\d)[A-Za-z0-9+][A-Za-z0-9/+]{39}(?![\w/+=-])/g,
    REDACTED,
  ],
  // What tools take without a name: curl -u user:..., sshpass -p ..., mysql -p..., wandb login ...
  [/((?<![A-Za-z])curl\b.*?\s(?:-u|--user)\s*[^\s:]+:)\S+/g, `$1${REDACTED}`],
  [/((?<![A-Za-z])(?:sshpass|mysql\w*|docker\s+login|podman\s+login)\b.*?\s-p\s*)\S+/g, `$1${REDACTED}`],
  [/((?<![A-Za-z])(?:token|login)\s+)(?=\S*\d)[A-Za-z0-9_-]{16,}/gi, `$1${REDACTED}`],
]

/** No quote and no name is longer; looking for secrets in more takes too long. */
const LONGEST_TEXT = 4096

/** The text with everything that looks like a secret replaced; text longer than any is cut first. */
export function redact(text: string): string {
  const bounded = text.length > LONGEST_TEXT ? cut(text) : text
  if (!mayHoldSecret(bounded)) return bounded
  return SECRETS.reduce((kept, [secret, instead]) => kept.replace(secret, instead), bounded)
}
