/** Who calls collectives, and the last calls of each: ranks that wait for each other are never far apart. */
import { copy } from '../../text/copy.ts'

/** Of each caller so many of the last calls are kept. */
const KEPT = 32
const MOST_CALLERS = 20_000
/** After so many lines, texts that are still kept are copied: most were displaced before. */
const OWNED_EVERY = 1024
/** No longer line is quoted. */
export const LONGEST_CALL = 1200

/** A speaker with one of its communicators. */
export interface Caller {
  readonly speaker: number
  readonly pointer: string
  ranks?: number
  /** " comm 0x… ", as it stands in its lines, and how far from their ends: the stream behind it is usually the same. */
  readonly comm: string
  commFromEnd: number
  calls: number
  readonly firstLine: number
  lastLine: number
  /** Of the last KEPT calls: the numbers and texts of their lines, as rings. */
  readonly numbers: number[]
  readonly texts: string[]
  /** So many of the calls have texts of their own; those that came since hold on to the piece of the file they are in. */
  owned: number
}

/** All that a log has. */
export interface Callers {
  /** undefined where there are too many already. */
  callerOf(speaker: number, pointer: string, first: FirstCall): Caller | undefined
  /** One more call. Kept as it stands; only the last are taken apart, when the file has been read. */
  keep(caller: Caller, text: string, number: number): void
  all(): readonly Caller[]
}

/** Of the line that is a caller's first, if it is. */
interface FirstCall {
  readonly message: string
  readonly number: number
  readonly commFromEnd: number
}

/** For one log. */
export function callersOf(): Callers {
  const callers = new Map<string, Caller>()
  /** Whose latest texts are not their own, and the line from which on they must be. */
  let borrowing: Caller[] = []
  let ownedFrom = OWNED_EVERY

  function ownAll(number: number): void {
    for (const caller of borrowing) own(caller)
    borrowing = []
    ownedFrom = number + OWNED_EVERY
  }

  return {
    all: () => [...callers.values()],
    callerOf(speaker, pointer, first) {
      const key = `${speaker} ${pointer}`
      const known = callers.get(key)
      if (known || callers.size >= MOST_CALLERS) return known
      const caller = newCaller(speaker, copy(pointer), first)
      callers.set(copy(key), caller)
      return caller
    },
    keep(caller, text, number) {
      if (caller.owned === caller.calls) borrowing.push(caller)
      const slot = caller.calls % KEPT
      caller.numbers[slot] = number
      caller.texts[slot] = text
      caller.calls++
      caller.lastLine = number
      if (number >= ownedFrom) ownAll(number)
    },
  }
}

function newCaller(speaker: number, pointer: string, { message, number, commFromEnd }: FirstCall): Caller {
  const ranks = /\[nranks=(\d+)\]/.exec(message)?.[1]
  return {
    speaker,
    pointer,
    comm: ` comm ${pointer} `,
    commFromEnd,
    ...(ranks === undefined ? {} : { ranks: Number(ranks) }),
    calls: 0,
    firstLine: number,
    lastLine: number,
    numbers: [],
    texts: [],
    owned: 0,
  }
}

/** The texts of the last calls become its own. */
function own(caller: Caller): void {
  for (let call = Math.max(caller.owned, caller.calls - KEPT); call < caller.calls; call++)
    caller.texts[call % KEPT] = copy(caller.texts[call % KEPT]?.slice(0, LONGEST_CALL) ?? '')
  caller.owned = caller.calls
}
