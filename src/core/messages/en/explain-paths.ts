/** English: the rules about the paths inside a host and about a job's processes, for `list rules`, `explain` and the docs. */
import type { RuleExplanation } from '../explain-rules.ts'
import type { JobFindings } from '../findings-job.ts'
import type { PathFindings } from '../findings-paths.ts'
import type { RuleText } from '../rules.ts'

type Id = keyof PathFindings | keyof JobFindings

export const pathRules: Readonly<Record<Id, RuleText>> = {
  'p2p-forced-off': {
    title: 'a setting turns peer-to-peer between GPUs off',
    about:
      'Error where the files show NVLink, else a warning; info where the driver denies peer-to-peer anyway. NCCL logs NCCL_P2P_DISABLE=1 as NCCL_P2P_LEVEL LOC.',
  },
  'nvlink-unused': {
    title: 'NVLinked GPUs that talk through shared memory',
    about:
      'Error. All GPUs of the host are behind an NVSwitch, and the log shows connections between them through shared memory, or NCCL’s rings take another path between them. In a mesh, pairs without a link rightly use it.',
  },
  'p2p-asymmetric': {
    title: 'peer-to-peer in one direction only',
    about:
      'Error; a warning where a single line shows it. One direction of a pair goes by peer-to-peer, the other through shared memory.',
  },
  'shm-too-small': {
    title: '/dev/shm is full',
    about:
      'Error, and the verdict is broken: NCCL cannot set up its buffers between processes. Containers get 64 MB by default.',
  },
  'graph-search-failed': {
    title: 'NCCL found no rings',
    about:
      'Warning, error where there is NVLink: "Could not find a path for pattern ..., falling back to simple order", or a graph with one channel at 0.1 GB/s. Patterns of NVLS and CollNet fail rightly where the switch cannot do them.',
  },
  'few-channels': {
    title: 'one or two channels',
    about:
      'Warning on one host behind an NVSwitch with four ranks or more; info on several hosts, where the NICs set the number. A limit that someone set is reported as that setting.',
  },
  'nvls-unavailable': {
    title: 'NVLink SHARP is not available where it should be',
    about:
      'Warning. GPUs since Hopper behind an NVSwitch, and NCCL has no multicast. On A100 that is how it is.',
  },
  'mnnvl-unavailable': {
    title: 'nodes of an NVLink rack that use the network',
    about: 'Warning. GB200 or GB300, several nodes, and "MNNVL 0" on all ranks.',
  },
  'vm-topology-missing': {
    title: 'a virtual machine hides the PCIe tree',
    about: 'Warning. Two bridges or more above GPUs report 2.5 GT/s x1 (PCI[0.2]), which no real slot does.',
  },
  'amd-p2p-env': {
    title: 'what RCCL itself misses on the host',
    about: 'Warning. RCCL names HSA_FORCE_FINE_GRAIN_PCIE=1, iommu=pt, or NUMA balancing.',
  },
  'version-mismatch': {
    title: 'ranks with different versions of NCCL',
    about:
      'Error where NCCL says so, a warning where hosts of one communicator log different versions. Different CUDA drivers are info.',
  },
  'cpu-binding': {
    title: 'processes with few CPU cores',
    about:
      'Warning. One or two cores; or at most sixteen and less than half of what another process has for the same GPU.',
  },
  'collective-mismatch': {
    title: 'ranks that call different collectives',
    about:
      'Error, and the verdict is broken: the watchdog names different operations, or the logged calls differ more than once. A single call that differs at the end of the log is a warning, one that all ranks went past is a torn line.',
  },
  hang: {
    title: 'a collective that did not end',
    about:
      'Error, and the verdict is broken: PyTorch’s watchdog or NCCL’s RAS says so; names the ranks behind the others. A log that ends while a communicator is set up is info.',
  },
}

