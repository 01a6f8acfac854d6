/** How ranks find each other, what keeps them from it, and what connections without the token cannot do to them. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { RunProblem } from '../../../../core/collectives/run-problem.ts'
import { RunError } from '../../../run-error.ts'
import type { Transport } from '../../transport.ts'
import { connectTcp, type TcpOptions } from '../connect-tcp.ts'
import { addressFile, publishAddress } from './address-file.ts'

const HOST = '127.0.0.1'
const open: Transport[] = []
const sockets: Socket[] = []
const servers: Server[] = []
const folders: string[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close(true)))
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function start(options: TcpOptions): Promise<Transport> {
  const transport = await connectTcp({
    memoryBytes: 2 ** 22,
    slotBytes: 1024,
    timeoutSeconds: 10,
    ...options,
  })
  open.push(transport)
  return transport
}

const problemOf = async (starting: Promise<unknown>): Promise<RunProblem> => {
  const error = await starting.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof RunError) return error.problem
  throw error ?? new Error('it went well')
}

const serve = (take: (socket: Socket) => void): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
      take(socket)
    })
    servers.push(server)
    server.listen(0, HOST, () => {
      const address = server.address()
      if (address && typeof address === 'object') resolve(address.port)
    })
  })

/** A port that nobody listens at. */
async function freePort(): Promise<number> {
  const port = await serve(() => {})
  await new Promise((resolve) => servers.pop()?.close(resolve))
  return port
}

const folderOf = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ringscope-test-'))
  folders.push(folder)
  return folder
}

/** Sends these bytes to the port and keeps the connection; resolves when the other side closes it. */
const connectAndSend = (port: number, bytes: Uint8Array | string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect({ host: HOST, port, allowHalfOpen: true }, () => socket.write(bytes))
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.on('end', () => {
      socket.destroy()
      resolve()
    })
    socket.resume()
  })

test('ranks that come in any order, by an address', async () => {
  const master = { host: HOST, port: await freePort() }
  const world = [2, 0, 3, 1].map(async (rank, at) => {
    await new Promise((resolve) => setTimeout(resolve, at * 60))
    return start({ rank, ranks: 4, master, token: 'secret' })
  })
  const ranks = (await Promise.all(world)).map(({ rank }) => rank)
  expect(ranks).toEqual([2, 0, 3, 1])
})

