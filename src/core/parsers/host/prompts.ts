/**
 * Which host speaks, where a line says so: `user@host:~$ command` prompts, headings of ansible and shell loops, the prefix
 * of pdsh and clush, the host that syslog and journalctl put before each line of its kernel.
 */

export interface Prompt {
  readonly host?: string
  /** '' of a heading. */
  readonly command: string
}

const PROMPT =
  /^(?:\([\w.-]{1,40}\) ?)?\[?[\w.-]{1,40}@([A-Za-z0-9][\w.-]{0,80})(?::| )[^\n$#%]{0,200}[$#%>](?: (.*))?$/
/** "$ ibstat" */
const BARE_PROMPT = /^\$ (\S.*)$/
/** ansible: "gpu-07 | CHANGED | rc=0 >>"; loops: "=== gpu-07 ===" */
const HEADING =
  /^(?:([A-Za-z][\w.-]{0,80}) \| (?:CHANGED|SUCCESS|FAILED)\b.*|[=#*-]{2,} ?(?:host(?:name)?:? ?)?([A-Za-z][\w.-]{0,80}) ?[=#*-]{0,})$/i
/** Names of devices stand in such headings as well. */
const DEVICE = /^(?:mlx|bnxt|irdma|efa_?\d|hfi|ib\d|eth|en[ops]|bond|gpu\d$|nic\d)/i

/** What the host is asked for from here on; undefined for every other line. */
export function promptIn(text: string): Prompt | undefined {
  const first = text.charCodeAt(0)
  if (first === DOLLAR) {
    const command = BARE_PROMPT.exec(text)?.[1]
    return command === undefined ? undefined : { command }
  }
  if (text.length < 400 && text.includes('@')) {
    const [, host, command = ''] = PROMPT.exec(text) ?? []
    if (host !== undefined) return { host, command }
  }
  if (
    text.length < 120 &&
    (first === EQUALS || first === HASH || first === DASH || first === STAR || text.includes(' | '))
  ) {
    const [, ansible, looped] = HEADING.exec(text) ?? []
    const host = ansible ?? looped
    if (host !== undefined && /\d/.test(host) && !DEVICE.test(host)) return { host, command: '' }
  }
  return undefined
}

const [DOLLAR, EQUALS, HASH, DASH, STAR] = [36, 61, 35, 45, 42]

/** syslog and journalctl name the host of each line of its kernel: one file may hold those of many. */
const OF_KERNEL =
  /^(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT[\d:.,Z+-]{8,24}) ([A-Za-z0-9][\w.-]{0,80}) kernel: /

/** "gpu-07" of "Apr 28 14:14:49 gpu-07 kernel: …" */
export function syslogHost(text: string): string | undefined {
  const host = text.includes(' kernel: ') ? OF_KERNEL.exec(text)?.[1] : undefined
  return host === 'localhost' ? undefined : host
}

/** pdsh and clush put "gpu-07: " before each line; words without a digit stand before many other things. */
export function pdshHost(text: string): string | undefined {
  const end = text.indexOf(': ')
  if (end < 2 || end > 80) return undefined
  const word = text.slice(0, end)
  return /^[A-Za-z][\w.-]*$/.test(word) && /\d/.test(word) && !DEVICE.test(word) ? word : undefined
}
