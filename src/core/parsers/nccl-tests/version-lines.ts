/** The lines that name the program and its version: nccl-tests, rccl-tests, ringscope perf, NCCL and RCCL themselves. */
import { libraryVersionOf } from './header.ts'
import { perfHeadOf } from './perf-lines.ts'
import { type Line, runAt, type Source, STAGE, sameName, type TestsRead } from './source.ts'

/** False for all others. */
export function readVersion(read: TestsRead, source: Source, text: string, line: Line): boolean {
  const tests = /^nccl-tests version (\S+)(?:.*nccl-library=(\d+))?/.exec(text)
  if (tests) {
    const [, version, library] = tests
    const run = runAt(read, source, STAGE.version, line)
    run.version = {
      ...(version === undefined ? {} : { tests: sameName(read, version) }),
      ...(library === undefined ? {} : { library: libraryVersionOf(Number(library)) }),
    }
    return true
  }
  const perf = perfHeadOf(text)
  if (perf) {
    const run = runAt(read, source, STAGE.version, line)
    run.tool = 'ringscope-perf'
    run.operation = { name: sameName(read, perf.collective), from: 'named' }
    return true
  }
  const rccl = /^rccl-tests: Version (\S+)/.exec(text)?.[1]
  if (rccl !== undefined) {
    const begun = source.run && source.stage < STAGE.rows ? source.run : undefined
    const run = begun ?? runAt(read, source, STAGE.version, line)
    run.tool = 'rccl-tests'
    run.version = { ...run.version, tests: sameName(read, rccl) }
    return true
  }
  const library = /^N?R?CCL version (\d[\w.+-]*)/.exec(text)?.[1]
  if (library === undefined || !source.run) return false
  source.run.version = { ...source.run.version, library: sameName(read, library) }
  return true
}
