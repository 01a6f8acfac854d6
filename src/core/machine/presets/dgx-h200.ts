/** DGX H200: a DGX H100 with more memory a GPU; its links are the same. */
import { buildMachine } from '../build.ts'
import type { Preset } from './preset.ts'

const id = 'dgx-h200'
const title = 'DGX H200'

export const dgxH200: Preset = {
  id,
  title,
  aliases: ['hgx-h200'],
  source: 'NVIDIA DGX H100/H200 User Guide, "System topology"',
  machine: buildMachine({
    id,
    title,
    gpu: 'H200-SXM5',
    gpus: 8,
    joining: 'nvswitch',
    cpu: 'intel',
    cpuLink: 'cpu-intel-spr',
    gpusPerSwitch: 1,
    nics: { count: 8, bitsPerSecond: 400e9, placement: 'switch' },
    fabric: { kind: 'ib', oversubscription: 1 },
  }),
}
