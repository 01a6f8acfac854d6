import { expect, test, vi } from 'vitest'
import { progressOn } from './progress.ts'

function watched(isTTY: boolean, quiet: boolean): string {
  let written = ''
  const screen = {
    isTTY,
    write: (text: string) => {
      written += text
    },
  }
  vi.useFakeTimers({ toFake: ['performance'] })
  const progress = progressOn(screen, quiet, (name, bytes) => `${name}: ${bytes}`)
  for (let at = 0; at <= 10; at++) {
    progress.say('run.log', at)
    vi.advanceTimersByTime(100)
  }
  progress.end()
  vi.useRealTimers()
  return written
}

test('says something after half a second, five times a second at most, and takes it away', () => {
  const written = watched(true, false)
  expect(written).not.toContain('run.log: 4')
  expect(written).toContain('run.log: 5')
  expect(written).not.toContain('run.log: 6')
  expect(written).toContain('run.log: 7')
  expect(written).toMatch(/\r +\r$/)
})

test('is silent in a pipe, and with --quiet', () => {
  expect(watched(false, false)).toBe('')
  expect(watched(true, true)).toBe('')
})
