/**
 * The module that each rank of `ringscope perf` executes: the one call of launch that the ranks belong to, and nothing of the
 * command line.
 */
import { launch } from '../launch/launch.ts'
import { perfProgram } from './perf.ts'

await launch({}, perfProgram)
