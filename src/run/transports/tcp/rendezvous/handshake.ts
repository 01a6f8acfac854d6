/**
 * How two ranks authenticate each other before anything else is sent. Each proves that it has the run's token without sending it
 * (HMAC-SHA256 over both sides' nonces and the Hello), so that an eavesdropper learns nothing.
 *
 *   acceptor    {"ringscope": 1, "nonce": "…"}
 *   connector   {"nonce": "…", "hello": "…", "proof": "…"}      hello: JSON of a Hello
 *   acceptor    {"proof": "…"}  or  {"refused": "token"}
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Rank } from '../../../../core/collectives/conditions.ts'
import { RunError } from '../../../run-error.ts'
import { type JsonLines, JsonLinesEnded } from './json-lines.ts'

/** The version of the protocol: raised whenever frames or the handshake change. */
export const PROTOCOL = 1
/** A connection that sends nothing is closed after this long. */
export const HANDSHAKE_TIMEOUT_MILLISECONDS = 5000

export interface Hello {
  /** join: to the rendezvous; pair: the connection that data will go over. */
  readonly purpose: 'join' | 'pair'
  readonly rank: Rank
  readonly ranks: number
  /** Where the rank listens; of a join. */
  readonly host: string
  readonly port: number
  /** Names the machine, so that ranks of one machine know it. */
  readonly machine: string
  /** Of a pair: the random id of the run, from rank 0. */
  readonly run: string
}

/** Undefined when the other side is not authenticated; the connection is closed then. Never throws. */
export async function acceptHandshake(lines: JsonLines, token: string): Promise<Hello | undefined> {
  const ours = nonce()
  try {
    lines.send({ ringscope: PROTOCOL, nonce: ours })
    const answer = await lines.receive(performance.now() + HANDSHAKE_TIMEOUT_MILLISECONDS)
    if (!isObject(answer) || !isText(answer.nonce) || !isText(answer.hello) || !isText(answer.proof)) {
      lines.socket.destroy()
      return undefined
    }
    const theirs = answer.nonce
    if (!same(answer.proof, proof(token, 'connector', ours, theirs, answer.hello))) {
      lines.send({ refused: 'token' })
      lines.end()
      return undefined
    }
    const hello: unknown = JSON.parse(answer.hello)
    if (!isHello(hello)) {
      lines.socket.destroy()
      return undefined
    }
    lines.trust()
    lines.send({ proof: proof(token, 'acceptor', ours, theirs, answer.hello) })
    return hello
  } catch {
    lines.socket.destroy()
    return undefined
  }
}

/** Throws RunError 'refused'; JsonLinesEnded when the connection broke. `address` for the error. */
export async function offerHandshake(
  lines: JsonLines,
  token: string,
  hello: Hello,
  address: string,
): Promise<void> {
  const refused = (reason: 'token' | 'protocol' | 'version') => {
    lines.socket.destroy()
    return new RunError({ kind: 'refused', address, reason })
  }
  const receive = async () => {
    try {
      return await lines.receive(performance.now() + HANDSHAKE_TIMEOUT_MILLISECONDS)
    } catch (error) {
      if (error instanceof JsonLinesEnded && (error.reason === 'protocol' || error.reason === 'silence'))
        throw refused('protocol')
      throw error
    }
  }
  const first = await receive()
  if (!isObject(first) || typeof first.ringscope !== 'number' || !isText(first.nonce))
    throw refused('protocol')
  if (first.ringscope !== PROTOCOL) throw refused('version')
  const ours = nonce()
  const text = JSON.stringify(hello)
  lines.send({ nonce: ours, hello: text, proof: proof(token, 'connector', first.nonce, ours, text) })
  const answer = await receive()
  if (!isObject(answer)) throw refused('protocol')
  if (answer.refused !== undefined) throw refused('token')
  if (!isText(answer.proof) || !same(answer.proof, proof(token, 'acceptor', first.nonce, ours, text)))
    throw refused('token')
  lines.trust()
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
