/**
 * AWS p5.48xlarge: eight H100 on NVSwitch, two EPYC Milan. It has 32 EFAs of 100 Gb/s; the plugin aws-ofi-nccl joins the
 * four beside a GPU, so that NCCL sees eight NICs of 400 Gb/s.
 */
import { buildMachine } from '../build.ts'
import type { Preset } from './preset.ts'

const id = 'aws-p5'
const title = 'AWS p5.48xlarge'

export const awsP5: Preset = {
  id,
  title,
  aliases: ['p5', 'p5.48xlarge'],
  source: 'aws-ofi-nccl topology/p5.48xl-topo.xml; AWS EC2 P5 (3200 Gb/s EFA)',
  machine: buildMachine({
    id,
    title,
    gpu: 'H100-SXM5',
    gpus: 8,
    joining: 'nvswitch',
    cpu: 'amd',
    gpusPerSwitch: 1,
    nics: { count: 8, bitsPerSecond: 400e9, placement: 'switch' },
    fabric: { kind: 'efa', oversubscription: 1 },
  }),
}
