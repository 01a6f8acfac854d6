/**
 * A GPU that reported errors: gone from the bus, memory that failed, firmware that stopped. Error where it is gone, or a row
 * of its memory could not be replaced; warning where a job it ran was ended by it; info where it repaired itself, or where
 * the Xid is most often an application's. A handful of corrected errors is no finding. Sources: NVIDIA Xid catalogue; NVIDIA GPU
 * memory error management ("applications can continue" while a row waits to be replaced).
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { erringNvlinks } from '../../analysis/nvlink-errors.ts'
import { seenOnHosts } from '../looked.ts'
import type { OfHost } from '../of-host.ts'
import { type Found, rule, type Severity } from '../rule.ts'
import { type GpuErrorKind, type GpuErrors, gpuErrors, showsGpuState } from './gpu-error.measure.ts'

const SEVERITY: Readonly<Record<GpuErrorKind, Severity>> = {
  'off-the-bus': 'error',
  'remap-failed': 'error',
  memory: 'warning',
  firmware: 'warning',
  remapped: 'info',
  other: 'info',
  application: 'info',
}

export interface GpuErrorValues extends OfHost {
  readonly gpus: readonly { readonly gpu?: number; readonly seat?: string }[]
  readonly why: 'off-the-bus' | 'remap-failed' | 'memory' | 'firmware' | 'remapped' | 'other' | 'application'
  readonly xids: readonly { readonly code: number; readonly times: number }[]
  /** Uncorrected memory errors since the driver was loaded. */
  readonly uncorrected: number
  /** It left the bus, and is listed again. */
  readonly back: boolean
}

export const gpuError = rule({
  id: 'gpu-error',
  needs: ['host-facts'],
  sources: ['NVIDIA Xid catalogue', 'NVIDIA GPU memory error management: row remapping', 'nvidia-smi -q'],
  check: (facts): readonly Found<GpuErrorValues>[] =>
    gpuErrors(facts).map((error) => {
      const { host, why, gpus, xids, uncorrected, places } = error
      const gone = why === 'off-the-bus' && !isBack(error)
      return {
        severity: why === 'off-the-bus' && !gone ? 'warning' : SEVERITY[why],
        confidence: why === 'application' || why === 'other' ? 'possible' : gone ? 'certain' : 'likely',
        ...(host.name === undefined ? {} : { subject: host.name }),
        concerns: runsOf(facts, [host.name]),
        values: {
          ...(host.name === undefined ? {} : { host: host.name }),
          gpus: gpus.map(({ gpu, seat }) => ({
            ...(gpu === undefined ? {} : { gpu }),
            ...(seat === undefined ? {} : { seat }),
          })),
          why,
          xids,
          uncorrected,
          back: why === 'off-the-bus' && !gone,
        },
        evidence: places.slice(0, 4),
        // Only what is gone now is known to bear on what else is seen now.
        ...(gone
          ? {
              explains: [
                'host-asymmetry',
                'nvlink-errors',
                'hang',
                'ib-completion-error',
                'slow-node',
              ] as const,
            }
          : {}),
      }
    }),
  // Errors of its NVLinks are told by a rule of their own: no word then of GPUs without errors.
  looked: (facts) =>
    erringNvlinks(facts).some(({ xids }) => xids.length > 0) ? 'none' : seenOnHosts(facts, showsGpuState),
})

/** nvidia-smi lists them again: the host was restarted or they were reset. */
const isBack = ({ gpus }: GpuErrors): boolean => gpus.every(({ listed }) => listed)
