/**
 * What launchers and log collectors put before each line: OpenMPI --tag-output, srun -l, mpiexec -prepend-rank,
 * kubectl logs --prefix and stern, docker compose, pdsh and clush, syslog, time stamps, quotes of Markdown.
 */

/** Prefixes that say themselves what they are; several may follow each other. */
const CERTAIN: readonly RegExp[] = [
  // OpenMPI: "[1,0]<stdout>:", PRRTE: "[prterun-node-12@1,0]<stdout>: ", with -timestamp-output a date before
  / {0,16}(?:[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})?\[[\w.@-]*\d,\d+\]<std(?:out|err|diag)>: ?/y,
  // [2026-04-28 14:14:49], 2026-04-28T14:14:49.123Z, [14:14:49]
  /\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?(?:\s|$)/y,
  /\[\d\d:\d\d:\d\d(?:[.,]\d+)?\] ?/y,
  // syslog and journalctl: "Apr 28 14:14:49 gpu-07 job[123]: "
  /[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]+ [\w./-]+(?:\[\d+\])?: /y,
  // srun -l: "0: ", " 12: "; mpiexec -prepend-rank and torchrun: "[0] ", "[0]", "[rank0]: "
  /[ ]{0,4}\d{1,6}: ?(?=\s|\D|$)/y,
  /\[(?:rank|default)?\d{1,6}\]:? ?/y,
  // kubectl logs --prefix: "[pod/name/container] "
  /\[pod\/[\w.-]+\/[\w.-]+\] /y,
  // docker compose: "trainer-1  | "
  /[A-Za-z][\w.-]*\s+\| ?(?!.*\|\s*$)/y,
  // Markdown quotes
  /> ?(?=.)/y,
]

/** Words that are prefixes only when a time stamp or a line of a table or header follows: pdsh, clush, stern, ansible. */
const BEFORE_TABLE =
  /(?:[A-Za-z][\w.-]*: ?|[a-z0-9][a-z0-9.-]*-[a-z0-9.-]+ [a-z0-9-]+ (?:› )?)(?=\s*(?:#|\d+\s+\d+\s+[a-z]|GPU\d|NIC\d|mlx\d|\tGPU|nThread |Rank |\[?\d{4}-\d\d-\d\d[T ]))/y

const SPACE = 32
const HASH = 35
const TAB = 9

/** How many characters at the start of the line are a launcher's; 0 for most lines. */
export function prefixLength(line: string): number {
  let at = 0
  for (let round = 0; round < 4 && !beginsTable(line, at); round++) {
    const length = oneAt(line, at)
    if (length === 0) break
    at += length
  }
  return at
}

/** A row of a table or a comment, alone or behind a time stamp: most of what is looked at, and no prefix begins so. */
function beginsTable(line: string, at: number): boolean {
  const first = line.charCodeAt(at)
  if (first !== SPACE) return first === HASH || first === TAB || Number.isNaN(first)
  INDENTED.lastIndex = at
  return !INDENTED.test(line)
}

/** " 12: ", of which blanks are a part; and OpenMPI's, copied from an indented block of Markdown. */
const INDENTED = / {1,4}\d{1,6}:| {1,16}\[[\w.@-]*\d,\d+\]<std/y

function oneAt(line: string, at: number): number {
  for (const prefix of CERTAIN) {
    prefix.lastIndex = at
    if (prefix.test(line)) return prefix.lastIndex - at
  }
  BEFORE_TABLE.lastIndex = at
  return BEFORE_TABLE.test(line) ? BEFORE_TABLE.lastIndex - at : 0
}

const TIMES =
  /(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?: \d{4})?|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^\s\]]*\]?|\[\d\d:\d\d:\d\d[^\]]*\]/g

/** Who wrote the line, as far as the prefix says: lines of one source have equal keys. '' without a prefix. */
export function sourceOf(prefix: string): string {
  return prefix
    .replace(TIMES, '')
    .replace(/<std\w+>/, '')
    .replace(/[\s›|>]+|:\s*$/g, ' ')
    .trim()
}

/** The host that a prefix of pdsh, clush or docker compose names; undefined for ranks and time stamps. */
export function hostOf(prefix: string): string | undefined {
  const host = /^([A-Za-z][\w.-]*)(?::|$)/.exec(sourceOf(prefix))?.[1]
  return host === undefined || /^(?:rank|default)?\d*$/.test(host) ? undefined : host
}

/** mpiexec's "[0]" comes before every write, so it stands inside rows too: "… sum -1[0]  24410  2.75 …". */
export function withoutSplicedPrefix(text: string, prefix: string): string {
  const tag = prefix.trim()
  return /^\[[^\]]*\](?:<std\w+>:)?$/.test(tag) && text.includes(tag) ? text.split(tag).join(' ') : text
}
