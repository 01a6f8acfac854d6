/**
 * The second expectation: the machine as `topo -m` shows it, where a GPU has fewer NVLinks than its siblings.
 * A ring runs at the pace of its weakest GPU, so what it costs follows; whether that accounts for the measured value is
 * what no threshold can tell.
 */
import type { Expectation, ExpectedRow } from '../expectation/expectation.ts'
import { withGpuLinksOfEach } from '../topology/edits.ts'
import type { Machine } from '../topology/machine.ts'
import { expectationOf } from './expected.ts'
import type { Facts } from './facts.ts'
import { type GpuLinks, gpuLinks } from './gpu-links.ts'
import { matrixOf } from './guessed-machine.ts'
import type { Series } from './series.ts'

/** As for any single fault: the recomputed value lands within 8 % of the measured one (diagnosis-in-practice.md section 8). */
const ACCOUNTS_WITHIN = 0.08

export interface AsFound {
  readonly machine: Machine
  readonly links: GpuLinks
  readonly expectation: Expectation
  /** At the plateau. */
  readonly expected: ExpectedRow
  readonly accountsFor: boolean
}

/** Undefined where the machine stands as it was built, or where nothing shows how it stands. */
export function asFound(facts: Facts, series: Series): AsFound | undefined {
  const matrix = matrixOf(facts, series)
  const links = gpuLinks(facts).find((its) => its.matrix === matrix)
  if (!series.machine || !series.plateau || !links?.odd) return undefined
  const machine = withGpuLinksOfEach(series.machine, links.links)
  const expectation = machine && expectationOf(series, machine)
  const expected = expectation?.rows.at(-1)
  if (!machine || !expectation || !expected) return undefined
  const accountsFor = Math.abs(series.plateau.busbw / expected.busbw - 1) <= ACCOUNTS_WITHIN
  return { machine, links, expectation, expected, accountsFor }
}
