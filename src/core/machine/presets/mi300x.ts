/** MI300X platform: eight MI300X, each linked to each by one xGMI link, two Sapphire Rapids; a 400 Gb/s NIC beside each GPU. */
import { buildMachine } from '../build.ts'
import type { Preset } from './preset.ts'

const id = 'mi300x'
const title = 'MI300X platform'

export const mi300x: Preset = {
  id,
  title,
  aliases: ['hgx-mi300x'],
  source: 'AMD Instinct MI300X platform data sheet; RCCL tools/topo_expl/models/topo_8p_940.xml',
  machine: buildMachine({
    id,
    title,
    gpu: 'MI300X',
    gpus: 8,
    joining: 'mesh',
    cpu: 'intel',
    cpuLink: 'cpu-intel-spr',
    gpusPerSwitch: 1,
    nics: { count: 8, bitsPerSecond: 400e9, placement: 'switch' },
    fabric: { kind: 'roce', oversubscription: 1 },
  }),
}
