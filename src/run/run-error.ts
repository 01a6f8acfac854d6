/** The one error that run/ throws for what is expected to go wrong; `problem` says what, its sentence is `message`. */

import { print } from '../core/base/print.ts'
import type { RunProblem } from '../core/collectives/run-problem.ts'
import { runProblem } from '../core/messages/en/run-problems.ts'

export class RunError extends Error {
  readonly problem: RunProblem

  constructor(problem: RunProblem) {
    super(runProblem(problem, print))
    this.name = 'RunError'
    this.problem = problem
  }
}
