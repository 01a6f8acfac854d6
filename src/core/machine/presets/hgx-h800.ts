/** HGX H800: a DGX H100 whose GPUs have eight NVLinks instead of eighteen. */
import { buildMachine } from '../build.ts'
import type { Preset } from './preset.ts'

const id = 'hgx-h800'
const title = 'HGX H800'

export const hgxH800: Preset = {
  id,
  title,
  aliases: ['dgx-h800'],
  source: 'NVIDIA H800 data sheet (400 GB/s NVLink: 8 links); layout as DGX H100',
  machine: buildMachine({
    id,
    title,
    gpu: 'H800-SXM5',
    gpus: 8,
    joining: 'nvswitch',
    cpu: 'intel',
    cpuLink: 'cpu-intel-spr',
    gpusPerSwitch: 1,
    nics: { count: 8, bitsPerSecond: 400e9, placement: 'switch' },
    fabric: { kind: 'ib', oversubscription: 1 },
  }),
}
