/** Every algorithm compiles to programs that are right in every order, in place and not. */
import { describe, expect, test } from 'vitest'
import { algorithms } from '../schedules/algorithms/index.ts'
import type { ScheduleOptions } from '../schedules/schedule.ts'
import { canBeInPlace, compile } from './compile.ts'
import { runProgramsInterleaved } from './run-programs.ts'
import { verifyPrograms } from './verify-programs.ts'

const CASES: readonly ScheduleOptions[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 12].map((ranks) => ({ ranks })),
  { ranks: 4, pieces: 3 },
  { ranks: 6, pieces: 2, root: 5 },
  { ranks: 8, pieces: 5, root: 3 },
  { ranks: 6, shape: [2, 3], pieces: 2 },
]

describe.each(algorithms)('$collective $id as programs', (algorithm) => {
  const cases = CASES.filter(algorithm.supports)
  test.each(cases)('%o', (options) => {
    const schedule = algorithm.schedule(options)
    for (const inPlace of canBeInPlace(schedule) ? [true, false] : [false])
      for (const mostCount of inPlace ? [Number.POSITIVE_INFINITY] : [2]) {
        const programs = compile(schedule, { inPlace, mostCount })
        const verified = verifyPrograms(programs)
        expect({ inPlace, mostCount, verified }).toMatchObject({
          verified: { ok: true, resultChecked: true },
        })
        if (!verified.ok) continue
        for (const slots of new Set([verified.slots, Math.max(2, verified.slots), 8 * verified.slots]))
          expect({ inPlace, slots, run: runProgramsInterleaved(programs, { slots, seed: 3 }) }).toEqual({
            inPlace,
            slots,
            run: { ok: true },
          })
        if (verified.slots > 1)
          expect(runProgramsInterleaved(programs, { slots: verified.slots - 1, seed: 3 })).toEqual({
            ok: false,
            problem: 'deadlock',
          })
      }
  })
})
