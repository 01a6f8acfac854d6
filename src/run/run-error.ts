/**
 * The one error that run/ throws for what is expected to go wrong. `problem` says what, as data; whoever prints it says it in the
 * reader's language (core/messages). So that `message` is a sentence too, english.ts hands one in: nothing here knows a language.
 */
import type { RunProblem } from '../core/collectives/run-problem.ts'

/** `message`: a sentence where a language was handed in, else the problem as it stands. */
export class RunError extends Error {
  readonly problem: RunProblem

  constructor(problem: RunProblem) {
    super(describe(problem))
    this.name = 'RunError'
    this.problem = problem
  }
}

/** "peer-lost rank=0 peer=1 reason=ECONNRESET" */
const bareText = ({ kind, ...values }: RunProblem): string =>
  [kind, ...Object.entries(values).map(([name, value]) => `${name}=${textOf(value)}`)].join(' ')

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

let describe: (problem: RunProblem) => string = bareText

/** The messages of all errors that are made from now on. */
export function describeProblems(sentence: (problem: RunProblem) => string): void {
  describe = sentence
}
