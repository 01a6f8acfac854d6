/** MI250X node (Frontier, LUMI): four modules of two GCDs, which count as eight GPUs; one EPYC, a 200 Gb/s NIC on each module. */
import { buildMachine } from '../build.ts'
import type { Preset } from './preset.ts'

const id = 'mi250x'
const title = 'MI250X node'

export const mi250x: Preset = {
  id,
  title,
  aliases: ['frontier', 'lumi', 'lumi-g'],
  source: 'OLCF Frontier User Guide, node diagram; RCCL tools/topo_expl/models/topo_8p_90a.xml',
  machine: buildMachine({
    id,
    title,
    gpu: 'MI250X',
    gpus: 8,
    joining: 'partial-mesh',
    cpu: 'amd',
    sockets: 1,
    gpusPerSwitch: 2,
    nics: { count: 4, bitsPerSecond: 200e9, placement: 'switch' },
    fabric: { kind: 'slingshot', oversubscription: 1 },
  }),
}
