/** A server of four A100 cards without NVLink bridges: two under a PCIe 4 switch of each CPU, so half of a ring crosses the sockets. */
import { buildMachine } from '../build.ts'
import type { Preset } from './preset.ts'

const id = 'pcie4-4gpu-2switch'
const title = '4 GPUs on two PCIe 4.0 switches'

export const pcie4x4: Preset = {
  id,
  title,
  aliases: ['pcie4-4gpu'],
  source: 'the common 4-card server: EPYC Rome or Milan, a PCIe 4.0 switch on each CPU',
  machine: buildMachine({
    id,
    title,
    gpu: 'A100-PCIe',
    gpus: 4,
    joining: 'pcie',
    cpu: 'amd',
    gpusPerSwitch: 2,
    nics: { count: 2, bitsPerSecond: 200e9, placement: 'switch' },
    fabric: { kind: 'ib', oversubscription: 1 },
  }),
}
