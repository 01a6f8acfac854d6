import '../../messages/all.ts'
import { expect, test } from 'vitest'
import type { PerfSimulation } from '../../evidence/perf-run.ts'
import { catalogueOf } from '../../messages/index.ts'
import { simulatedTextOf } from './simulated.ts'

const besides = (simulatedSeconds: number): PerfSimulation => ({
  fit: {
    pairs: [{ from: 0, to: 1, latencySeconds: 1e-6, bytesPerSecond: 1e9 }],
    rankBytesPerSecond: 1e9,
    allBytesPerSecond: 1e9,
  },
  rows: [{ bytes: 8, algorithm: 'ring', measuredSeconds: 1e-5, simulatedSeconds }],
  withoutMessages: [],
})

test.each([
  ['en', /another process used the\s+(#\s+)?cores/],
  ['zh', /核被别的程序占用/],
] as const)('%s: an error beyond any schedule is laid to the machine, and every line fits', (lang, words) => {
  const { perf } = catalogueOf(lang)
  expect(simulatedTextOf(besides(1.2e-5), perf)).not.toMatch(words)
  const text = simulatedTextOf(besides(3e-3), perf)
  expect(text).toMatch(words)
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(96)
})
