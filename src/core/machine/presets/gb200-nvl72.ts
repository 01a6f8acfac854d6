/**
 * GB200 NVL72: one NVLink domain of 72 GPUs in 18 trays; a Grace serves two GPUs and their 400 Gb/s NICs.
 * One node of it is the whole domain: NCCL sees 72 GPUs joined by NVLink.
 */
import { buildMachine } from '../build.ts'
import type { Preset } from './preset.ts'

const id = 'gb200-nvl72'
const title = 'GB200 NVL72'

export const gb200Nvl72: Preset = {
  id,
  title,
  aliases: ['nvl72'],
  source: 'NVIDIA GB200 NVL72 data sheet and DGX GB200 User Guide',
  machine: buildMachine({
    id,
    title,
    gpu: 'GB200',
    gpus: 72,
    joining: 'nvswitch',
    cpu: 'arm',
    sockets: 36,
    gpusPerSwitch: 0,
    nics: { count: 72, bitsPerSecond: 400e9, placement: 'cpu' },
    fabric: { kind: 'ib', oversubscription: 1 },
  }),
}
