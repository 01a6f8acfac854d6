/**
 * A benchmark that ended with an error before its last size, or a job that was cancelled or ran out of time. What was measured
 * before stands beside it, but the run is not healthy. A table that merely stops may be an excerpt: nothing is said of it.
 * Source: nccl-tests src/common.h (NCCLCHECK, CUDACHECK print "Test … failure"); Slurm.
 */
import { runsOf } from '../../analysis/affected-runs.ts'
import { evidenceOf, type Facts } from '../../analysis/facts.ts'
import type { Benchmark } from '../../evidence/benchmark.ts'
import { type Found, rule } from '../rule.ts'
import { type FailureValues, foundIn } from './failure-lines.ts'

export interface RunAbortedValues {
  /** A benchmark that ended with an error. */
  readonly run?: {
    readonly host?: string
    readonly rows: number
    /** Of the last row. */
    readonly lastBytes?: number
    /** The size that was not reached. */
    readonly nextBytes?: number
    readonly maxBytes?: number
    /** 'unhandled cuda error': the text of the test's own failure line. */
    readonly said?: string
  }
  /** A job that was ended from outside. */
  readonly failure?: FailureValues
}

export const runAborted = rule({
  id: 'run-aborted',
  needs: [['benchmark', 'printed-messages']],
  sources: ['nccl-tests src/common.h', 'sbatch(1), --time'],
  meaning: { breaks: true },
  check: (facts): readonly Found<RunAbortedValues>[] => [...ofRuns(facts), ...cancelled(facts)],
})

const ofRuns = (facts: Facts): readonly Found<RunAbortedValues>[] =>
  evidenceOf(facts, 'benchmark').flatMap((benchmark) => {
    const [error] = benchmark.errors
    const last = benchmark.rows.at(-1)
    if (!error) return []
    const hosts = [...new Set(benchmark.devices.map(({ host }) => host))]
    const host = /^\s*(?:\.\. )?([\w.-]+?)(?::| pid)/.exec(error.text)?.[1]
    return [
      {
        severity: 'error',
        confidence: 'certain',
        concerns: [...hosts, ...runsOf(facts, hosts)],
        values: {
          run: {
            ...(host === undefined ? {} : { host }),
            rows: benchmark.rows.length,
            ...(last ? { lastBytes: last.bytes } : {}),
            ...nextOf(benchmark),
            ...(benchmark.parameters.maxBytes === undefined
              ? {}
              : { maxBytes: benchmark.parameters.maxBytes }),
            ...saidIn(error.text),
          },
        },
        evidence: [error, ...(last ? [last.place] : [])],
        explains: ['hang', 'p2p-hang'],
      },
    ]
  })

/** "Test NCCL failure common.cu:958 'unhandled cuda error (run with …) / '" */
function saidIn(text: string): { readonly said?: string } {
  const said = /failure [^']*'([^'(/]*[^'(/ ])/.exec(text)?.[1]
  return said === undefined ? {} : { said }
}

/** Sizes grow by a factor (-f) or a step (-i): the last two tell which. */
function nextOf({ rows, parameters: { maxBytes = Number.POSITIVE_INFINITY } }: Benchmark): {
  readonly nextBytes?: number
} {
  const [before, last] = rows.slice(-2).map(({ bytes }) => bytes)
  if (before === undefined || last === undefined || last <= before) return {}
  const factor = last / before
  const nextBytes = Number.isInteger(factor) ? last * factor : last + (last - before)
  return nextBytes <= maxBytes ? { nextBytes } : {}
}

/** What the benchmark says of its own end is told with its rows. */
function cancelled(facts: Facts): readonly Found<RunAbortedValues>[] {
  const aborted = evidenceOf(facts, 'benchmark').some(({ errors }) => errors.length > 0)
  return foundIn(facts, 'run-aborted').flatMap((found) =>
    aborted && found.values.topic === 'aborted' ? [] : [{ ...found, values: { failure: found.values } }],
  )
}
