/**
 * Quoting a line as evidence: at most 300 characters, and nothing that looks like a secret. What is quoted ends up in
 * reports that people paste into chats and issues.
 */

const LONGEST_QUOTE = 300
const REDACTED = '[redacted]'

/** Where a line stands (evidence/place.ts), with the line quoted. */
export function placeOf(input: string, line: number, text: string) {
  return { input, line, text: quote(text) }
}

/** The line trimmed at its end, cut, and with secrets replaced by "[redacted]". */
export function quote(text: string): string {
  // Cut late: a secret that the cut divides would no longer be recognised.
  const head = text.length > 4 * LONGEST_QUOTE ? text.slice(0, 4 * LONGEST_QUOTE) : text
  const clean = redact(head).trimEnd()
  const kept = clean.length > LONGEST_QUOTE ? `${clean.slice(0, LONGEST_QUOTE - 1)}…` : clean
  // A slice keeps the whole chunk that it was cut from alive; this copy does not.
  return ` ${kept}`.slice(1)
}

/** One quick look decides whether the slow ones are needed: rows of numbers hold no secrets. */
const MAY_HOLD_SECRET = /[=@]|[A-Za-z0-9_/+-]{20}|pass|secret|token|key|auth|bearer|cred/i

const SECRET_NAME = String.raw`[\w.-]*(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential|auth(?!or)|cookie|session[_-]?id|\bkey\b|_key\b|_pwd\b)[\w.-]*`

const SECRETS: readonly (readonly [RegExp, string])[] = [
  // user:pass@ and token@ in a URL
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${REDACTED}@`],
  // Authorization: Bearer ..., Basic ...
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  // NAME_TOKEN=..., "password": "...", --api-key ...
  [new RegExp(`(${SECRET_NAME}["']?\\s*[=:]\\s*)("[^"]*"?|'[^']*'?|[^\\s,;&]+)`, 'gi'), `$1${REDACTED}`],
  [new RegExp(`(--?${SECRET_NAME}\\s+)([^\\s-][^\\s]*)`, 'gi'), `$1${REDACTED}`],
  // What services hand out, by its form: AWS, GitHub, GitLab, Hugging Face, Slack, Google, OpenAI, NVIDIA NGC, JWT
  [/\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}\b/g, REDACTED],
  [
    /\b(?:gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|hf_[A-Za-z0-9]{16,}|xox[abposr]-[\w-]{8,})/g,
    REDACTED,
  ],
  [/\b(?:AIza[\w-]{20,}|sk-[\w-]{16,}|nvapi-[\w-]{16,}|ya29\.[\w.-]{16,})/g, REDACTED],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, REDACTED],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----.*/g, REDACTED],
]

/** The text with everything that looks like a secret replaced. */
export function redact(text: string): string {
  if (!MAY_HOLD_SECRET.test(text)) return text
  return SECRETS.reduce((its, [secret, instead]) => its.replace(secret, instead), text)
}
