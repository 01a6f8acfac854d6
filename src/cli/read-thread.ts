/** A thread that reads one file after the other for the main thread: their messages, and this side of it. */
import { parentPort } from 'node:worker_threads'
import { readInput } from '../core/diagnose/read.ts'
import type { InputRead } from '../core/diagnose/read-text.ts'
import { parsers } from '../core/parsers/index.ts'
import { fileInput } from './inputs.ts'

/** To the thread: a file to read. */
export interface Task {
  readonly path: string
}

/** From the thread: ready for the first file; so many bytes are read; the file as read. */
export type Message =
  | { readonly is: 'ready' }
  | { readonly is: 'progress'; readonly bytes: number }
  | { readonly is: 'read'; readonly read: InputRead }

/** Progress is posted once in so many bytes. */
const PROGRESS_EVERY_BYTES = 4 * 2 ** 20

/** Reads what the parent asks for, until the parent ends this thread. */
export function readForParent(): void {
  const parent = parentPort
  if (!parent) throw new Error('not in a thread')
  const post = (message: Message) => parent.postMessage(message)
  parent.on('message', async ({ path }: Task) => {
    let reportedBytes = 0
    const input = fileInput(path, (_, bytes) => {
      if (bytes - reportedBytes < PROGRESS_EVERY_BYTES) return
      reportedBytes = bytes
      post({ is: 'progress', bytes })
    })
    post({ is: 'read', read: await readInput(input, parsers) })
  })
  post({ is: 'ready' })
}
