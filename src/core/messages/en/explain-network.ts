/** English: the rules about the network, for `list rules`, `explain` and the docs. */
import type { RuleExplanation } from '../explain-rules.ts'
import type { NetworkFindings } from '../findings-network.ts'
import type { RuleText } from '../rules.ts'

export const networkRules: Readonly<Record<keyof NetworkFindings, RuleText>> = {
  'tcp-fallback': {
    title: 'the job sends over TCP where there is a faster network',
    about:
      'Error where several hosts talk so and something in the files says that RDMA was meant to be there; a warning where the number of hosts is not known; info without a sign of a faster network. Nothing on one host.',
  },
  'net-plugin-missing': {
    title: 'the plugin of the cluster’s network is missing',
    about:
      'Error on several hosts, else a warning. On EFA, Slingshot and GPUDirect-TCPX NCCL needs a plugin; without it, it goes on over TCP. On InfiniBand and RoCE it needs none.',
  },
  'rdma-userspace-missing': {
    title: 'RDMA hardware that the process cannot use',
    about:
      'Error on several hosts, else a warning. libibverbs is missing, a device cannot be opened, or none is found, while something in the files says that there is one.',
  },
  'gdr-missing': {
    title: 'no connection uses GPUDirect RDMA',
    about:
      'Warning where the GPUs can do it (NVLink is seen), where NCCL says that the module is missing, or where a setting turns it off; else info.',
  },
  'gdr-asymmetric': {
    title: 'one host lacks GPUDirect RDMA',
    about:
      'Error. A connection has /GDRDMA at one end only, and the host at the other end has no connection with it. One line alone is a warning: it may be torn.',
  },
  'nic-subset': {
    title: 'NICs that the job does not use',
    about:
      'Warning. All connections of a host go over half of its listed NICs or fewer, while the log shows all its ranks and there are at least four.',
  },
  'nic-list-differs': {
    title: 'a host with fewer NICs than its siblings',
    about: 'Warning. "NET/IB : Using" names fewer NICs on one host of the job than on most.',
  },
  'socket-interface-ambiguous': {
    title: 'virtual interfaces taken for the network',
    about:
      'Warning where several hosts talk over sockets, info where their number is not known: interfaces of containers and virtual machines stand beside real ones in NCCL’s list.',
  },
  'group-placement': {
    title: 'a group of ranks that fits into one host spans several',
    about:
      'Warning with NVLink, else info. Only where groups of the same size in the same job lie inside hosts, and where none of the GPUs of the group has a group inside its host: data-parallel groups rightly span hosts. Multi-node NVLink is one domain.',
  },
  'rail-isolation': {
    title: 'connections that cross rails',
    about:
      'The NIC that sends and the one that receives have different names, on hosts with the same NICs. Error where exactly such connections get no answer (status 12) and others do; a warning where NCCL_CROSS_NIC=1 or NCCL_PXN_DISABLE=1 lets them and a run over several nodes is low; else info: a fabric without rails carries it as well.',
  },
  'same-host-over-network': {
    title: 'GPUs of one machine talk over the network',
    about:
      'Warning. Both ends of connections have one host name, or a communicator counts more nodes than hosts. Containers with one GPU each may share a machine: possible only, and said so. Without NVLink one host name is info, since NCCL may prefer the NICs.',
  },
  'ib-completion-error': {
    title: 'RDMA transfers that fail',
    about: 'Error, and the verdict is broken: NCCL logs "Got completion" with a status, and stops the job.',
  },
}

