/**
 * Errors that PCIe reported on the path of a GPU or NIC (AER in the kernel's log). Error after a fatal one with nothing to
 * show that the device is back; warning where it is back, after uncorrected ones that left the link up, and for corrected
 * ones that go on at more than 8 a minute; info for refused requests, for many corrected ones at a lower or unknown rate,
 * and at ports of which nothing says what lies below. A few corrected errors are how a fast link works: silence.
 * Sources: Linux PCI/pcieaer-howto; NVIDIA DCGM, dcgm_gpu_hardware_limits.h.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { seenOnHosts } from '../looked.ts'
import type { OfHost } from '../of-host.ts'
import { type Found, rule, type Severity } from '../rule.ts'
import { type PcieErrors, pcieErrorsOfHosts, showsPcieErrors } from './pcie-errors.measure.ts'

export interface PcieErrorsValues extends OfHost {
  /** unsupported: refused requests; storm: corrected ones that go on; many: corrected ones, slow or of unknown rate. */
  readonly why: 'fatal' | 'non-fatal' | 'unsupported' | 'storm' | 'many'
  readonly devices: readonly {
    readonly address: string
    /** Whose path it is. */
    readonly of: 'gpu' | 'nic' | 'nvswitch' | 'unknown'
    readonly gpu?: number
    /** A port of the CPU or of a switch above it. */
    readonly port: boolean
  }[]
  readonly count: number
  readonly perMinute?: number
  /** "BadTLP", as the kernel names them. */
  readonly kinds: readonly string[]
  /** The device is back, or the host was started anew since. */
  readonly over: boolean
}

export const pcieErrors = rule({
  id: 'pcie-errors',
  needs: ['host-facts'],
  sources: [
    'Linux PCI/pcieaer-howto',
    'PCI Express base specification 6.2',
    'NVIDIA DCGM: dcgm_gpu_hardware_limits.h',
  ],
  check: (facts): readonly Found<PcieErrorsValues>[] =>
    pcieErrorsOfHosts(facts).map((errors) => {
      const { host, why, devices, count, perMinute, kinds, over, places } = errors
      const severity = severityOf(errors)
      return {
        severity,
        confidence: severity === 'error' ? 'certain' : severity === 'warning' ? 'likely' : 'possible',
        ...(host.name === undefined ? {} : { subject: host.name }),
        concerns: runsOf(facts, [host.name]),
        values: {
          ...(host.name === undefined ? {} : { host: host.name }),
          why,
          devices,
          count,
          ...(perMinute === undefined ? {} : { perMinute }),
          kinds,
          over,
        },
        evidence: places.slice(0, 4),
        ...(severity === 'info' || over
          ? {}
          : { explains: ['bandwidth-below-expected', 'slow-node', 'hang', 'ib-completion-error'] as const }),
      }
    }),
  looked: (facts) => seenOnHosts(facts, showsPcieErrors),
})

function severityOf({ why, devices, over }: PcieErrors): Severity {
  if (devices.every(({ of }) => of === 'unknown')) return 'info'
  if (why === 'fatal') return over ? 'warning' : 'error'
  return (why === 'non-fatal' || why === 'storm') && !over ? 'warning' : 'info'
}
