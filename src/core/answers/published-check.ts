/** What is simulated for a machine, held against a number that was published for it. */
import { MiB } from '../base/units.ts'
import { expect as expected } from '../expectation/expect.ts'
import type { Machine } from '../machine/machine.ts'
import type { SimulateAnswer } from '../report/simulate/answer.ts'
import type { Row } from '../simulate/compare.ts'
import type { Question } from '../simulate/variants.ts'

/** Published plateaus are of sizes from here on. */
const LEAST_BYTES = 256 * MiB

/** Undefined parts where it says nothing: nothing is injected into a real machine, and small sizes are below the plateau. */
export function checkOf(
  question: Question,
  machine: Machine | undefined,
  [best]: readonly Row[],
): Pick<SimulateAnswer, 'check'> {
  if (!machine || !best) return {}
  if (question.topology !== question.healthy || question.options.bytes < LEAST_BYTES) return {}
  const published = expected({ collective: question.collective, machine })?.bases.find(
    ({ kind }) => kind === 'published',
  )
  return published
    ? { check: { busbw: published.busbw * 1e9, simulated: best.busbw, source: published.source } }
    : {}
}
