/**
 * How two ranks know each other before anything else is said. Each proves that it has the run's token without telling it
 * (HMAC-SHA256 over both sides' random numbers and what is claimed), so that a stranger learns nothing from listening.
 *
 *   acceptor    {"ringscope": 1, "nonce": "…"}
 *   connector   {"nonce": "…", "hello": "…", "proof": "…"}      hello: JSON of a Hello
 *   acceptor    {"proof": "…"}  or  {"refused": "token"}
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Rank } from '../../../../core/collectives/conditions.ts'
import { RunError } from '../../../run-error.ts'
import { type Talk, TalkEnded } from './json-lines.ts'

/** Raised whenever frames or greetings change. */
export const PROTOCOL = 1
/** A stranger that says nothing is dropped after this long. */
export const GREETING_MILLISECONDS = 5000

export interface Hello {
  /** join: a rank comes to the rendezvous; pair: it opens the connection that data will go over. */
  readonly purpose: 'join' | 'pair'
  readonly rank: Rank
  readonly ranks: number
  /** Where the rank listens; of a join. */
  readonly host: string
  readonly port: number
  /** Names the machine, so that ranks of one machine know it. */
  readonly machine: string
  /** Of a pair: the number of the run, which rank 0 has drawn. */
  readonly run: string
}

/** Undefined when the other side is a stranger; it has been told and left. Never throws. */
export async function acceptGreeting(talk: Talk, token: string): Promise<Hello | undefined> {
  const ours = nonce()
  try {
    talk.say({ ringscope: PROTOCOL, nonce: ours })
    const answer = await talk.hear(performance.now() + GREETING_MILLISECONDS)
    if (!isObject(answer) || !isText(answer.nonce) || !isText(answer.hello) || !isText(answer.proof)) {
      talk.socket.destroy()
      return undefined
    }
    const theirs = answer.nonce
    if (!same(answer.proof, proof(token, 'connector', ours, theirs, answer.hello))) {
      talk.say({ refused: 'token' })
      talk.end()
      return undefined
    }
    const hello: unknown = JSON.parse(answer.hello)
    if (!isHello(hello)) {
      talk.socket.destroy()
      return undefined
    }
    talk.trust()
    talk.say({ proof: proof(token, 'acceptor', ours, theirs, answer.hello) })
    return hello
  } catch {
    talk.socket.destroy()
    return undefined
  }
}

/** Throws RunError 'refused'; TalkEnded when the connection broke. `address` for the error. */
export async function offerGreeting(talk: Talk, token: string, hello: Hello, address: string): Promise<void> {
  const refused = (reason: 'token' | 'protocol' | 'version') => {
    talk.socket.destroy()
    return new RunError({ kind: 'refused', address, reason })
  }
  const hear = async () => {
    try {
      return await talk.hear(performance.now() + GREETING_MILLISECONDS)
    } catch (error) {
      if (error instanceof TalkEnded && (error.reason === 'protocol' || error.reason === 'silence'))
        throw refused('protocol')
      throw error
    }
  }
  const first = await hear()
  if (!isObject(first) || typeof first.ringscope !== 'number' || !isText(first.nonce))
    throw refused('protocol')
  if (first.ringscope !== PROTOCOL) throw refused('version')
  const ours = nonce()
  const text = JSON.stringify(hello)
  talk.say({ nonce: ours, hello: text, proof: proof(token, 'connector', first.nonce, ours, text) })
  const answer = await hear()
  if (!isObject(answer)) throw refused('protocol')
  if (answer.refused !== undefined) throw refused('token')
  if (!isText(answer.proof) || !same(answer.proof, proof(token, 'acceptor', first.nonce, ours, text)))
    throw refused('token')
  talk.trust()
}

const nonce = (): string => randomBytes(16).toString('hex')

function proof(token: string, side: string, acceptor: string, connector: string, hello: string): string {
  return createHmac('sha256', token).update([side, acceptor, connector, hello].join('\n')).digest('hex')
}

function same(seen: string, wanted: string): boolean {
  const bytes = Buffer.from(seen)
  return bytes.length === wanted.length && timingSafeEqual(bytes, Buffer.from(wanted))
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === 'string'

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function isHello(value: unknown): value is Hello {
  return (
    isObject(value) &&
    (value.purpose === 'join' || value.purpose === 'pair') &&
    isCount(value.rank) &&
    isCount(value.ranks) &&
    isText(value.host) &&
    isCount(value.port) &&
    isText(value.machine) &&
    isText(value.run)
  )
}
