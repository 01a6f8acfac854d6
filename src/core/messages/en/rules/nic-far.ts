/** English: nic-far. */

import type { NicFarValues } from '../../../rules/path/nic-far.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted, list, plural } from '../phrases/words.ts'

export const nicFar: RuleText<NicFarValues> = {
  name: 'a GPU that reaches its nearest NIC only through the CPU',
  about:
    'From nvidia-smi topo -m: the path from GPU to NIC is PHB, NODE or SYS where other GPUs have PIX or PXB. NCCL does not use GPUDirect RDMA on such a path: about two thirds of the bandwidth, or one third across sockets.',

  title: ({ gpus, host }, print) =>
    `${gpus.length > 1 ? `${print.count(gpus.length)} GPUs reach` : `${gpus[0]?.gpu} reaches`} the nearest NIC only through the CPU${host === undefined ? '' : ` on ${host}`}`,
  detail: ({ gpus, near, nodes }, print) =>
    `The paths are ${list(gpus.map(({ gpu, nic, path }) => `${path} from ${gpu} to ${nic}`))}; ${near === 0 ? 'no GPU has' : `${counted(near, print, 'other GPU')} ${plural(near, 'has', 'have')}`} a NIC under the same PCIe switch (PIX, PXB). Through the CPU, a 200 Gb/s NIC reaches about 16 of 24 GB/s; from the other socket, 8 to 9 GB/s.${nodes > 1 ? '' : ' Inside one node, no NIC is used.'}`,
  actions: () => [
    'Read the NIC legend of nvidia-smi topo -m: is a NIC missing that should be near these GPUs (lspci | grep -i mellanox)?',
    'Use one NIC per PCIe switch: move the card to a slot under the switch of these GPUs',
    'NCCL_DEBUG=INFO ... 2>&1 | grep GDRDMA: NCCL may not use GPUDirect over such a path',
  ],
  verify: () => 'nvidia-smi topo -m shows PIX or PXB between each GPU and a NIC',
  inOrder: 'every GPU is near its NIC',
  explained: {
    knownBy: 'nvidia-smi topo -m: PHB, NODE or SYS instead of PIX or PXB between a GPU and its nearest NIC.',
    costs:
      'Across nodes, about a third of a 200G NIC’s bandwidth on the same socket and two thirds from the other. Nothing inside one node.',
    todo: 'Put a NIC under each PCIe switch; look for one that is missing or in the wrong slot.',
    verify: 'nvidia-smi topo -m shows PIX or PXB between each GPU and a NIC.',
  },
}
