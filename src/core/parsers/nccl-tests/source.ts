/** The lines of one rank or host in a file of many: the run under way, and what stood before it. */
import { copy } from '../../text/copy.ts'
import { placeOf } from '../../text/quote.ts'
import type { Fragment } from './fragment.ts'
import { newRun, type Run, sizeOf } from './run.ts'

/** A line as it stands in the input. */
export interface Line {
  readonly text: string
  readonly number: number
}

/** How far a run has come: a line of an earlier stage begins the next run. */
export const STAGE = {
  start: 0,
  version: 1,
  named: 2,
  parameters: 3,
  devices: 4,
  header: 5,
  rows: 6,
  outOfBounds: 7,
  average: 8,
  concluded: 9,
} as const
/** A stage of a run. */
export type Stage = (typeof STAGE)[keyof typeof STAGE]

/** What is known of one source of lines. */
export interface Source {
  run?: Run
  stage: Stage
  /** Of a script: they hold for all runs that follow. */
  exported: Readonly<Record<string, string>>
  /** Of one command line. */
  variables: Readonly<Record<string, string>>
  operation?: string
  /** The command goes on in the next line. */
  inCommand: boolean
  /** So many lines of commands were read. */
  commands: number
  /** The line above the header names the in-place block only. */
  inPlaceOnly: boolean
  /** rccl-tests repeats the header for every cycle of a run. */
  cycle: boolean
  /** Numbers without a row at the start of a cut table. */
  readonly before: { readonly fragment: Fragment; readonly line: Line }[]
}

const newSource = (): Source => ({
  stage: STAGE.start,
  exported: {},
  variables: {},
  inCommand: false,
  commands: 0,
  inPlaceOnly: false,
  cycle: false,
  before: [],
})

/** What has been read of a file. */
export interface TestsRead {
  readonly input: string
  readonly runs: Run[]
  /** By what a launcher puts before their lines; '' is all that stands without. */
  readonly sources: Map<string, Source>
  /** Copies of the names of hosts and GPUs. */
  readonly names: Map<string, string>
  /** How many rows and the like the runs hold that are over. */
  ended: number
  headers: number
}

/** Of a file of which nothing was read yet. */
export const newTestsRead = (input: string): TestsRead => ({
  input,
  runs: [],
  sources: new Map([['', newSource()]]),
  names: new Map(),
  ended: 0,
  headers: 0,
})

/** Ranks and hosts whose lines are told apart; a file with more is no output of a launcher. */
const MOST_SOURCES = 10_000

/** What a file of too many sources holds beyond them is read each on its own. */
export function sourceNamed({ sources }: TestsRead, name: string): Source {
  const known = sources.get(name)
  if (known) return known
  const source = newSource()
  if (sources.size < MOST_SOURCES) sources.set(name, source)
  return source
}

/** One copy of a host's or GPU's name for all ranks. */
export function sameName({ names }: TestsRead, text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const own = copy(text)
  if (names.size < MOST_SOURCES) names.set(own, own)
  return own
}

/** The run that a line of this stage belongs to: the one under way, or the next. */
export function runAt(read: TestsRead, source: Source, stage: Stage, line: Line): Run {
  const repeats = stage === STAGE.devices || stage === STAGE.rows || (stage === STAGE.header && source.cycle)
  const next = repeats ? source.stage > Math.max(stage, source.cycle ? STAGE.rows : 0) : source.stage >= stage
  if (stage !== STAGE.rows) source.run?.gatherer.flush()
  const run = source.run && !next ? source.run : beginRun(read, source, line)
  source.stage = stage
  source.cycle = false
  return run
}

function beginRun(read: TestsRead, source: Source, line: Line): Run {
  const run = newRun(placeOf(read.input, line.number, line.text))
  run.environment = { ...source.exported, ...source.variables }
  if (source.operation !== undefined) run.operation = { name: source.operation, from: 'command' }
  source.variables = {}
  delete source.operation
  if (source.run) read.ended += sizeOf(source.run)
  source.run = run
  read.runs.push(run)
  return run
}

/** How many rows and the like are held. */
export function keptOf({ ended, runs, sources }: TestsRead): number {
  let sum = ended + runs.length
  for (const { run } of sources.values()) if (run) sum += sizeOf(run)
  return sum
}
