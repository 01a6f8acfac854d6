import { expect, test, vi } from 'vitest'
import { widthOf } from '../core/report/text/width.ts'
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
    progress.reading('run.log', at)
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

test('a long sentence is cut to the width of the terminal, which it would else fill with lines', () => {
  let written = ''
  const screen = { isTTY: true, columns: 20, write: (text: string) => (written += text) }
  vi.useFakeTimers({ toFake: ['performance'] })
  const progress = progressOn(screen, false, (name, bytes) => `正在读取 ${name}: ${bytes}`)
  vi.advanceTimersByTime(1000)
  progress.reading('results/of/last/night/run.log', 1)
  progress.end()
  vi.useRealTimers()
  const [, , shown = '', blanks = ''] = written.split('\r')
  expect(widthOf(shown)).toBe(19)
  expect(blanks).toBe(' '.repeat(19))
})

test('is silent in a pipe, and with --quiet', () => {
  expect(watched(false, false)).toBe('')
  expect(watched(true, true)).toBe('')
})
