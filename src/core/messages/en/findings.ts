/** English: the findings, by what they read. */
import type { FindingTexts } from '../findings.ts'
import { curveFindings } from './findings-curve.ts'
import { hostFindings } from './findings-host.ts'
import { jobFindings } from './findings-job.ts'
import { machineFindings } from './findings-machine.ts'
import { networkFindings } from './findings-network.ts'
import { numberFindings } from './findings-number.ts'
import { pathFindings } from './findings-paths.ts'
import { settingsFindings } from './findings-settings.ts'

export const findings: FindingTexts = {
  ...numberFindings,
  ...curveFindings,
  ...machineFindings,
  ...networkFindings,
  ...pathFindings,
  ...jobFindings,
  ...settingsFindings,
  ...hostFindings,
}
