/** English: findings about the paths between the GPUs of a host, from NCCL's log. */
import type { Print } from '../../base/print.ts'
import type { FindingTexts } from '../findings.ts'
import type { PathFindings } from '../findings-paths.ts'

export const pathFindings: Pick<FindingTexts, keyof PathFindings> = {
  'p2p-forced-off': {
    title: ({ name, value, nvlink, hosts }, print) =>
      `${name}=${value} turns peer-to-peer between GPUs off${on(hosts, print)}${nvlink ? ': NVLink lies idle' : ''}`,
    cause: ({ name, value }) => `${name}=${value} turns peer-to-peer off`,
    detail: ({ name, denied, shared }, print) =>
      `${name === 'NCCL_P2P_LEVEL' ? 'NCCL logs NCCL_P2P_DISABLE=1 as NCCL_P2P_LEVEL LOC; either may have been set. ' : ''}Data between GPUs of a host then goes through host memory${shared > 0 ? ` (${print.count(shared)} connections of this log do)` : ''}. ${denied ? 'The driver denies peer-to-peer between these GPUs anyway, so the setting costs nothing here.' : 'With NVLink that is a tenth of the bandwidth or less; between PCIe cards it depends. "0 nvls channels" on A100 is not the fault.'}`,
    actions: ({ denied }) =>
      denied
        ? []
        : [
            'unset NCCL_P2P_DISABLE NCCL_P2P_LEVEL on all hosts (and in nccl.conf, -x, the image)',
            'If it then hangs or gives wrong results, ACS or the IOMMU is the reason why it was set: repair that',
          ],
    verify: () => 'NCCL_DEBUG=INFO ... 2>&1 | grep "via P2P" shows the connections inside the host',
  },
  'nvlink-unused': {
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
  },
  'p2p-asymmetric': {
    title: ({ from, to, pairs, host, by }, print) =>
      by === 'driver'
        ? `GPU ${from} cannot reach GPU ${to}, but the other way works (${print.count(pairs)} such ${pairs === 1 ? 'pair' : 'pairs'})`
        : `Rank ${from} reaches rank ${to} through shared memory, the other way by peer-to-peer${host === undefined ? '' : ` on ${host}`}`,
    cause: () => 'peer-to-peer works in one direction only',
    detail: ({ pairs }, print) =>
      `${print.count(pairs)} ${pairs === 1 ? 'pair differs' : 'pairs differ'}. Each end chooses its transport on its own; where they choose differently, setting up the connection fails or waits for ever. Firmware that places the memory of some GPUs out of reach of others does this.`,
    actions: () => [
      'Firmware: "Above 4G decoding" on, MMIO high base and size as the maker advises; update it',
      'rocm-bandwidth-test, or nvidia-smi topo -p2p r: which pairs are one-way?',
      'Until then: NCCL_P2P_DISABLE=1 makes all pairs alike, at the price of bandwidth',
    ],
    verify: () => 'Both directions of each pair use the same transport',
  },
  'shm-too-small': {
    title: ({ hosts, bytes }, print) =>
      bytes === undefined
        ? `/dev/shm is full${on(hosts, print)}: NCCL cannot start`
        : `/dev/shm has only ${print.bytes(bytes)}${on(hosts, print)}`,
    cause: () => '/dev/shm is too small',
    detail: ({ processes }, print) =>
      `${processes === 0 ? 'That is what a container gets by default.' : `${print.count(processes)} ${processes === 1 ? 'process says' : 'processes say'} so.`} NCCL keeps buffers between processes of a host there, some megabytes for each pair and channel; docker gives a container 64 MB, Kubernetes too.`,
    actions: () => [
      'docker run --shm-size=1g ... or --ipc=host',
      'Kubernetes: a volume emptyDir with medium Memory at /dev/shm',
      'df -h /dev/shm; rm /dev/shm/nccl-* when no job runs: killed jobs leave files behind',
    ],
    verify: () => 'df -h /dev/shm inside the container, while the job runs',
  },
  'graph-search-failed': {
    title: ({ hosts, nvlink }, print) =>
      `NCCL found no ${nvlink ? 'way over NVLink' : 'ring'} that fits the topology${on(hosts, print)}`,
    cause: () => 'NCCL’s search for rings failed',
    detail: ({ pattern }) =>
      `It took the ranks in simple order (pattern ${pattern}): one channel, 0.1 GB/s in its model. Usual causes: GPUs of different models or without peer-to-peer, NVLinks that are down on one GPU, a container that shows a part of the GPUs, a virtual machine that hides the PCIe tree, a stale NCCL_TOPO_FILE.`,
    actions: () => [
      'nvidia-smi topo -m and nvidia-smi nvlink -s: do all GPUs have the same links?',
      'unset NCCL_TOPO_FILE NCCL_GRAPH_FILE NCCL_P2P_LEVEL NCCL_P2P_DISABLE CUDA_VISIBLE_DEVICES, and try again',
      'NCCL_TOPO_DUMP_FILE=topo.xml ...; ringscope topo topo.xml',
    ],
    verify: () => 'NCCL_DEBUG_SUBSYS=INIT,GRAPH: "Pattern 4" with several channels and tens of GB/s',
  },
  'few-channels': {
    title: ({ channels, ranks }, print) =>
      `NCCL set up ${print.count(channels)} ${channels === 1 ? 'channel' : 'channels'} for ${print.count(ranks)} ranks`,
    cause: ({ channels }, print) => `only ${print.count(channels)} channels`,
    detail: ({ nodes }) =>
      nodes === 'one'
        ? 'GPUs behind an NVSwitch usually have 16 to 32. With so few NCCL found no better rings: links that are down on one GPU, or a topology that it does not see.'
        : 'Between hosts the NICs decide: each gives one or two channels. So few are right with one NIC a host, and wrong with more.',
    actions: () => [
      'nvidia-smi nvlink -s: has every GPU the same number of active links?',
      'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,GRAPH ... 2>&1 | grep -E "Pattern|System"',
      'Several hosts: "NET/IB : Using", or the plugin’s list: are all NICs there? In a virtual machine: NCCL_TOPO_FILE',
    ],
    verify: () => 'The line "coll channels" shows more',
  },
  'nvls-unavailable': {
    title: ({ hosts }, print) => `NVLink SHARP (NVLS) is not available${on(hosts, print)}`,
    cause: () => 'NVLink SHARP (NVLS) is not available',
    detail: ({ refused }) =>
      `${refused ? 'NCCL says so.' : 'NCCL counts no channels for it.'} The GPUs and the NVSwitch can do it: the switch adds, and all_reduce of eight H100 reaches 480 instead of 370 GB/s. The Fabric Manager is not running or older than the driver, or a virtual machine or container does not pass multicast on.`,
    actions: () => [
      'systemctl status nvidia-fabricmanager: running, and of the driver’s version?',
      'nvidia-smi -q | grep -A 3 Fabric: State Completed, Status Success?',
      'NCCL 2.18 or later; cuMem not turned off (NCCL_CUMEM_ENABLE)',
    ],
    verify: () => 'The log says "NVLS multicast support is available", and counts nvls channels',
  },
  'mnnvl-unavailable': {
    title: ({ nodes, setting }, print) =>
      setting === undefined
        ? `${print.count(nodes)} nodes of an NVLink rack talk over the network`
        : `${setting} keeps ${print.count(nodes)} nodes of an NVLink rack on the network`,
    cause: () => 'multi-node NVLink is not used',
    detail: ({ ranks }, print) =>
      `The log says "MNNVL 0" for a communicator of ${print.count(ranks)} ranks. NVLink between nodes needs IMEX on every node, and its devices in the container; without them each node uses its NICs, about a tenth of the rate.`,
    actions: ({ setting }) => [
      ...(setting === undefined ? [] : [`unset ${setting.replace(/=.*/, '')}`]),
      'systemctl status nvidia-imex on every node; nvidia-imex-ctl -N: all nodes connected?',
      'ls /dev/nvidia-caps-imex-channels inside the container',
      'nvidia-smi -q | grep -A 4 Fabric: the same ClusterUUID and CliqueId on all nodes of the rack?',
    ],
    verify: () => 'The log says "MNNVL 1" with the size of the clique',
  },
  'vm-topology-missing': {
    title: ({ hosts, bridges }, print) =>
      `${print.count(bridges)} virtual PCIe bridges stand above the GPUs${on(hosts, print)}: NCCL plans with a topology that is not real`,
    cause: () => 'the virtual machine hides the PCIe topology',
    detail: ({ rate, file }, print) =>
      `They report 2.5 GT/s x1 (${print.rate(rate)} in NCCL’s list); no real slot is that slow. The bandwidth is not what the devices have, and which NIC belongs to which GPU is lost.${file === undefined ? '' : ` NCCL_TOPO_FILE=${file} is set and does not change it: its bus ids do not fit this machine.`}`,
    actions: () => [
      'NCCL_TOPO_FILE with the tree of the bare machine and the bus ids of this one (clouds ship one for each instance type)',
      'Virtual machine: NUMA nodes and CPUs pinned as on the machine that carries it',
      'On the machine that carries it: ACS on the bridges above GPUs and NICs (ATS needs it set the right way)',
    ],
    verify: () => 'NCCL_DEBUG_SUBSYS=GRAPH shows PCI[24.0] or PCI[48.0] above each GPU',
  },
  'amd-p2p-env': {
    title: ({ lacks, hosts }, print) => `${LACKS[lacks].title}${on(hosts, print)}`,
    cause: ({ lacks }) => LACKS[lacks].title,
    detail: ({ lacks }) => `RCCL says so itself. ${LACKS[lacks].detail}`,
    actions: ({ lacks }) => LACKS[lacks].actions,
    verify: () => 'The warning is gone, and connections between GPUs say "via P2P"',
  },
}

const LACKS = {
  'fine-grain': {
    title: 'HSA_FORCE_FINE_GRAIN_PCIE=1 is not set',
    detail:
      'Over PCIe (not xGMI) RCCL needs it for peer-to-peer between AMD GPUs; without it data goes through shared memory.',
    actions: ['export HSA_FORCE_FINE_GRAIN_PCIE=1 for all ranks (mpirun -x, srun --export)'],
  },
  iommu: {
    title: 'The kernel runs without iommu=pt',
    detail: 'Transfers between devices are then translated, which costs bandwidth and can hang.',
    actions: ['Add iommu=pt to the kernel’s command line (GRUB_CMDLINE_LINUX), and restart the host'],
  },
  'numa-balancing': {
    title: 'NUMA balancing is on',
    detail: 'The kernel moves pages between sockets while collectives run: times vary.',
    actions: ['sudo sysctl kernel.numa_balancing=0, and in /etc/sysctl.d for the next start'],
  },
} as const

const on = (hosts: readonly string[], print: Print): string =>
  hosts.length === 0
    ? ''
    : hosts.length > 4
      ? ` on ${hosts.slice(0, 3).join(', ')} and ${print.count(hosts.length - 3)} more`
      : ` on ${hosts.join(', ')}`
