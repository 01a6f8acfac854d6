/** HGX A800: a DGX A100 whose GPUs have eight NVLinks instead of twelve. */
import { buildMachine } from '../build.ts'
import type { Preset } from './preset.ts'

const id = 'hgx-a800'
const title = 'HGX A800'

export const hgxA800: Preset = {
  id,
  title,
  aliases: ['dgx-a800'],
  source: 'NVIDIA A800 80GB data sheet (400 GB/s NVLink: 8 links); layout as DGX A100',
  machine: buildMachine({
    id,
    title,
    gpu: 'A800-SXM4',
    gpus: 8,
    joining: 'nvswitch',
    cpu: 'amd',
    gpusPerSwitch: 2,
    nics: { count: 8, bitsPerSecond: 200e9, placement: 'switch' },
    fabric: { kind: 'ib', oversubscription: 1 },
  }),
}
