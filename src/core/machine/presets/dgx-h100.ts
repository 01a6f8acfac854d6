/** DGX H100: eight H100 on NVSwitch with multicast, two Sapphire Rapids; each GPU has a 400 Gb/s NIC at its side. */
import { buildMachine } from '../build.ts'
import type { Preset } from './preset.ts'

const id = 'dgx-h100'
const title = 'DGX H100'

export const dgxH100: Preset = {
  id,
  title,
  aliases: ['hgx-h100'],
  source: 'NVIDIA DGX H100/H200 User Guide, "System topology"',
  machine: buildMachine({
    id,
    title,
    gpu: 'H100-SXM5',
    gpus: 8,
    joining: 'nvswitch',
    cpu: 'intel',
    cpuLink: 'cpu-intel-spr',
    gpusPerSwitch: 1,
    nics: { count: 8, bitsPerSecond: 400e9, placement: 'switch' },
    fabric: { kind: 'ib', oversubscription: 1 },
  }),
}
