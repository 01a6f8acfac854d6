/** AWS p4d.24xlarge: eight A100 on NVSwitch, two Cascade Lake; two GPUs and one EFA of 100 Gb/s share a PCIe 3 switch. */
import { buildMachine } from '../build.ts'
import type { Preset } from './preset.ts'

const id = 'aws-p4d'
const title = 'AWS p4d.24xlarge'

export const awsP4d: Preset = {
  id,
  title,
  aliases: ['p4d', 'p4d.24xlarge', 'p4de', 'aws-p4de'],
  source: 'aws-ofi-nccl topology/p4d-24xl-topo.xml',
  machine: buildMachine({
    id,
    title,
    gpu: 'A100-SXM4',
    gpus: 8,
    joining: 'nvswitch',
    cpu: 'intel',
    cpuLink: 'cpu-intel-upi',
    pcie: 'pcie3',
    gpusPerSwitch: 2,
    nics: { count: 4, bitsPerSecond: 100e9, placement: 'switch' },
    fabric: { kind: 'efa', oversubscription: 1 },
  }),
}
