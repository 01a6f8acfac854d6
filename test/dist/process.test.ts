/** The built command as a process: how fast it starts, pipes that close, endless input, what its streams carry. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { ringscope } from '../run-cli.ts'

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const MiB = 2 ** 20

test('--version starts within 2.5 times of Node itself', () => {
  const milliseconds = (argv: readonly string[]): number => {
    const start = performance.now()
    expect(spawnSync(process.execPath, argv).status).toBe(0)
    return performance.now() - start
  }
  // In turns, so that both see the same load; the median of each.
  const pairs = Array.from({ length: 9 }, () => [
    milliseconds(['-e', '0']),
    milliseconds([main, '--version']),
  ])
  const median = (at: 0 | 1) => pairs.map((pair) => pair[at] ?? 0).sort((a, b) => a - b)[4] ?? 0
  expect(median(1) / median(0)).toBeLessThan(2.5)
  expect(ringscope(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('a reader that leaves early is no error', async () => {
  const child = spawn(process.execPath, [main, 'list', 'links', '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const code = await new Promise((done) => child.on('close', done))
  expect([code, stderr]).toEqual([0, ''])
})

test.skipIf(!existsSync('/dev/full'))('an output that takes nothing is told in one sentence', () => {
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', `"${process.execPath}" "${main}" list links > /dev/full`],
    {
      encoding: 'utf8',
    },
  )
  expect(status).toBe(4)
  expect(stderr).toMatch(/^ringscope: Cannot write stdout: .*ENOSPC/)
})

describe('by pipe', () => {
  test('hundreds of megabytes of zeros end soon, and in little memory', async () => {
    const child = spawn(process.execPath, ['--max-old-space-size=128', main, 'diagnose', '-'], {
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.on('error', () => undefined)
    const zeros = Buffer.alloc(MiB)
    let sent = 0
    const feed = (): void => {
      while (sent < 400 && child.stdin.writable) {
        sent++
        if (!child.stdin.write(zeros)) {
          child.stdin.once('drain', feed)
          return
        }
      }
      child.stdin.end()
    }
    feed()
    let stdout = ''
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
    })
    const code = await new Promise((done) => child.on('close', done))
    expect(code).toBe(3)
    expect(stdout).toContain('UNDECIDED')
  })

  test('text without a line end is bounded as well', () => {
    const run = spawnSync(process.execPath, ['--max-old-space-size=128', main, 'diagnose', '-'], {
      input: Buffer.alloc(200 * MiB, 'x'),
      encoding: 'utf8',
    })
    expect(run.status).toBe(3)
    expect(run.stderr).toBe('')
  })
})

test('nothing of the environment leaks into an answer that does not need it', () => {
  const { stdout } = ringscope(['list', 'presets'], { env: { AWS_SECRET_ACCESS_KEY: 'not-for-anyone' } })
  expect(stdout).not.toContain('not-for-anyone')
})
