/**
 * The results are wrong: correctness first, nothing else of that run is judged (analysis/judgeable.ts leaves it out).
 * Condition (docs/diagnosis.md, Reading a number): #wrong > 0, FAILED, or an error far above rounding.
 */

import { resultsWereChecked, runsWithWrongResults } from '../../analysis/wrong-results.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

export interface WrongResultsValues {
  readonly collective: string
  /** Values out of bounds in all rows; 0 where only an error far above rounding was seen. */
  readonly wrong: number
  readonly rows: number
  readonly of: number
  /** The smallest size that is wrong; undefined when only the summary says so. */
  readonly bytes?: number
  readonly error?: number
}

export const wrongResults = rule({
  id: 'wrong-results',
  needs: ['benchmark'],
  sources: ['nccl-tests src/common.cu', 'nccl-tests verifiable/'],
  meaning: { breaks: true },
  check: (facts): readonly Found<WrongResultsValues>[] =>
    runsWithWrongResults(facts).map(({ benchmark, wrong, rows, error, places }) => {
      const [smallest] = rows
        .map(({ bytes }) => bytes)
        .filter((bytes) => bytes > 0)
        .sort((a, b) => a - b)
      return {
        severity: 'error',
        confidence: 'certain',
        values: {
          collective: benchmark.collective ?? benchmark.operation ?? benchmark.place.input,
          wrong,
          rows: rows.length,
          of: benchmark.rows.length,
          ...(smallest === undefined ? {} : { bytes: smallest }),
          ...(error === undefined ? {} : { error }),
        },
        evidence: places,
      }
    }),
  looked: (facts) => enoughIf(resultsWereChecked(facts)),
})
