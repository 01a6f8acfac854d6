/** Ranks as worker threads that execute the caller's module again; see launch.ts for what happens there. */
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { RANK_THREAD } from '../system/started-as.ts'
import { type Control, openControl } from '../transports/threads/control.ts'
import { depart } from '../transports/threads/liveness.ts'
import { createSharedMemory, layoutOf } from '../transports/threads/memory.ts'
import { connectThreads } from '../transports/threads/threads.ts'
import { dataError } from './launch-arguments.ts'
import {
  endOf,
  exitCodeText,
  failureOf,
  type RankEnd,
  type RankMessage,
  type StartedRank,
} from './rank-end.ts'
import type { CurrentRank, RankSetting, Start } from './setting.ts'
import { flushOutput } from './standard-output.ts'

interface ThreadSetting extends RankSetting {
  readonly memory: WebAssembly.Memory
}

export function startThreads(start: Start): readonly StartedRank[] {
  const { ranks } = start
  const memory = createSharedMemory(ranks, start.memoryBytes)
  const control = openControl(memory, layoutOf(ranks))
  return Array.from({ length: ranks }, (_, rank) =>
    startThread(start, { ...start.setting, rank, memory }, control),
  )
}

function startThread({ module, onReport }: Start, setting: ThreadSetting, control: Control): StartedRank {
  const { rank, ranks } = setting
  const worker = workerOf(module, setting)
  const messages: RankMessage[] = []
  let stopped = false
  const take = (message: RankMessage): void => {
    if (message.kind === 'report') onReport(message.value, rank)
    else messages.push(message)
  }
  worker.on('message', take)
  worker.on('messageerror', (error) => take({ kind: 'failed', ...failureOf(rank, error) }))
  worker.on('error', (error) => {
    take({ kind: 'failed', ...failureOf(rank, error) })
    depart(control, ranks, rank, 'lost', String(error))
  })
  const ended = new Promise<RankEnd>((resolve) => {
    worker.on('exit', (code) => {
      depart(control, ranks, rank, 'lost', exitCodeText(code))
      resolve(endOf(messages, { rank, module, reason: code, stopped }))
    })
  })
  return {
    ended,
    stop() {
      stopped = true
      void worker.terminate()
    },
  }
}

function workerOf(module: URL, setting: ThreadSetting): Worker {
  try {
    return new Worker(module, { workerData: { [RANK_THREAD]: setting }, argv: process.argv.slice(2) })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataCloneError') throw dataError(error)
    throw error
  }
}

/** This thread as a rank; undefined in all others. */
export function threadRank(): CurrentRank | undefined {
  const setting = (workerData as { readonly [RANK_THREAD]?: ThreadSetting } | null)?.[RANK_THREAD]
  if (!setting) return undefined
  const { rank, ranks, memory } = setting
  return {
    setting,
    connect: () => connectThreads({ rank, ranks, memory }),
    send: (message) => parentPort?.postMessage(message),
    fail: (reason) => depart(openControl(memory, layoutOf(ranks)), ranks, rank, 'lost', reason),
    async end() {
      await flushOutput()
      process.exit()
    },
  }
}
