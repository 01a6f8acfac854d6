/**
 * What the tools of a host print (env, lspci, ibstat, nvidia-smi …): short texts, often several in one file and several
 * hosts one after another or line by line. A format says which line begins it and reads what follows; who speaks is told
 * by launcher prefixes, `user@host:~$ command` prompts, and headings of ansible and shell loops.
 */
import type { HostFact, HostFacts } from '../../evidence/host-facts.ts'
import type { Note } from '../../evidence/note.ts'
import type { Place } from '../../evidence/place.ts'
import { hostOf, prefixLength, sourceOf } from '../../text/launcher-prefix.ts'
import { placeOf } from '../../text/quote.ts'
import type { LineParser, LineReader, Parsed } from '../parser.ts'

export interface HostFormat {
  readonly id: string
  readonly title: string
  /** Whether a line begins text of this format. Asked of most lines of every file: it costs next to nothing. */
  begins(text: string): boolean
  /** One for each stretch of lines from one host. */
  read(tell: (fact: HostFact) => void, context: HostContext): HostReader
}

export interface HostContext {
  readonly input: string
  /** What stands behind the prompt above: "lspci -vvv". */
  readonly command: string
}

export interface HostReader {
  line(text: string, place: () => Place): void
  end?(): void
}

/** A format as a parser of its own. Together they are read by one `hostLines`, which looks at each line once. */
export interface HostParser extends LineParser {
  readonly format: HostFormat
}

export const hostParser = (format: HostFormat): HostParser => ({
  kind: 'lines',
  id: format.id,
  title: format.title,
  format,
  start: (input): LineReader => {
    const lines = hostLines(input, [format])
    return { line: lines.line, end: () => lines.end(format.id) }
  },
})

export interface HostLines {
  line(text: string, number: number): void
  end(format: string): Parsed
}

/** Longer lines are no host's: /proc/interrupts of 512 CPUs has 6 KB. */
const LONGEST = 16 * 1024
/** A mutated or hostile file must not fill the memory. */
const MOST_FACTS = 100_000

/** Lines of one host: those with one prefix, or without any. */
interface Speaker {
  host: string | undefined
  command: string
  readonly open: Map<string, HostReader>
}

export function hostLines(input: string, formats: readonly HostFormat[]): HostLines {
  const told = new Map<string, Map<string | undefined, HostFact[]>>()
  const speakers = new Map<string, Speaker>()
  const plain = speakerOf('')
  let facts = 0

  function speakerOf(source: string, host?: string): Speaker {
    const known = speakers.get(source)
    if (known) return known
    const speaker = { host, command: '', open: new Map() }
    speakers.set(source, speaker)
    return speaker
  }

  function tellOf(format: string, host: string | undefined): (fact: HostFact) => void {
    const hosts = told.get(format) ?? new Map<string | undefined, HostFact[]>()
    told.set(format, hosts)
    const its = hosts.get(host) ?? []
    hosts.set(host, its)
    return (fact) => {
      if (facts++ < MOST_FACTS) its.push(fact)
    }
  }

  function close({ open }: Speaker): void {
    for (const reader of open.values()) reader.end?.()
    open.clear()
  }

  function hear(speaker: Speaker, text: string, place: () => Place): void {
    for (const format of formats) {
      let reader = speaker.open.get(format.id)
      if (!reader) {
        if (!format.begins(text)) continue
        reader = format.read(tellOf(format.id, speaker.host), { input, command: speaker.command })
        speaker.open.set(format.id, reader)
      }
      reader.line(text, place)
    }
  }

  return {
    line(text, number) {
      if (text.length > LONGEST || text.includes(' NCCL ')) return
      const place = () => placeOf(input, number, text)
      const prompt = promptIn(text)
      if (prompt) {
        close(plain)
        if (prompt.host !== undefined) plain.host = prompt.host
        plain.command = prompt.command
        if (prompt.command !== '') hear(plain, prompt.command, place)
        return
      }
      const named = pdshPrefix(text)
      if (named !== undefined) {
        const rest = text.slice(named.length + 2)
        if (speakers.has(named) || formats.some((format) => format.begins(rest)))
          return hear(speakerOf(named, named), rest, place)
      }
      const logged = syslogHost(text)
      if (logged !== undefined && (speakers.has(logged) || formats.some((format) => format.begins(text))))
        return hear(speakerOf(logged, logged), text, place)
      const begun = plain.open.size > 0 || formats.some((format) => format.begins(text))
      const length = begun ? 0 : prefixLength(text)
      if (length === 0) {
        // Nothing begins here and nothing is under way: most lines of most files.
        if (begun) hear(plain, text, place)
        return
      }
      const prefix = text.slice(0, length)
      const source = sourceOf(prefix)
      hear(source === '' ? plain : speakerOf(source, hostOf(prefix)), text.slice(length), place)
    },
    end(format) {
      for (const speaker of speakers.values()) close(speaker)
      const evidence = [...(told.get(format) ?? [])].flatMap(([host, its]): HostFacts[] => {
        const place = its[0]?.place
        return place
          ? [
              {
                kind: 'host-facts',
                ...(host === undefined ? {} : { host }),
                source: format,
                facts: its,
                place,
              },
            ]
          : []
      })
      return { evidence, notes: [] satisfies Note[] }
    },
  }
}

interface Prompt {
  readonly host?: string
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

function promptIn(text: string): Prompt | undefined {
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

function syslogHost(text: string): string | undefined {
  const host = text.includes(' kernel: ') ? OF_KERNEL.exec(text)?.[1] : undefined
  return host === 'localhost' ? undefined : host
}

/** pdsh and clush put "gpu-07: " before each line; words without a digit stand before many other things. */
function pdshPrefix(text: string): string | undefined {
  const end = text.indexOf(': ')
  if (end < 2 || end > 80) return undefined
  const word = text.slice(0, end)
  return /^[A-Za-z][\w.-]*$/.test(word) && /\d/.test(word) && !DEVICE.test(word) ? word : undefined
}