describe('by a file', () => {
  test('which only this user can read, and which is removed when all are connected', async () => {
    const outer = folderOf()
    // Neither was there before.
    const folder = join(outer, 'new', 'store')
    const first = start({ rank: 0, ranks: 2, job: 'a/../b', folder })
    while (!existsSync(folder) || readdirSync(folder).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 5))
    const [name] = readdirSync(folder)
    expect(name).toBe('a%2f..%2fb.json')
    expect(statSync(join(folder, name ?? '')).mode & 0o777).toBe(0o600)
    await start({ rank: 1, ranks: 2, job: 'a/../b', folder })
    await first
    expect(readdirSync(outer)).toEqual([])
  })

  test('leaves a folder that was there before, empty or not', async () => {
    const folder = folderOf()
    await Promise.all([0, 1].map((rank) => start({ rank, ranks: 2, job: 'job', folder })))
    expect(readdirSync(folder)).toEqual([])
  })

  test('of an earlier run that was killed: it is written anew', async () => {
    const folder = folderOf()
    const strange = await serve((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    publishAddress(addressFile('job', folder), { host: HOST, port: strange, token: 'old' })
    const second = start({ rank: 1, ranks: 2, job: 'job', folder })
    await new Promise((resolve) => setTimeout(resolve, 100))
    await Promise.all([second, start({ rank: 0, ranks: 2, job: 'job', folder })])
  })

  test('that nobody writes', async () => {
    const problem = await problemOf(
      start({ rank: 1, ranks: 2, job: 'none', folder: folderOf(), timeoutSeconds: 0.2 }),
    )
    expect(problem).toMatchObject({ kind: 'rendezvous-unreachable', seconds: 0.2, reason: 'ENOENT' })
  })
})

describe('ranks that do not fit each other', () => {
  test('two sizes of the world: all who came hear of it', async () => {
    const master = { host: HOST, port: await freePort() }
    const problems = Promise.all([
      problemOf(start({ rank: 0, ranks: 3, master })),
      problemOf(start({ rank: 1, ranks: 3, master })),
    ])
    await new Promise((resolve) => setTimeout(resolve, 300))
    const last = await problemOf(start({ rank: 2, ranks: 4, master }))
    expect(last).toEqual({ kind: 'world-size', here: 4, there: 3, peer: 0 })
    const wanted = { kind: 'world-size', here: 3, there: 4, peer: 2 }
    expect(await problems).toEqual([wanted, wanted])
  })

  test('two ranks with one number', async () => {
    const master = { host: HOST, port: await freePort() }
    const first = problemOf(start({ rank: 0, ranks: 3, master }))
    const duplicates = [1, 1].map((rank) => problemOf(start({ rank, ranks: 3, master })))
    for (const problem of await Promise.all([first, ...duplicates]))
      expect(problem).toMatchObject({ kind: 'rank-taken', rank: 1 })
  })

  test('a rank that does not come is named, to all who did', async () => {
    const master = { host: HOST, port: await freePort() }
    const problems = [0, 2, 4].map((rank) =>
      problemOf(start({ rank, ranks: 5, master, timeoutSeconds: 1.6 })),
    )
    for (const problem of await Promise.all(problems))
      expect(problem).toMatchObject({ kind: 'rank-missing', ranks: [1, 3] })
  })

  test('a rank that came and went is missing until it comes again', async () => {
    const master = { host: HOST, port: await freePort() }
    const first = start({ rank: 0, ranks: 3, master })
    const gone = await problemOf(start({ rank: 1, ranks: 3, master, timeoutSeconds: 0.3 }))
    expect(gone.kind).toBe('rank-missing')
    await Promise.all([first, ...[1, 2].map((rank) => start({ rank, ranks: 3, master }))])
  })
})

describe('rank 0 is not to be had', () => {
  test('the port is in use', async () => {
    const port = await serve(() => {})
    const problem = await problemOf(start({ rank: 0, ranks: 2, master: { host: HOST, port } }))
    expect(problem).toEqual({ kind: 'address-in-use', address: `${HOST}:${port}` })
  })

  test('nobody listens', async () => {
    const port = await freePort()
    const problem = await problemOf(
      start({ rank: 1, ranks: 2, master: { host: HOST, port }, timeoutSeconds: 0.3 }),
    )
    expect(problem).toEqual({
      kind: 'rendezvous-unreachable',
      address: `${HOST}:${port}`,
      seconds: 0.3,
      reason: 'ECONNREFUSED',
    })
  })

  test('an address that is not of this host', async () => {
    const problem = await problemOf(
      start({ rank: 0, ranks: 2, master: { host: '192.0.2.77', port: 29_500 } }),
    )
    expect(problem).toMatchObject({ kind: 'address-not-here', reason: 'EADDRNOTAVAIL' })
  })

  test.each([
    ['another program answers', 'HTTP/1.1 200 OK\r\n\r\n', 'protocol'],
    ['another version answers', '{"ringscope":999,"nonce":"00"}\n', 'version'],
    ['what answers has no end', 'x'.repeat(10_000), 'protocol'],
    ['what answers is JSON of something else', '[1,2]\n', 'protocol'],
  ])('%s', async (_title, answer, reason) => {
    const port = await serve((socket) => socket.write(answer))
    const problem = await problemOf(start({ rank: 1, ranks: 2, master: { host: HOST, port } }))
    expect(problem).toEqual({ kind: 'refused', address: `${HOST}:${port}`, reason })
  })

  test('one that pretends to be rank 0 and does not know the token', async () => {
    const port = await serve((socket) => {
      socket.write('{"ringscope":1,"nonce":"00"}\n')
      socket.on('data', () => socket.write(`{"proof":"${'0'.repeat(64)}"}\n`))
    })
    const problem = await problemOf(
      start({ rank: 1, ranks: 2, master: { host: HOST, port }, token: 'secret' }),
    )
    expect(problem).toMatchObject({ kind: 'refused', reason: 'token' })
  })

  test('neither address nor job', async () => {
    expect(await problemOf(start({ rank: 0, ranks: 2 }))).toMatchObject({ kind: 'argument' })
  })
})

describe('connections that do not pass the handshake', () => {
  test('are closed, whatever they send, and the run does not notice', async () => {
    const port = await freePort()
    const master = { host: HOST, port }
    const first = start({ rank: 0, ranks: 2, master, token: 'secret' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    const silent = connect({ host: HOST, port })
    silent.on('error', () => {})
    sockets.push(silent)
    const garbage = fc.sample(fc.uint8Array({ minLength: 5000, maxLength: 6000 }), { numRuns: 20, seed: 1 })
    await Promise.all([
      connectAndSend(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
      connectAndSend(port, '{"nonce":"0","hello":"{}","proof":"0"}\n'),
      connectAndSend(port, '{"nonce":{},"hello":[],"proof":null}\n'),
      connectAndSend(port, 'null\n'),
      connectAndSend(port, '['.repeat(5000)),
      ...garbage.map((bytes) => connectAndSend(port, bytes)),
    ])
    const refused = await problemOf(start({ rank: 1, ranks: 2, master, token: 'Secret' }))
    expect(refused).toMatchObject({ kind: 'refused', reason: 'token' })
    const noToken = await problemOf(start({ rank: 1, ranks: 2, master }))
    expect(noToken).toMatchObject({ kind: 'refused', reason: 'token' })
    await Promise.all([first, start({ rank: 1, ranks: 2, master, token: 'secret' })])
  })

  test('that send nothing are closed after a while', async () => {
    const port = await freePort()
    const first = problemOf(start({ rank: 0, ranks: 2, master: { host: HOST, port }, timeoutSeconds: 7 }))
    await new Promise((resolve) => setTimeout(resolve, 50))
    const before = performance.now()
    await connectAndSend(port, '')
    expect(performance.now() - before).toBeLessThan(6500)
    expect(await first).toMatchObject({ kind: 'rank-missing', ranks: [1] })
  })
})
