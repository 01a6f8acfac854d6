/** English: nvlink-unused. */
import type { NvlinkUnusedValues } from '../../../rules/path/nvlink-unused.ts'
import type { RuleText } from '../../rule-text.ts'

export const nvlinkUnused: RuleText<NvlinkUnusedValues> = {
  name: 'NVLink-connected GPUs that do not use NVLink',
  about:
    'Error. All GPUs of the host are connected by an NVSwitch, but the log shows connections between them through shared memory, or NCCL’s rings take another path between them. In a mesh, pairs without a direct link are expected to use shared memory.',

  title: ({ host, shared, of, ring }, print) =>
    ring !== undefined
      ? `NCCL’s rings take ${ring} paths between GPUs that NVLink connects${host === undefined ? '' : ` on ${host}`}`
      : `${print.count(shared)} of ${print.count(of)} connections between NVLink-connected GPUs go through shared memory${host === undefined ? '' : ` on ${host}`}`,
  cause: () => 'NVLink is not used between the GPUs',
  detail: ({ link, ring }, print) =>
    `NVLink connects all GPUs of the host${link === undefined ? '' : ` (${print.rate(link)} each)`}; ${ring === undefined ? 'shared memory' : 'the path through PCIe and the CPU'} carries only a small part of that. Possible causes: a setting turns peer-to-peer off, the driver refuses it (ACS, IOMMU, a virtual machine), or the processes do not see each other’s GPUs.`,
  actions: () => [
    'env | grep NCCL_P2P; nvidia-smi topo -p2p r: does it show OK for each pair?',
    'nvidia-smi nvlink -s: are the links active? systemctl status nvidia-fabricmanager',
    'Put all GPUs into one container, or use --ipc=host and --gpus all',
  ],
  verify: () => 'The log shows the connections as "via P2P"',
  inOrder: 'NVLink in use',
  explained: {
    knownBy:
      '"via SHM" between ranks of one host whose topology shows an NVSwitch, or the rings that NCCL found ("Pattern 4 ... type SYS", or typeintra of a graph file).',
    costs: 'Nine tenths of the bandwidth inside the host.',
    todo: 'Check the settings first, then nvidia-smi topo -p2p r, the Fabric Manager and containers.',
    verify: 'The log shows connections as P2P.',
  },
}
