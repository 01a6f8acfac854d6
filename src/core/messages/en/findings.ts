/** English: the findings, by what they read. */
import type { FindingTexts } from '../findings.ts'
import { curveFindings } from './findings-curve.ts'
import { machineFindings } from './findings-machine.ts'
import { numberFindings } from './findings-number.ts'
import { settingsFindings } from './findings-settings.ts'

export const findings: FindingTexts = {
  ...numberFindings,
  ...curveFindings,
  ...machineFindings,
  ...settingsFindings,
}
