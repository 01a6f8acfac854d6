/**
 * The second expectation: the machine as `topo -m` shows it, where a GPU has fewer NVLinks than its siblings.
 * A ring runs at the pace of its weakest GPU, so what it costs follows; whether that accounts for the measured value is
 * what no threshold can tell.
 */
import type { Expectation, ExpectedRow } from '../expectation/expectation.ts'
import { FITS_WITHIN } from '../expectation/faults.ts'
import { withGpuLinksOfEach } from '../machine/edits.ts'
import type { Machine } from '../machine/machine.ts'
import { expectationOf } from './expected.ts'
import type { Facts } from './facts.ts'
import { type GpuLinks, gpuLinks } from './gpu-links.ts'
import { matrixOf } from './machine-of-run/machine-of-run.ts'
import type { Series } from './series.ts'

export interface AsFound {
  readonly machine: Machine
  readonly links: GpuLinks
  readonly expectation: Expectation
  /** At the plateau. */
  readonly expected: ExpectedRow
  /** As any single fault would: what is recomputed lands near what was measured. */
  readonly accountsFor: boolean
}

/** Undefined where the machine stands as it was built, or where nothing shows how it stands. */
export function asFound(facts: Facts, series: Series): AsFound | undefined {
  const matrix = matrixOf(facts, series, series.run.known?.ranksAHost ?? 1)
  const links = gpuLinks(facts).find((one) => one.matrix === matrix)
  if (!series.machine || !series.expectation || !series.plateau || !links?.odd) return undefined
  const machine = withGpuLinksOfEach(series.machine, links.links)
  const expectation = machine && expectationOf(series, machine, series.expectation)
  const expected = expectation?.rows.at(-1)
  if (!machine || !expectation || !expected) return undefined
  const accountsFor = Math.abs(series.plateau.busbw / expected.busbw - 1) <= FITS_WITHIN.value
  return { machine, links, expectation, expected, accountsFor }
}
