/** A server of eight V100 cards without NVLink: four under a PCIe 3 switch of each CPU. */
import { buildMachine } from '../build.ts'
import type { Preset } from './preset.ts'

const id = 'pcie3-8gpu'
const title = '8 GPUs on PCIe 3.0'

export const pcie3x8: Preset = {
  id,
  title,
  aliases: ['pcie3', '8xpcie3'],
  source: 'the common dual-root server: Skylake, two PLX PEX 8796 switches, four cards each',
  machine: buildMachine({
    id,
    title,
    gpu: 'V100-PCIe',
    gpus: 8,
    joining: 'pcie',
    cpu: 'intel',
    cpuLink: 'cpu-intel-upi',
    gpusPerSwitch: 4,
    nics: { count: 1, bitsPerSecond: 100e9, placement: 'switch' },
    fabric: { kind: 'ib', oversubscription: 1 },
  }),
}
