/** The sentences for what can go wrong when a collective runs on real data (collectives/run-problem.ts). */
import type { Print } from '../base/print.ts'
import type { RunProblem } from '../collectives/run-problem.ts'

export type RunProblemText = (problem: RunProblem, print: Print) => string
