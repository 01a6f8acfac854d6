/**
 * Reads several big files at once, each in a thread of its own; the rest is read here meanwhile. What comes out is the same
 * as when they are read one after the other, in the same order.
 */
import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type ReadAll, readInput, unreadable } from '../core/diagnose/read.ts'
import type { InputRead } from '../core/diagnose/read-text.ts'
import type { Input } from '../core/evidence/place.ts'
import type { Context } from './answer.ts'
import { isFileInput } from './inputs.ts'
import type { Message, Task } from './read-thread.ts'

/** A thread takes as long to start as some ten megabytes take to be read. */
const MIN_TOTAL_BYTES = 16 * 2 ** 20
const MIN_FILE_BYTES = 2 ** 20
/** Each takes some fifty megabytes of memory, and no disk feeds more. */
const MOST_THREADS = 16

interface Big {
  readonly at: number
  readonly input: Input
  readonly path: string
  readonly bytes: number
}

/** undefined where there are no threads to read with: then diagnose reads one input after the other. */
export function readAllIn({ entry, progress }: Pick<Context, 'entry' | 'progress'>): ReadAll | undefined {
  const most = Math.min(availableParallelism(), MOST_THREADS)
  if (entry === undefined || most < 2) return undefined
  return async (inputs, parsers) => {
    const waiting = await bigAmong(inputs)
    const elsewhere = new Set(waiting.map(({ at }) => at))
    const read: (InputRead | undefined)[] = []
    const say = combined(progress.reading)
    const work = async (): Promise<void> => {
      let thread: Thread | undefined
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { at, input, path } = next
        thread ??= threadAt(entry)
        const answer = await thread.read(path, (bytes) => say(input.name, bytes))
        say(input.name, undefined)
        if (answer.is === 'read') read[at] = answer.read
        else {
          await thread.end()
          thread = undefined
          // A thread that could not even start says nothing about the file: it is read here, and so are the rest.
          if (answer.is === 'not-started') return
          read[at] = unreadable(input, answer.error)
        }
      }
      await thread?.end()
    }
    const readInThisThread = async (): Promise<void> => {
      for (const [at, input] of inputs.entries())
        if (!elsewhere.has(at)) read[at] = await readInput(input, parsers)
    }
    await Promise.all([...Array.from({ length: Math.min(most, waiting.length) }, work), readInThisThread()])
    const all: InputRead[] = []
    for (const [at, input] of inputs.entries()) all.push(read[at] ?? (await readInput(input, parsers)))
    return all
  }
}

/** The files that are worth a thread, the biggest first; none unless there are two. */
async function bigAmong(inputs: readonly Input[]): Promise<Big[]> {
  const found: Big[] = []
  for (const [at, input] of inputs.entries()) {
    if (!isFileInput(input)) continue
    const stats = await stat(input.path).catch(() => undefined)
    if (stats?.isFile() && stats.size >= MIN_FILE_BYTES)
      found.push({ at, input, path: input.path, bytes: stats.size })
  }
  const totalBytes = found.reduce((sum, { bytes }) => sum + bytes, 0)
  return found.length < 2 || totalBytes < MIN_TOTAL_BYTES ? [] : found.sort((a, b) => b.bytes - a.bytes)
}

/** Several files under way are shown as one: their names, and all bytes read of them. */
function combined(say: Context['progress']['reading']): (name: string, bytes: number | undefined) => void {
  const bytesByName = new Map<string, number>()
  return (name, bytes) => {
    if (bytes === undefined) {
      bytesByName.delete(name)
      return
    }
    bytesByName.set(name, bytes)
    say(
      [...bytesByName.keys()].join(', '),
      [...bytesByName.values()].reduce((sum, fileBytes) => sum + fileBytes, 0),
    )
  }
}

type Answer =
  | { readonly is: 'read'; readonly read: InputRead }
  /** The thread ended before the file was read: out of memory, for one. */
  | { readonly is: 'died'; readonly error: unknown }
  | { readonly is: 'not-started' }

interface Thread {
  read(path: string, onBytes: (bytes: number) => void): Promise<Answer>
  end(): Promise<unknown>
}

function threadAt(entry: URL): Thread {
  let worker: Worker
  try {
    worker = new Worker(entry)
  } catch {
    return { read: async () => ({ is: 'not-started' }), end: async () => undefined }
  }
  let ready = false
  let ended: Answer | undefined
  let reportBytes: (bytes: number) => void = () => undefined
  let answer: (received: Answer) => void = () => undefined
  const end = (error: unknown): void => {
    ended ??= ready ? { is: 'died', error } : { is: 'not-started' }
    answer(ended)
  }
  worker.on('message', (message: Message) => {
    if (message.is === 'ready') ready = true
    else if (message.is === 'progress') reportBytes(message.bytes)
    else answer(message)
  })
  worker.on('error', end)
  worker.on('messageerror', end)
  worker.on('exit', (code) => end(new Error(`exit ${code}`)))
  return {
    read: (path, onBytes) =>
      new Promise((done) => {
        if (ended) return done(ended)
        reportBytes = onBytes
        answer = done
        worker.postMessage({ path } satisfies Task)
      }),
    end: () => worker.terminate(),
  }
}