export const networkExplained: Readonly<Record<keyof NetworkFindings, RuleExplanation>> = {
  'tcp-fallback': {
    known:
      '"Using network Socket", beside an RDMA device, a plugin, an InfiniBand interface, NCCL_IB_HCA, an active port, or another host of the job that uses RDMA.',
    costs: 'On a 100 Gb/s port about 4 GB/s instead of 12, and CPU time; on faster ports more.',
    todo: 'Find the line before "Using network Socket" that says why; unset NCCL_IB_DISABLE and NCCL_NET.',
    verify: 'The log names another network than Socket.',
  },
  'net-plugin-missing': {
    known:
      'No libnccl-net.so in the log, beside variables or interfaces of EFA, Slingshot or GPUDirect-TCPX.',
    costs: 'TCP instead of the fabric: a tenth of the bandwidth or less.',
    todo: 'Install the plugin in the image; LD_LIBRARY_PATH on all ranks.',
    verify: '"Using network AWS Libfabric", or what the plugin calls itself.',
  },
  'rdma-userspace-missing': {
    known:
      '"Failed to open libibverbs.so", "ibv_open_device failed", or "No device found" beside a sign of RDMA hardware.',
    costs: 'TCP instead of RDMA.',
    todo: 'rdma-core in the image, /dev/infiniband and IPC_LOCK for the container.',
    verify: 'ibv_devinfo inside the container shows PORT_ACTIVE.',
  },
  'gdr-missing': {
    known:
      'Connections "via NET/IB/0" without /GDRDMA; "GPU Direct RDMA Disabled ... (no module)"; NCCL_NET_GDR_LEVEL.',
    costs: 'About half of the bandwidth between hosts.',
    todo: 'modprobe nvidia-peermem on every host, or DMA-BUF with a recent kernel and driver.',
    verify: 'The connections end in /GDRDMA.',
  },
  'gdr-asymmetric': {
    known:
      'The same connection at both ends: "[send] via NET/IB/1/GDRDMA" on one host, "[receive] via NET/IB/0" on the other.',
    costs: 'Every collective with that host runs at about half of the bandwidth.',
    todo: 'modprobe nvidia-peermem on that host, and at boot.',
    verify: 'Both ends have /GDRDMA.',
  },
  'nic-subset': {
    known: 'The NIC numbers of connections, beside the list "NET/IB : Using".',
    costs: 'The share of the NICs that is not used.',
    todo: 'NCCL_IB_HCA with "=", topology, NCCL_TOPO_FILE in a virtual machine.',
    verify: 'Every NIC beside a GPU appears in "via NET".',
  },
  'nic-list-differs': {
    known: '"NET/IB : Using" of each host, by what most of its ranks say.',
    costs: 'All rings through that host have its share of the bandwidth.',
    todo: 'ibstat, lspci and dmesg on that host; NCCL_IB_HCA equal everywhere.',
    verify: 'The lists are equal.',
  },
  'socket-interface-ambiguous': {
    known: '"NET/Socket : Using" with docker, virbr, veth, cali and the like.',
    costs: 'Connections that fail or hang, or that take a slow way.',
    todo: 'NCCL_SOCKET_IFNAME on all hosts.',
    verify: 'Only real interfaces are listed.',
  },
  'group-placement': {
    known: 'The ranks, hosts and GPUs of each commId, all ranks logged.',
    costs: 'The NIC instead of NVLink, in every layer.',
    todo: 'Block order of ranks; a group’s size that divides the GPUs of a host.',
    verify: 'nNodes 1 for each such group.',
  },
  'rail-isolation': {
    known:
      'Both ends of a connection (same communicator, ranks, channel) and the lists "NET/IB : Using" of both hosts, which must be alike.',
    costs:
      'The spine instead of one leaf switch; where rails are separate networks, the job: rings then fail with odd numbers of nodes alone.',
    todo: 'NCCL_CROSS_NIC=0; PXN left on; ib_write_bw from one rail to the other.',
    verify: 'Both ends of each connection name the same NIC.',
  },
  'same-host-over-network': {
    known:
      'Connections over the network whose ends have one host name; nNodes beside the hosts of a communicator; names of containers.',
    costs: 'The NIC instead of NVLink: a tenth of the bandwidth.',
    todo: 'All GPUs of a machine in one container.',
    verify: 'Connections inside the machine say P2P.',
  },
  'ib-completion-error': {
    known: '"Got completion ... status=12 ... vendor err 129".',
    costs: 'The job stops.',
    todo: 'By status: the path for 12, GPUDirect and ACS for 4 and 11, the other end’s process for 10 and 13.',
    verify: 'ib_write_bw between the two hosts runs without errors.',
  },
}

export const networkInOrder: Readonly<Partial<Record<keyof NetworkFindings, string>>> = {
  'gdr-missing': 'GPUDirect RDMA in use',
  'gdr-asymmetric': 'GPUDirect RDMA at both ends',
  'nic-subset': 'NICs in use',
  'nic-list-differs': 'the same NICs on all hosts',
  'group-placement': 'groups of ranks inside hosts',
  'rail-isolation': 'connections on their rails',
}
