/** 'direct', which threads have of their own and no schedule stands behind, against plain sums: all types, ops and sizes. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { byTurns } from './by-turns.ts'

const program = fileURLToPath(new URL('run-threads/collectives.mjs', import.meta.url))
const MINUTES = 60_000

/** Even and odd, few and as many as a machine has GPUs; above 4 every third case runs. */
const ALWAYS = [2, 3, 5, 8]

test.each([...ALWAYS, ...byTurns('direct')])(
  'direct gives what adding in the order of the ranks gives: %i ranks',
  async (ranks) => {
    const { stdout } = await promisify(execFile)(process.execPath, [program, `${ranks}`])
    const [seen, least, most] = stdout.trim().split(' ').map(Number)
    expect([seen, least]).toEqual([ranks, most])
    expect(least).toBeGreaterThan(ranks > 4 ? 300 : 1000)
  },
  5 * MINUTES,
)
