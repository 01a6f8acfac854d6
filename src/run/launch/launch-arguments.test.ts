import '../english.ts'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { RunError } from '../run-error.ts'
import { checkLaunch, checkStarted, moduleOf } from './launch-arguments.ts'

const program = () => 1

/** The argument that is named, and what is said to have been seen. */
function complaint(options: unknown, task: unknown = program): readonly string[] | undefined {
  try {
    checkLaunch(options as Parameters<typeof checkLaunch>[0], task)
  } catch (error) {
    if (error instanceof RunError && error.problem.kind === 'argument')
      return [error.problem.argument, error.problem.seen]
    throw error
  }
  return undefined
}

test.each<[unknown, readonly string[]]>([
  [undefined, ['options', 'undefined']],
  [program, ['options', 'function']],
  [{ ranks: 0 }, ['ranks', '0']],
  [{ ranks: 2.5 }, ['ranks', '2.5']],
  [{ ranks: '2' }, ['ranks', '"2"']],
  [{ transport: 'udp' }, ['transport', '"udp"']],
  [{ memoryBytes: Number.NaN }, ['memoryBytes', 'NaN']],
  [{ memoryBytes: -1 }, ['memoryBytes', '-1']],
  [{ timeoutSeconds: 0 }, ['timeoutSeconds', '0']],
  [{ timeoutSeconds: Number.NaN }, ['timeoutSeconds', 'NaN']],
])('%o is refused by name', (options, wanted) => {
  expect(complaint(options)).toEqual(wanted)
})

test('what makes sense passes; the function may not be missing', () => {
  const all = { ranks: 256, transport: 'tcp', memoryBytes: 0, timeoutSeconds: Number.POSITIVE_INFINITY }
  expect(complaint({})).toBeUndefined()
  expect(complaint(all)).toBeUndefined()
  expect(complaint({}, null)).toEqual(['program', 'null'])
  // Under mpirun or srun.
  expect(complaint({ ranks: 4096, transport: 'mpi' })).toBeUndefined()
  expect(() => checkStarted(257)).toThrow('ranks: got 257, expected 1..256')
})

test('no rank can read standard input or the text of -e again', () => {
  const { argv } = process
  for (const [main, seen] of [
    ['-', 'node -'],
    [undefined, 'node -e'],
  ] as const) {
    process.argv = main === undefined ? ['node'] : ['node', main]
    try {
      expect(() => moduleOf(undefined)).toThrow(`module: got ${seen}, expected node FILE`)
    } finally {
      process.argv = argv
    }
  }
})

test('a module is a file that is there', () => {
  const here = import.meta.filename
  expect(moduleOf(here)).toEqual(pathToFileURL(here))
  expect(moduleOf(new URL(import.meta.url)).href).toBe(pathToFileURL(here).href)
  expect(() => moduleOf('/no/such.mjs')).toThrow('module: got file:///no/such.mjs')
})
