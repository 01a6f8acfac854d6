/** A server of eight RTX 4090: no NVLink, no peer-to-peer, cards on the CPUs; NCCL goes through host memory. */
import { buildMachine } from '../build.ts'
import type { Preset } from './preset.ts'

const id = 'rtx4090-8gpu'
const title = '8 x RTX 4090'

export const rtx4090x8: Preset = {
  id,
  title,
  aliases: ['8x4090'],
  source:
    'the common GeForce server: two EPYC, cards on the root ports; no peer-to-peer (driver release notes)',
  machine: buildMachine({
    id,
    title,
    gpu: 'RTX4090',
    gpus: 8,
    joining: 'pcie',
    cpu: 'amd',
    gpusPerSwitch: 0,
    nics: { count: 1, bitsPerSecond: 100e9, placement: 'cpu' },
    fabric: { kind: 'roce', oversubscription: 1 },
  }),
}
