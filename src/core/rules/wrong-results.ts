/**
 * The results are wrong: correctness first, nothing else of that run is judged (analysis/sound.ts leaves it out).
 * Condition (diagnosis-in-practice.md section 8): #wrong > 0, FAILED, or an error far above rounding.
 */
import { resultsWereChecked, wrongResults } from '../analysis/wrong-results.ts'
import { rule } from './rule.ts'

export const wrongResultsRule = rule({
  id: 'wrong-results',
  needs: ['benchmark'],
  check: (facts) =>
    wrongResults(facts).map(({ benchmark, wrong, rows, error, places }) => {
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
  looked: resultsWereChecked,
})
