/**
 * Reads what the tools of hosts print, for all their formats together. A format says which line begins it and reads what
 * follows; who speaks is told by launcher prefixes, `user@host:~$ command` prompts, and headings of ansible and shell loops.
 */
import type { HostFact, HostFacts } from '../../evidence/host-facts.ts'
import type { Place } from '../../evidence/place.ts'
import { hostOf, prefixLength, sourceOf } from '../../text/launcher-prefix.ts'
import { placeOf } from '../../text/quote.ts'
import type { HostParser, HostReader, Parsed } from '../parser.ts'
import { pdshHost, promptIn, syslogHost } from './prompts.ts'

/** Reads one input for several formats. */
export interface HostLines {
  line(text: string, number: number): void
  /** What was read in the format of this id. */
  end(format: string): Parsed
}

/** Longer lines are no host's: /proc/interrupts of 512 CPUs has 6 KB. */
const LONGEST = 16 * 1024

/** Lines of one host: those with one prefix, or without any. */
interface Source {
  host: string | undefined
  command: string
  readonly open: Map<string, HostReader>
}

/** Each line is looked at once, however many formats there are. */
export function hostLines(input: string, formats: readonly HostParser[]): HostLines {
  const facts = factsByHost()
  const sources = new Map<string, Source>()
  const plain = sourceNamed('')

  function sourceNamed(name: string, host?: string): Source {
    const known = sources.get(name)
    if (known) return known
    const source = { host, command: '', open: new Map() }
    sources.set(name, source)
    return source
  }

  const someBegins = (text: string): boolean => formats.some((format) => format.begins(text))

  function read(source: Source, text: string, place: () => Place): void {
    for (const format of formats) {
      let reader = source.open.get(format.id)
      if (!reader) {
        if (!format.begins(text)) continue
        reader = format.read(facts.emitter(format.id, source.host), { input, command: source.command })
        source.open.set(format.id, reader)
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
        if (prompt.command !== '') read(plain, prompt.command, place)
        return
      }
      const pdsh = pdshHost(text)
      if (pdsh !== undefined) {
        const rest = text.slice(pdsh.length + 2)
        if (sources.has(pdsh) || someBegins(rest)) return read(sourceNamed(pdsh, pdsh), rest, place)
      }
      const logged = syslogHost(text)
      if (logged !== undefined && (sources.has(logged) || someBegins(text)))
        return read(sourceNamed(logged, logged), text, place)
      const begun = plain.open.size > 0 || someBegins(text)
      const length = begun ? 0 : prefixLength(text)
      if (length === 0) {
        // Nothing begins here and nothing is under way: most lines of most files.
        if (begun) read(plain, text, place)
        return
      }
      const prefix = text.slice(0, length)
      const name = sourceOf(prefix)
      read(name === '' ? plain : sourceNamed(name, hostOf(prefix)), text.slice(length), place)
    },
    end(format) {
      for (const source of sources.values()) close(source)
      return { evidence: facts.of(format), notes: [] }
    },
  }
}

function close({ open }: Source): void {
  for (const reader of open.values()) reader.end?.()
  open.clear()
}

/** A mutated or hostile file must not fill the memory. */
const MOST_FACTS = 100_000

/** The facts of each format, by host. */
function factsByHost() {
  const byFormat = new Map<string, Map<string | undefined, HostFact[]>>()
  let count = 0
  return {
    emitter(format: string, host: string | undefined): (fact: HostFact) => void {
      const byHost = byFormat.get(format) ?? new Map<string | undefined, HostFact[]>()
      byFormat.set(format, byHost)
      const facts = byHost.get(host) ?? []
      byHost.set(host, facts)
      return (fact) => {
        if (count++ < MOST_FACTS) facts.push(fact)
      }
    },
    of: (format: string): readonly HostFacts[] =>
      [...(byFormat.get(format) ?? [])].flatMap(([host, facts]): HostFacts[] => {
        const place = facts[0]?.place
        if (!place) return []
        return [{ kind: 'host-facts', ...(host === undefined ? {} : { host }), source: format, facts, place }]
      }),
  }
}
