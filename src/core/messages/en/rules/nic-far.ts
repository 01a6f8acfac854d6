/** English: nic-far. */
import type { NicFarValues } from '../../../rules/path/nic-far.ts'
import type { RuleText } from '../../rule-text.ts'

export const nicFar: RuleText<NicFarValues> = {
  name: 'a NIC that reaches no GPU without the CPU',
  about:
    'From nvidia-smi topo -m: the path from GPU to NIC is PHB, NODE or SYS where its siblings have PIX or PXB. NCCL does not use GPUDirect RDMA there: about two thirds of the rate, across sockets one third.',

  title: ({ gpus, host }, print) =>
    `${gpus.length === 1 ? `${gpus[0]?.gpu} reaches` : `${print.count(gpus.length)} GPUs reach`} the nearest NIC only through the CPU${host === undefined ? '' : ` on ${host}`}`,
  detail: ({ gpus, near, nodes }, print) =>
    `${gpus.map(({ gpu, nic, path }) => `${gpu} to ${nic}: ${path}`).join(', ')}; ${near === 0 ? 'no GPU has' : near === 1 ? '1 other has' : `${print.count(near)} others have`} a NIC under the same PCIe switch (PIX, PXB). Through the CPU a 200 Gb/s NIC gives about 16 of 24 GB/s, from the other socket 8 to 9 GB/s.${nodes > 1 ? '' : ' Inside one node no NIC takes part.'}`,
  actions: () => [
    'nvidia-smi topo -m, NIC legend: is a NIC missing that should sit beside these GPUs (lspci | grep -i mellanox)?',
    'One NIC for each PCIe switch: move the card to a slot under the switch of the GPUs',
    'NCCL_DEBUG=INFO ... 2>&1 | grep GDRDMA: NCCL may not use GPUDirect over such a path',
  ],
  verify: () => 'nvidia-smi topo -m shows PIX or PXB between each GPU and a NIC',
  inOrder: 'every GPU near its NIC',
  explained: {
    knownBy: 'nvidia-smi topo -m: PHB, NODE or SYS where PIX or PXB would join a GPU and its nearest NIC.',
    costs:
      'Across nodes about a third of a 200G NIC on the same socket, two thirds from the other. Nothing inside one node.',
    todo: 'A NIC under each PCIe switch; look for one that is missing or in the wrong slot.',
    verify: 'PIX or PXB between each GPU and a NIC.',
  },
}
