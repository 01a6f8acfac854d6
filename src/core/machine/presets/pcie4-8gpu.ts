/** A server of eight A100 cards without NVLink bridges: four under a PCIe 4 switch of each CPU. */
import { buildMachine } from '../build.ts'
import type { Preset } from './preset.ts'

const id = 'pcie4-8gpu'
const title = '8 GPUs on PCIe 4.0'

export const pcie4x8: Preset = {
  id,
  title,
  aliases: ['pcie4', '8xpcie4'],
  source: 'the common dual-root server: EPYC Rome or Milan, two PCIe 4.0 switches, four cards each',
  machine: buildMachine({
    id,
    title,
    gpu: 'A100-PCIe',
    gpus: 8,
    joining: 'pcie',
    cpu: 'amd',
    gpusPerSwitch: 4,
    nics: { count: 2, bitsPerSecond: 200e9, placement: 'switch' },
    fabric: { kind: 'ib', oversubscription: 1 },
  }),
}
