/** English: findings about how the machine is built or what it has lost. */
import type { FindingTexts } from '../findings.ts'
import { testProgram } from '../nccl-tests.ts'

type MachineFindings = Pick<
  FindingTexts,
  'nic-far' | 'cross-socket-path' | 'gpu-asymmetry' | 'p2p-unavailable'
>

export const machineFindings: MachineFindings = {
  'nic-far': {
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
  },
  'cross-socket-path': {
    title: ({ groups, host }, print) =>
      `GPUs stand on ${print.count(groups.length)} CPU sockets without NVLink between them${host === undefined ? '' : ` (${host})`}: every ring crosses the CPUs`,
    detail: ({ groups, socket }, print) =>
      `Groups: ${groups.map((its) => its.join(' ')).join(' | ')}.${socket === undefined ? '' : ` The link between the sockets carries about ${print.rate(socket)} in one direction.`} That is how the host is built, not a fault; a job within one group does not pay for it.`,
    // A log names GPUs by their bus ids, which that variable does not take.
    actions: ({ groups: [first = []] }) =>
      /^GPU\d/.test(first[0] ?? '')
        ? [`Small jobs: keep them in one group, for instance CUDA_VISIBLE_DEVICES=${indices(first)}`]
        : [],
  },
  'gpu-asymmetry': {
    title: ({ gpus, links, of, siblings, host, link }, print) =>
      `${gpus.join(' and ')} ${gpus.length === 1 ? 'has' : 'have'} ${print.count(links)} ${link}s${host === undefined ? '' : ` on ${host}`}, ${print.count(siblings)} siblings have ${print.count(of)}`,
    cause: ({ gpus, links, of, link }, print) =>
      `${gpus.join(' and ')} ${gpus.length === 1 ? 'has' : 'have'} lost ${print.count(of - links)} of ${gpus.length === 1 ? 'its' : 'their'} ${print.count(of)} ${link}s`,
    detail: ({ gpus, reached, source }, print) =>
      [
        `${COUNTED[source]} counts the links of each GPU; ${gpus.join(' and ')} ${gpus.length === 1 ? 'stands' : 'stand'} out. Every ring passes through every GPU, so all run at the pace of the one with the fewest links.`,
        ...(reached === undefined
          ? []
          : reached.accountsFor
            ? [
                `With these links ${reached.collective} should reach ${print.rate(reached.asFound)} instead of ${print.rate(reached.expected)}; ${print.rate(reached.measured)} were measured: that explains it.`,
              ]
            : [
                `With these links ${reached.collective} should reach ${print.rate(reached.asFound)}; ${print.rate(reached.measured)} were measured: the lost links do not account for that.`,
              ]),
      ].join(' '),
    actions: ({ indices, host, link }) => [
      ...(link === 'NVLink'
        ? [
            ...indices.map((index) => `nvidia-smi nvlink -s -i ${index}: which links are inactive?`),
            `dmesg | grep -i -E 'nvlink|xid': Xid 74 is an NVLink error`,
          ]
        : ['rocm-smi --showtopo; rocm-smi --showxgmierr', 'dmesg | grep -i xgmi']),
      `Reset the GPU${link === 'NVLink' ? ` (nvidia-smi --gpu-reset -i ${indices.join(',')})` : ''} or restart the host; still down: drain ${host ?? 'the host'} and have it repaired`,
    ],
    verify: ({ reached, of, link }, print) =>
      reached === undefined
        ? `${link === 'NVLink' ? 'nvidia-smi nvlink -s' : 'rocm-smi --showtopo'} shows ${print.count(of)} active links for every GPU`
        : `${testProgram(reached.collective)} -b 1G -e 8G -f 2 -g ${reached.ranks / reached.nodes} should show at least ${print.rate(reached.low)}`,
  },
  'p2p-unavailable': {
    title: ({ gpu, host }) =>
      `${gpu}: the driver denies peer-to-peer between these GPUs${host === undefined ? '' : ` (${host})`}, NCCL copies through host memory`,
    detail: ({ gpus }, print) =>
      `That is how this model is sold, not a fault of the ${print.count(gpus)} GPUs seen here. Each transfer crosses PCIe twice; two GPUs under one switch share its way up in both directions and can be slower together than two far apart.`,
    actions: () => [
      'nvidia-smi topo -p2p r shows CNS or NS for each pair',
      'Two-GPU jobs: try a pair under different switches (SYS in nvidia-smi topo -m) too, and take the faster',
    ],
  },
}

/** "GPU0", "GPU1" -> "0,1" */
const indices = (gpus: readonly string[]): string => gpus.map((name) => name.replace(/\D/g, '')).join(',')

const COUNTED = {
  'topo-m': 'topo -m',
  'topology-xml': 'The topology file',
  'rocm-smi': 'rocm-smi --showtopo',
} as const
