/** English: nvlink-unused. */
import type { NvlinkUnusedValues } from '../../../rules/path/nvlink-unused.ts'
import type { RuleText } from '../../rule-text.ts'

export const nvlinkUnused: RuleText<NvlinkUnusedValues> = {
  name: 'NVLinked GPUs that talk through shared memory',
  about:
    'Error. All GPUs of the host are behind an NVSwitch, and the log shows connections between them through shared memory, or NCCL’s rings take another path between them. In a mesh, pairs without a link rightly use it.',

  title: ({ host, shared, of, ring }, print) =>
    ring !== undefined
      ? `NCCL’s rings take ${ring} paths between GPUs that NVLink joins${host === undefined ? '' : ` on ${host}`}`
      : `${print.count(shared)} of ${print.count(of)} connections between NVLinked GPUs go through shared memory${host === undefined ? '' : ` on ${host}`}`,
  cause: () => 'NVLink is not used between the GPUs',
  detail: ({ link, ring }, print) =>
    `All GPUs of the host are joined by NVLink${link === undefined ? '' : ` (${print.rate(link)} each)`}; ${ring === undefined ? 'shared memory' : 'the way through PCIe and the CPU'} carries a small part of it. Peer-to-peer is off by a setting, refused by the driver (ACS, IOMMU, a virtual machine), or the processes do not see each other’s GPUs.`,
  actions: () => [
    'env | grep NCCL_P2P; nvidia-smi topo -p2p r shows OK for each pair?',
    'nvidia-smi nvlink -s: are the links active? systemctl status nvidia-fabricmanager',
    'Containers: all GPUs in one, or --ipc=host and --gpus all',
  ],
  verify: () => 'The connections say "via P2P"',
  inOrder: 'NVLink in use',
  explained: {
    knownBy:
      '"via SHM" between ranks of one host whose topology shows an NVSwitch; else the rings that NCCL found ("Pattern 4 ... type SYS", or typeintra of a graph file).',
    costs: 'Nine tenths of the bandwidth inside the host.',
    todo: 'Settings first, then nvidia-smi topo -p2p r, the Fabric Manager, containers.',
    verify: 'Connections say P2P.',
  },
}