export const pathExplained: Readonly<Record<Id, RuleExplanation>> = {
  'p2p-forced-off': {
    known:
      'NCCL_P2P_DISABLE or NCCL_P2P_LEVEL in the environment or the log, beside NVLink in topo -m, nvlink -s or the log.',
    costs: 'With NVLink nine tenths of the bandwidth inside a host.',
    todo: 'unset both; where that brings a hang back, repair ACS or the IOMMU.',
    verify: 'Connections say P2P.',
  },
  'nvlink-unused': {
    known:
      '"via SHM" between ranks of one host whose topology shows an NVSwitch; else the rings that NCCL found ("Pattern 4 ... type SYS", or typeintra of a graph file).',
    costs: 'Nine tenths of the bandwidth inside the host.',
    todo: 'Settings first, then nvidia-smi topo -p2p r, the Fabric Manager, containers.',
    verify: 'Connections say P2P.',
  },
  'p2p-asymmetric': {
    known: 'Both directions of one pair in the log, or DeviceCanAccessPeer of both.',
    costs: 'The communicator is not set up, or hangs.',
    todo: 'Firmware: where the memory of the GPUs is placed.',
    verify: 'Both directions alike.',
  },
  'shm-too-small': {
    known: '"No space left on device" from posix_fallocate or shared memory.',
    costs: 'The job does not start.',
    todo: '--shm-size=1g or --ipc=host.',
    verify: 'df -h /dev/shm inside the container.',
  },
  'graph-search-failed': {
    known:
      'The line of the search, or "Pattern 4" with nChannels 1 and bw 0.1; the same in a graph file (NCCL_GRAPH_DUMP_FILE).',
    costs: 'One slow ring instead of many: a tenth of the bandwidth or less.',
    todo: 'Links of all GPUs, stale topology files, containers, virtual machines.',
    verify: 'Pattern 4 shows several channels.',
  },
  'few-channels': {
    known:
      '"2 coll channels", or nchannels of a graph file, beside the NVSwitch that the log, the topology file or the GPU’s name shows.',
    costs: 'Up to nine tenths of the bandwidth.',
    todo: 'Links of all GPUs; topology; NICs.',
    verify: 'More channels.',
  },
  'nvls-unavailable': {
    known:
      '"NVLS multicast support is not available", or 0 nvls channels, beside NVLinks of Hopper or Blackwell.',
    costs: 'all_reduce on eight H100: 370 instead of 480 GB/s.',
    todo: 'Fabric Manager; driver; what the virtual machine passes on.',
    verify: 'nvls channels above 0.',
  },
  'mnnvl-unavailable': {
    known: '"MNNVL 0" on several nodes of GB200 or GB300.',
    costs: 'The NICs instead of NVLink: about nine tenths of the bandwidth between nodes.',
    todo: 'IMEX on all nodes; its devices in the container.',
    verify: '"MNNVL 1".',
  },
  'vm-topology-missing': {
    known: 'PCI[0.2] above GPUs in NCCL’s topology.',
    costs: 'Wrong NICs, few channels, GPUDirect not used: up to half.',
    todo: 'NCCL_TOPO_FILE of the bare machine; pinning; ACS on the carrier.',
    verify: 'PCI[24.0] or more above each GPU.',
  },
  'amd-p2p-env': {
    known: 'RCCL’s own warning.',
    costs: 'Shared memory instead of peer-to-peer, translated transfers, or times that vary.',
    todo: 'What the warning says.',
    verify: 'The warning is gone.',
  },
  'version-mismatch': {
    known: '"NCCL version" of each host of a communicator, or NCCL’s warning.',
    costs: 'The job stops or hangs.',
    todo: 'The same image everywhere.',
    verify: 'One version in all logs.',
  },
  'cpu-binding': {
    known: '"Setting affinity for GPU 0 to ff": the bits of the mask.',
    costs: 'Network threads wait for a core; latency and its spread grow.',
    todo: 'srun --cpu-bind, mpirun --bind-to none, more CPUs for the container.',
    verify: 'The mask shows all cores near the GPU.',
  },
  'collective-mismatch': {
    known:
      'The same opCount with different calls (NCCL_DEBUG_SUBSYS=COLL), or the watchdog’s OpType at one SeqNum.',
    costs: 'The job hangs, or computes nonsense.',
    todo: 'The application: branches by rank, uneven data.',
    verify: 'Equal calls on all ranks.',
  },
  hang: {
    known:
      '"Watchdog caught collective operation timeout", last enqueued and completed work of each rank; RAS.',
    costs: 'The job stops after its time limit.',
    todo: 'Look at the rank that is behind: py-spy, its host’s dmesg.',
    verify: 'The job passes the point.',
  },
}

export const pathInOrder: Readonly<Partial<Record<Id, string>>> = {
  'nvlink-unused': 'NVLink in use',
  'graph-search-failed': 'rings found',
  'few-channels': 'enough channels',
  'nvls-unavailable': 'NVLS in use',
  'mnnvl-unavailable': 'NVLink between nodes in use',
  'vm-topology-missing': 'PCIe tree real',
  'version-mismatch': 'the same NCCL on all hosts',
  'cpu-binding': 'enough CPU cores',
  'collective-mismatch': 'the same calls on all ranks',
}
