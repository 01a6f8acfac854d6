/**
 * The module that each rank executes that `ringscope perf` starts. It comes to the one call of launch that the ranks are there
 * for, and loads nothing of the command line on its way.
 */
import { launch } from '../launch/launch.ts'
import { perfProgram } from './perf.ts'

await launch({}, perfProgram)
