/** An error of run/ says in English what went wrong where a language was handed in, and else the problem as it stands. */
import { expect, test, vi } from 'vitest'
import type { RunProblem } from '../core/collectives/run-problem.ts'

const problem: RunProblem = {
  kind: 'peer-lost',
  rank: 0,
  peer: 1,
  place: { sequence: 2, operation: 'barrier' },
  reason: 'ECONNRESET',
}

test('without a language the message is the problem as it stands; the library says it in English', async () => {
  vi.resetModules()
  const { RunError } = await import('./run-error.ts')
  expect(new RunError(problem).message).toBe(
    'peer-lost rank=0 peer=1 place={"sequence":2,"operation":"barrier"} reason=ECONNRESET',
  )
  const library = await import('./index.ts')
  const error = new library.RunError(problem)
  expect(error).toBeInstanceOf(RunError)
  expect(error.message).toBe('rank 0 lost rank 1 in collective 2 (barrier): ECONNRESET')
  expect(error.problem).toEqual(problem)
})
