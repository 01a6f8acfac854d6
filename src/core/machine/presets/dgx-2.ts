/** DGX-2: sixteen V100 on NVSwitch, two Skylake; two GPUs and a NIC share a PCIe switch. */
import { buildMachine } from '../build.ts'
import type { Preset } from './preset.ts'

const id = 'dgx-2'
const title = 'DGX-2'

export const dgx2: Preset = {
  id,
  title,
  aliases: ['dgx2', 'dgx-2h'],
  source: 'NVIDIA DGX-2 User Guide, "System topology"',
  machine: buildMachine({
    id,
    title,
    gpu: 'V100-SXM3',
    gpus: 16,
    joining: 'nvswitch',
    cpu: 'intel',
    cpuLink: 'cpu-intel-upi',
    gpusPerSwitch: 2,
    nics: { count: 8, bitsPerSecond: 100e9, placement: 'switch' },
    fabric: { kind: 'ib', oversubscription: 1 },
  }),
}
