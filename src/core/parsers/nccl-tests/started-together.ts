/**
 * nccl-tests built without MPI=1 but started by mpirun: N processes that each run the test on one GPU and print a
 * complete table, all at the same time. Their lines are mixed; together they are one experiment that measured nothing.
 */
import type { Run } from './run.ts'

/** Runs in the order of their first lines; one-rank runs that overlap become one with `startedTogether` > 1. */
export function mergeStartedTogether(runs: readonly Run[]): readonly Run[] {
  const inOrder = [...runs].sort((a, b) => (a.place.line ?? 0) - (b.place.line ?? 0))
  const merged: Run[] = []
  for (let at = 0; at < inOrder.length; ) {
    const together = overlapping(inOrder, at)
    const ranks = together.reduce((sum, { devices }) => sum + devices.length, 0)
    if (together.length > 1 && ranks > 1) {
      merged.push(mergedRun(together, ranks))
      at += together.length
    } else merged.push(inOrder[at++] as Run)
  }
  return merged
}

/** No machine starts more processes at once; looking at more takes too long. */
const MOST_TOGETHER = 4096

/** The runs from `at` on that had begun before any of them printed a row, and the loose rows that follow. */
function overlapping(runs: readonly Run[], at: number): readonly Run[] {
  const together: Run[] = []
  let firstRow = Number.POSITIVE_INFINITY
  for (let next = at; next < runs.length && together.length < MOST_TOGETHER; next++) {
    const run = runs[next] as Run
    const begins = run.place.line ?? 0
    const loose =
      together.length > 1 && run.devices.length === 0 && !run.header && run.parameters.threads === undefined
    if (!isOneRank(run) || (begins > firstRow && !loose)) break
    together.push(run)
    const row = run.gatherer.rows[0]
    if (row) firstRow = Math.min(firstRow, row.place.line ?? 0)
  }
  return together
}

const isOneRank = ({ devices, parameters, errors }: Run): boolean =>
  devices.every(({ rank }) => rank === 0) &&
  (parameters.threads ?? 1) * (parameters.gpusPerThread ?? 1) === 1 &&
  errors.length === 0

function mergedRun(runs: readonly Run[], startedTogether: number): Run {
  const [first] = runs as readonly [Run, ...Run[]]
  const rows = runs
    .flatMap(({ gatherer }) => gatherer.rows)
    .sort((a, b) => (a.place.line ?? 0) - (b.place.line ?? 0))
  const firstOf = <Key extends 'layout' | 'header' | 'average' | 'outOfBounds' | 'operation'>(key: Key) => {
    const run = runs.find((each) => each[key] !== undefined)
    return run ? { [key]: run[key] } : {}
  }
  return {
    ...first,
    devices: runs.flatMap(({ devices }) => devices),
    gatherer: { ...first.gatherer, rows, orphans: [] },
    ...firstOf('layout'),
    ...firstOf('header'),
    ...firstOf('average'),
    ...firstOf('outOfBounds'),
    ...firstOf('operation'),
    complete: runs.some(({ complete }) => complete),
    startedTogether,
  }
}
