/** DGX A100: eight A100 on NVSwitch, two EPYC Rome; two GPUs and two NICs share a PCIe switch. */
import { buildMachine } from '../build.ts'
import type { Preset } from './preset.ts'

const id = 'dgx-a100'
const title = 'DGX A100'

export const dgxA100: Preset = {
  id,
  title,
  aliases: ['hgx-a100'],
  source: 'NVIDIA DGX A100 User Guide, "System topology"',
  machine: buildMachine({
    id,
    title,
    gpu: 'A100-SXM4-80GB',
    gpus: 8,
    joining: 'nvswitch',
    cpu: 'amd',
    gpusPerSwitch: 2,
    nics: { count: 8, bitsPerSecond: 200e9, placement: 'switch' },
    fabric: { kind: 'ib', oversubscription: 1 },
  }),
}
