/** DGX B200: eight B200 on NVSwitch with multicast, two Emerald Rapids; each GPU has a 400 Gb/s NIC at its side. */
import { buildMachine } from '../build.ts'
import type { Preset } from './preset.ts'

const id = 'dgx-b200'
const title = 'DGX B200'

export const dgxB200: Preset = {
  id,
  title,
  aliases: ['hgx-b200'],
  source: 'NVIDIA DGX B200 User Guide, "System topology"',
  machine: buildMachine({
    id,
    title,
    gpu: 'B200',
    gpus: 8,
    joining: 'nvswitch',
    cpu: 'intel',
    cpuLink: 'cpu-intel-emr',
    gpusPerSwitch: 1,
    nics: { count: 8, bitsPerSecond: 400e9, placement: 'switch' },
    fabric: { kind: 'ib', oversubscription: 1 },
  }),
}
