/** Errors say in English what went wrong: for programs that use the library, and threads that nobody prints for. */
import { print } from '../core/base/print.ts'
import { runProblem } from '../core/messages/en/run-problems.ts'
import { describeProblems } from './run-error.ts'

describeProblems((problem) => runProblem(problem, print))
