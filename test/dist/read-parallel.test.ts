/** Several big files are read in threads: the same answer as one after the other, whatever becomes of a thread. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const run = new URL('../../dist/cli/run.js', import.meta.url).href
const folder = mkdtempSync(join(tmpdir(), 'ringscope-parallel-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)

/** A rank's log of so many bytes; with GPUDirect RDMA or without. */
function log(host: string, bytes: number, gpuDirect: boolean): string {
  const head = `${host}:4100:4164 [0] NCCL INFO `
  const block = Array.from(
    { length: 500 },
    (_, line) =>
      `${head}Channel ${String(line % 16).padStart(2, '0')}/0 : ${line % 64}[0] -> 64[0] [receive] via NET/IB/0${gpuDirect ? '/GDRDMA' : ''}\n`,
  ).join('')
  return `${head}NCCL version 2.21.5+cuda12.4\n${head}Using network IB\n${block.repeat(Math.ceil(bytes / block.length))}`
}

const MB = 1e6
writeFileSync(at('slow.log'), log('gpu-01', 14 * MB, false))
writeFileSync(at('fast.log'), log('gpu-02', 7 * MB, true))
writeFileSync(at('small.log'), log('gpu-03', 1000, true))
writeFileSync(at('empty.log'), '')
const files = ['small.log', 'slow.log', 'empty.log', 'fast.log', 'small.log'].map(at)

/** Loaded by every thread before anything else, as `node --require` does; what it does is the test's. */
const hook = at('hook.cjs')
const threads = at('threads')
const env = { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8' }
const started = (): number => (existsSync(threads) ? readFileSync(threads, 'utf8').length : 0)
beforeEach(() => rmSync(threads, { force: true }))

function inThreads(does = ''): NodeJS.ProcessEnv {
  writeFileSync(
    hook,
    `const fs = require('node:fs')
if (!require('node:worker_threads').isMainThread) {
  fs.appendFileSync(${JSON.stringify(threads)}, 'x')
  const { createReadStream } = fs
  ${does}
  require('node:module').syncBuiltinESMExports()
}`,
  )
  return { ...env, NODE_OPTIONS: `--require ${hook}` }
}

const diagnose = (env: NodeJS.ProcessEnv, argv: readonly string[] = files) =>
  spawnSync(process.execPath, [main, 'diagnose', '--json', ...argv], { env, encoding: 'utf8' })

const oneByOne = (argv: readonly string[] = files) => {
  const code = `import { run } from ${JSON.stringify(run)}; process.exitCode = await run(process.argv.slice(1), process)`
  const argument = ['--input-type=module', '-e', code, '--', 'diagnose', '--json', ...argv]
  return spawnSync(process.execPath, argument, { env, encoding: 'utf8' })
}

describe.skipIf(availableParallelism() < 2)('several big files', () => {
  test('give the same answer as one after the other, in the order of the inputs', () => {
    const parallel = diagnose(inThreads())
    expect(started()).toBe(2)
    const serial = oneByOne()
    expect(started()).toBe(2)
    expect(parallel.stderr).toBe('')
    expect(parallel.stdout).toBe(serial.stdout)
    expect(parallel.status).toBe(serial.status)
    const { inputs } = JSON.parse(parallel.stdout)
    expect(inputs.map(({ name }: { name: string }) => name)).toEqual(files)
    expect(inputs[1].lines).toBeGreaterThan(100_000)
  })

  test('as baseline too', () => {
    const argv = [at('small.log'), '--baseline', at('slow.log'), '--baseline', folder]
    expect(diagnose(inThreads(), argv).stdout).toBe(oneByOne(argv).stdout)
    expect(started()).toBeGreaterThan(0)
  })

  test('a thread that dies is a note about its file, and the others are read', () => {
    const dies = `fs.createReadStream = (path, options) => {
      if (String(path).endsWith('slow.log')) process.exit(3)
      return createReadStream(path, options)
    }`
    const { stdout, status } = diagnose(inThreads(dies))
    const { inputs, notes } = JSON.parse(stdout)
    expect(inputs.map(({ formats }: { formats: string[] }) => formats)).toEqual([
      ['nccl-log'],
      [],
      [],
      ['nccl-log'],
      ['nccl-log'],
    ])
    const [note] = notes.filter(({ id }: { id: string }) => id === 'input-unreadable')
    expect(note.text).toContain('slow.log')
    expect(status).toBeLessThan(2)
  })

  test('where threads do not start, files are read without them', () => {
    const { stdout } = diagnose(inThreads(`throw new Error('no threads here')`))
    expect(started()).toBeGreaterThan(0)
    expect(stdout).toBe(oneByOne().stdout)
  })

  test('Ctrl-C ends all of it at once', async () => {
    const waits = `fs.createReadStream = () => {
      fs.appendFileSync(${JSON.stringify(threads)}, 'waits')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    }`
    const child = spawn(process.execPath, [main, 'diagnose', ...files], {
      env: inThreads(waits),
      stdio: 'ignore',
    })
    const ended = new Promise((done) => child.on('exit', (_, signal) => done(signal)))
    while (!(existsSync(threads) && readFileSync(threads, 'utf8').includes('waits')))
      await new Promise((done) => setTimeout(done, 20))
    child.kill('SIGINT')
    expect(await ended).toBe('SIGINT')
  })
})

test('one file, or small ones, start no thread', () => {
  diagnose(inThreads(), [at('slow.log'), at('small.log')])
  diagnose(inThreads(), [at('fast.log'), at('fast.log')])
  expect(started()).toBe(0)
})
