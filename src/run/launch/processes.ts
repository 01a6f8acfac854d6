/**
 * Ranks as processes of this host that execute the caller's module again and talk over TCP; see launch.ts for what happens
 * there. A rank gets its setting over a pipe of its own, and reports over Node's IPC channel. It does not outlive
 * the process that started it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, readFileSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import type { Rank } from '../../core/collectives/conditions.ts'
import { RANK_PIPE } from '../system/started-as.ts'
import { connectTcp } from '../transports/tcp/connect-tcp.ts'
import { addressFile, removeAddress } from '../transports/tcp/rendezvous/address-file.ts'
import { dieWithParent } from './die-with-parent.ts'
import { dataError } from './launch-arguments.ts'
import { endOf, failureOf, type RankEnd, type RankMessage, type StartedRank } from './rank-end.ts'
import type { CurrentRank, RankSetting, Start } from './setting.ts'
import { flushOutput } from './standard-output.ts'

const PIPE = 4

interface ProcessSetting extends RankSetting {
  /** Under which rank 0 publishes its address. */
  readonly job: string
  readonly token: string
  /** Process id of who started it. */
  readonly parent: number
  readonly memoryBytes?: number
}

export function startProcesses(start: Start): readonly StartedRank[] {
  const job = `launch-${randomBytes(12).toString('hex')}`
  const token = randomBytes(16).toString('hex')
  const { ranks, memoryBytes } = start
  const setting = {
    ...start.setting,
    ...{ job, token, parent: process.pid },
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
  }
  const started = Array.from({ length: ranks }, (_, rank) => startProcess(start, { ...setting, rank }))
  // Rank 0 removes it when all are connected; it may not have come to that.
  void Promise.all(started.map(({ ended }) => ended)).then(() => removeAddress(addressFile(job)))
  return started
}

function startProcess({ module, ranks, onReport }: Start, setting: ProcessSetting): StartedRank {
  const { rank } = setting
  const text = settingText(setting)
  const child = fork(fileURLToPath(module), process.argv.slice(2), {
    env: { ...process.env, ...variables(rank, ranks) },
    serialization: 'advanced',
    stdio: ['inherit', 'inherit', 'inherit', 'ipc', 'pipe'],
  })
  const pipe = child.stdio[PIPE] as Writable
  // A rank that is gone before it has read this is noticed by its exit.
  pipe.on('error', () => {})
  pipe.end(text)
  const messages: RankMessage[] = []
  let stopped = false
  child.on('message', (message) => {
    const rankMessage = message as RankMessage
    if (rankMessage.kind === 'report') onReport(rankMessage.value, rank)
    else messages.push(rankMessage)
  })
  return {
    ended: gone(child).then((reason): RankEnd => endOf(messages, { rank, module, reason, stopped })),
    stop() {
      stopped = true
      // Also one that is stopped (SIGSTOP) or that waits without its event loop.
      child.kill('SIGKILL')
    },
  }
}

/** Before the process is there: what cannot be sent would leave it waiting for ever. */
function settingText(setting: ProcessSetting): Buffer {
  try {
    return serialize(setting)
  } catch (error) {
    throw dataError(error)
  }
}

const variables = (rank: Rank, ranks: number) => ({
  [RANK_PIPE]: `${PIPE}`,
  RANK: `${rank}`,
  WORLD_SIZE: `${ranks}`,
  LOCAL_RANK: `${rank}`,
  LOCAL_WORLD_SIZE: `${ranks}`,
})

/** Once it has ended and all its messages have come: why it ended. */
function gone(child: ChildProcess): Promise<number | string> {
  const exited = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? String(signal)))
    child.once('error', (error) => {
      if (child.pid === undefined) resolve(error.message)
    })
  })
  const silent = new Promise<void>((resolve) => {
    if (child.connected) child.once('disconnect', resolve)
    else resolve()
  })
  return Promise.all([exited, silent]).then(([reason]) => reason)
}

let current: CurrentRank | undefined

/** This process as a rank; undefined in all others, and in threads. */
export function processRank(): CurrentRank | undefined {
  if (current || !isMainThread || process.env[RANK_PIPE] !== `${PIPE}` || !process.send) return current
  // Processes that the rank starts are no ranks.
  delete process.env[RANK_PIPE]
  const setting = settingFrom(PIPE)
  const leave = (): never => {
    // Rank 0 may have published its address, and nobody else is there to remove the file.
    removeAddress(addressFile(setting.job))
    process.exit()
  }
  // Ctrl-C reaches all processes of a terminal; the one that started the ranks decides what becomes of them.
  process.on('SIGINT', () => {})
  process.on('disconnect', leave)
  // It was gone before this module was loaded.
  if (!process.connected) leave()
  // A module that calls no launch ends like any other.
  process.channel?.unref()
  const rank = currentRankOf(setting)
  // As of a thread: what is thrown outside of its function is reported where launch was called, and not by Node on standard error.
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return
    rank.send({ kind: 'failed', ...failureOf(setting.rank, error) })
    void rank.end()
  })
  current = rank
  return current
}

function settingFrom(pipe: number): ProcessSetting {
  try {
    const setting = deserialize(readFileSync(pipe)) as ProcessSetting
    closeSync(pipe)
    return setting
  } catch {
    // Who started it was gone before all was written.
    return process.exit()
  }
}

function currentRankOf(setting: ProcessSetting): CurrentRank {
  const { rank, ranks, job, token, parent, memoryBytes } = setting
  let allSent: Promise<unknown> = Promise.resolve()
  return {
    setting,
    async connect() {
      const shared = process.env.RINGSCOPE_SHARED_MEMORY === '1'
      const memory = memoryBytes === undefined ? {} : { memoryBytes }
      const transport = await connectTcp({ rank, ranks, job, token, shared, ...memory })
      // Not before: ranks connect in the event loop, and rank 0 must still be able to remove its address file.
      await dieWithParent(parent)
      return transport
    },
    send(message) {
      let arrived = (): void => {}
      const sent = new Promise<void>((resolve) => {
        arrived = resolve
      })
      process.send?.(message, undefined, undefined, () => arrived())
      allSent = Promise.all([allSent, sent])
    },
    // The peers see that its sockets close without a goodbye.
    fail: () => {},
    async end() {
      await allSent
      await flushOutput()
      process.exit()
    },
  }
}
