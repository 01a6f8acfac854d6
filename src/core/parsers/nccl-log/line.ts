/**
 * One line of an NCCL log: who wrote it ("host:pid:tid [device]"), at which level, and what it says. What launchers, time
 * stamps and other processes put before it, or tore into it, is stripped here. Source: NCCL src/debug.cc.
 */
import type { LogSpeaker } from '../../evidence/nccl-log.ts'
import type { Place } from '../../evidence/place.ts'
import { hostOf, prefixLength } from '../../text/launcher-prefix.ts'
import type { EdgeBook } from './edges.ts'
import type { Caller } from './operations.ts'

export interface LogLine {
  /** What stands after "NCCL INFO ". */
  readonly message: string
  readonly level: 'INFO' | 'WARN' | 'CALL' | 'TRACE' | 'none'
  /** Of a warning: "transport/net_ib.cc:148". */
  readonly source?: string
  readonly thread: Thread
  /** The line as it stands in the file. */
  readonly text: string
  readonly number: number
}

/** A thread sets up one communicator at a time, so what it says in between belongs to that one. */
export interface Thread {
  readonly speaker: number
  book?: EdgeBook
  /** The latest. */
  caller?: Caller
  /** The device whose links the lines of the topology are indented under. */
  readonly above: { column: number; device: string }[]
}

/** One kind of line, by what its message begins with. */
export interface LineKind {
  readonly starts: string
  read(line: LogLine): void
  /**
   * Reads a line of one thread that is like one before it, without cutting strings from it; false where it is not.
   * `at` is where the line goes on after `starts`.
   */
  again?(text: string, at: number, thread: Thread, number: number): boolean
}

export type PlaceOf = (line: Pick<LogLine, 'number' | 'text'>) => Place

/** More threads than any job has: what comes later is taken as one. */
const MOST_THREADS = 100_000
/** Heads with a launcher's tag; time stamps make one for every line. */
const MOST_ALIASES = 20_000

const IDENTITY = /([\w.-]+):(\d+):(\d+)(?: \[(-?\d+)\])?$/
const DEVICE = /\[(-?\d+)\]$/
/** "transport/net_ib.cc:148 " before a warning, with the function since 2.29. */
const SOURCE = /(?:^|\s)([\w./-]+\.(?:cc|cu|h|cpp|c):\d+)(?: \([\w:~]+\))? $/

export function speakersOf() {
  const threads = new Map<string, Thread>()
  const byNumber = new Map<number, { readonly core: string; readonly thread: Thread }>()
  const speakers = new Map<string, number>()
  const list: LogSpeaker[] = []
  /** What the first line of each speaker began with, and hosts by process: some are torn. */
  const cores = new Map<LogSpeaker, string>()
  const hosts = new Map<string, string[]>()
  const none = threadOf('', {})
  let aliases = 0

  return {
    /** With the host's whole name, also where its first line was torn. */
    all: () => list.map(whole),
    nobody: none,
    /** The thread that wrote a line: "host:pid:tid [device]" stands from `start` to the blank before `at`, where "NCCL" begins. */
    threadAt(text: string, start: number, at: number): Thread {
      if (at === 0) return none
      const end = at - 1
      // A number made of the characters finds the thread without cutting a string for every line.
      let number = 0
      for (let its = start; its < end; its++) number = (number * 31 + text.charCodeAt(its)) | 0
      const known = byNumber.get(number)
      if (known && known.core.length === end - start && text.startsWith(known.core, start))
        return known.thread
      const core = text.slice(start, end)
      const thread = threads.get(core) ?? newThread(core, text.slice(0, start))
      if (threads.get(core) === thread) byNumber.set(number, { core: copy(core), thread })
      return thread
    },
  }

  /** "sumgpu-07:12:34 [0]" where "gpu-07:12:34 [0]" writes too is that thread, behind a piece of another's line. */
  function whole(speaker: LogSpeaker): LogSpeaker {
    const { host, pid } = speaker
    if (host === undefined || pid === undefined) return speaker
    const its = cores.get(speaker)
    const name = hosts
      .get(`${pid}`)
      ?.find(
        (other) =>
          other !== host && host.endsWith(other) && threads.has(`${other}${its?.slice(host.length)}`),
      )
    return name === undefined ? speaker : { ...speaker, host: name }
  }

  function newThread(core: string, before: string): Thread {
    const [identity, host, pid, , device] = IDENTITY.exec(core) ?? []
    // "[1,3]<stdout>:gpu-07:12:34 [0]", "[14:02:51]gpu-07:12:34 [0]": one thread, whatever is glued to it.
    const glued = identity !== undefined && identity !== core
    const same = glued ? threads.get(identity) : undefined
    if (same) return alias(core, same)
    const alone = host === undefined ? DEVICE.exec(core)?.[1] : device
    const named = host === undefined ? hostOf(before.slice(0, prefixLength(before))) : known(host, pid)
    const thread = threadOf(`${named}:${pid}:${alone}`, {
      ...(named === undefined ? {} : { host: named }),
      ...(pid === undefined ? {} : { pid: Number(pid) }),
      ...(alone === undefined ? {} : { device: Number(alone) }),
    })
    if (threads.size < MOST_THREADS && (host !== undefined || before === ''))
      threads.set(copy(identity ?? core), thread)
    if (glued) alias(core, thread)
    const speaker = list[thread.speaker]
    if (speaker && host !== undefined && !cores.has(speaker))
      cores.set(speaker, copy(core.slice(core.indexOf(host))))
    return thread
  }

  function alias(core: string, thread: Thread): Thread {
    if (aliases++ < MOST_ALIASES) threads.set(copy(core), thread)
    return thread
  }

  function threadOf(key: string, speaker: LogSpeaker): Thread {
    let index = speakers.get(key)
    if (index === undefined) {
      index = list.push(speaker) - 1
      speakers.set(key, index)
    }
    return { speaker: index, above: [] }
  }

  function known(host: string, pid: string | undefined): string {
    const key = pid ?? ''
    const its = hosts.get(key)
    if (!its) {
      const own = copy(host)
      hosts.set(copy(key), [own])
      return own
    }
    const same = its.find((name) => host === name)
    if (same !== undefined) return same
    const own = copy(host)
    its.push(own)
    return own
  }
}

/** Where "host:pid:tid [device]" begins, of which the blank before `at` is the end. */
export function coreStart(text: string, at: number): number {
  let start = Math.max(0, at - 1)
  let blanks = text.charCodeAt(start - 1) === CLOSE ? 1 : 0
  while (start > 0 && (text.charCodeAt(start - 1) !== BLANK || blanks-- > 0)) start--
  return start
}

export type Speakers = ReturnType<typeof speakersOf>

/** "transport/net_ib.cc:148" of "host:1:2 [0] transport/net_ib.cc:148 NCCL WARN …"; `length` is what it takes there. */
export function sourceBefore(text: string, at: number): { source: string; length: number } | undefined {
  const found = SOURCE.exec(text.slice(0, at))
  return found?.[1] === undefined ? undefined : { source: found[1], length: found[0].trimStart().length }
}

/** A slice keeps the whole chunk that it was cut from alive; this copy does not. */
export const copy = (text: string): string => ` ${text}`.slice(1)

const BLANK = 32
const CLOSE = 93
