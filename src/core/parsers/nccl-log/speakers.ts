/**
 * Who wrote a line of an NCCL log: "host:pid:tid [device]" before "NCCL INFO" (NCCL src/debug.cc), with what launchers,
 * time stamps and other processes glued to it.
 */
import type { LogSpeaker } from '../../evidence/nccl-log.ts'
import { copy } from '../../text/copy.ts'
import { hostOf, prefixLength } from '../../text/launcher-prefix.ts'
import type { Thread } from './line.ts'

/** More threads than any job has: what comes later is taken as one. */
const MOST_THREADS = 100_000
/** Heads with a launcher's tag; time stamps make one for every line. */
const MOST_ALIASES = 20_000

const IDENTITY = /([\w.-]+):(\d+):(\d+)(?: \[(-?\d+)\])?$/
const DEVICE = /\[(-?\d+)\]$/
/** "4101:4165 [1]", ":4165 [1]": what is left of it where a file was cut at its beginning. */
export const TORN = /^(?:\d*:)?\d+ \[-?\d+\]$/

/** Of one log. */
export type Speakers = ReturnType<typeof speakersOf>

/** A core is the text "host:pid:tid [device]", with what is glued to it. */
export function speakersOf() {
  const threads = new Map<string, Thread>()
  const byHash = new Map<number, { readonly core: string; readonly thread: Thread }>()
  const numbers = new Map<string, number>()
  const speakers: LogSpeaker[] = []
  /** What the first line of each speaker began with. */
  const firstCores = new Map<LogSpeaker, string>()
  const hosts = hostsByProcess()
  const nobody = threadOf('', {})
  let aliases = 0

  return { all: () => speakers.map(withWholeHost), nobody, threadAt }

  /** The thread that wrote a line: its core stands from `start` to the blank before `at`, where "NCCL" begins. */
  function threadAt(text: string, start: number, at: number): Thread {
    if (at === 0) return nobody
    const end = at - 1
    // A number made of the characters finds the thread without cutting a string for every line.
    let hash = 0
    for (let index = start; index < end; index++) hash = (hash * 31 + text.charCodeAt(index)) | 0
    const known = byHash.get(hash)
    if (known && known.core.length === end - start && text.startsWith(known.core, start)) {
      known.thread.again = true
      return known.thread
    }
    const core = text.slice(start, end)
    const thread = threads.get(core) ?? newThread(core, text.slice(0, start))
    if (threads.get(core) === thread) byHash.set(hash, { core: copy(core), thread })
    return thread
  }

  function newThread(core: string, before: string): Thread {
    const [identity, host, pid, , device] = IDENTITY.exec(core) ?? []
    // "[1,3]<stdout>:gpu-07:12:34 [0]", "[14:02:51]gpu-07:12:34 [0]": one thread, whatever is glued to it.
    const glued = identity !== undefined && identity !== core
    const same = glued ? threads.get(identity) : undefined
    if (same) return alias(core, same)
    const alone = host === undefined ? DEVICE.exec(core)?.[1] : device
    const named = host === undefined ? hostOf(before.slice(0, prefixLength(before))) : hosts.copyOf(host, pid)
    const thread = threadOf(`${named}:${pid}:${alone}`, {
      ...(named === undefined ? {} : { host: named }),
      ...(pid === undefined ? {} : { pid: Number(pid) }),
      ...(alone === undefined ? {} : { device: Number(alone) }),
    })
    if (threads.size < MOST_THREADS && (host !== undefined || before === ''))
      threads.set(copy(identity ?? core), thread)
    if (glued) alias(core, thread)
    const speaker = speakers[thread.speaker]
    if (speaker && host !== undefined && !firstCores.has(speaker))
      firstCores.set(speaker, copy(core.slice(core.indexOf(host))))
    return thread
  }

  function alias(core: string, thread: Thread): Thread {
    if (aliases++ < MOST_ALIASES) threads.set(copy(core), thread)
    return thread
  }

  function threadOf(key: string, speaker: LogSpeaker): Thread {
    let number = numbers.get(key)
    if (number === undefined) {
      number = speakers.push(speaker) - 1
      numbers.set(key, number)
    }
    return { speaker: number, again: false, above: [] }
  }

  /**
   * "sumgpu-07:12:34 [0]" where "gpu-07:12:34 [0]" writes too is that thread, behind a piece of another's line; "07:12:34 [0]" is,
   * where the file was cut within it. A torn head stands once.
   */
  function withWholeHost(speaker: LogSpeaker): LogSpeaker {
    const { host, pid } = speaker
    if (host === undefined || pid === undefined) return speaker
    const behindHost = firstCores.get(speaker)?.slice(host.length)
    const isAgain = threads.get(`${host}${behindHost}`)?.again === true
    const whole = hosts.of(pid).find((name) => {
      const isLonger = name.endsWith(host)
      if (name === host || !(isLonger || host.endsWith(name))) return false
      const thread = threads.get(`${name}${behindHost}`)
      return thread !== undefined && (isLonger ? thread.again && !isAgain : thread.again || !isAgain)
    })
    return whole === undefined ? speaker : { ...speaker, host: whole }
  }
}

/** One copy of each host's name; by process, for some names are torn. */
function hostsByProcess() {
  const byPid = new Map<string, string[]>()
  return {
    of: (pid: number): readonly string[] => byPid.get(`${pid}`) ?? [],
    copyOf(host: string, pid = ''): string {
      const names = byPid.get(pid)
      const known = names?.find((name) => host === name)
      if (known !== undefined) return known
      const own = copy(host)
      if (names) names.push(own)
      else byPid.set(copy(pid), [own])
      return own
    },
  }
}

/** Where "host:pid:tid [device]" begins, of which the blank before `at` is the end. */
export function coreStart(text: string, at: number): number {
  let start = Math.max(0, at - 1)
  let blanks = text.charCodeAt(start - 1) === CLOSE ? 1 : 0
  while (start > 0 && (text.charCodeAt(start - 1) !== BLANK || blanks-- > 0)) start--
  return start
}

/** "transport/net_ib.cc:148 " before a warning, with the function since 2.29. */
const SOURCE = /(?:^|\s)([\w./-]+\.(?:cc|cu|h|cpp|c):\d+)(?: \([\w:~]+\))? $/

/** "transport/net_ib.cc:148" of "host:1:2 [0] transport/net_ib.cc:148 NCCL WARN …"; `length` is what it takes there. */
export function sourceBefore(text: string, at: number): { source: string; length: number } | undefined {
  const found = SOURCE.exec(text.slice(0, at))
  return found?.[1] === undefined ? undefined : { source: found[1], length: found[0].trimStart().length }
}

const BLANK = 32
const CLOSE = 93
