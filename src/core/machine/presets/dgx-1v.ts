/** DGX-1V: eight V100 as a hybrid cube mesh, two Broadwell; each GPU reaches four of its seven peers by NVLink. */
import { buildMachine } from '../build.ts'
import type { Preset } from './preset.ts'

const id = 'dgx-1v'
const title = 'DGX-1V'

export const dgx1v: Preset = {
  id,
  title,
  aliases: ['dgx-1', 'dgx1'],
  source: 'NVIDIA DGX-1 with Tesla V100 System Architecture (WP-08437), figures 4 and 5',
  machine: buildMachine({
    id,
    title,
    gpu: 'V100-SXM2',
    gpus: 8,
    joining: 'partial-mesh',
    cpu: 'intel',
    cpuLink: 'cpu-intel-qpi',
    gpusPerSwitch: 2,
    nics: { count: 4, bitsPerSecond: 100e9, placement: 'switch' },
    fabric: { kind: 'ib', oversubscription: 1 },
  }),
}
