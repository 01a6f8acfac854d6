/** English: findings about the network, from NCCL's log. */
import type { Print } from '../../base/print.ts'
import type { FindingTexts } from '../findings.ts'
import type { FasterSign, NetworkFindings } from '../findings-network.ts'

export const networkFindings: Pick<FindingTexts, keyof NetworkFindings> = {
  'tcp-fallback': {
    title: ({ hosts, sign, forcedBy, nodes }, print) =>
      `NCCL sends over TCP sockets${on(hosts, print)}${forcedBy !== undefined ? `, forced by ${forcedBy}` : sign !== undefined ? ' although there is a faster network' : nodes === 'several' ? ' between the hosts' : ''}`,
    cause: ({ forcedBy }) =>
      forcedBy === undefined ? 'NCCL fell back to TCP sockets' : `${forcedBy} forces TCP sockets`,
    detail: ({ interfaces, sign, signName }, print) =>
      `"Using network Socket" is NCCL's last word on it${interfaces.length > 0 ? `; interfaces: ${some(interfaces, print)}` : ''}. ${sign === undefined ? 'Nothing in these files says that the hosts have RDMA; where they have, it is not used.' : `${SIGN[sign]} (${signName}) says that there is more.`} Over a 100 Gb/s port sockets give about 4 GB/s, RDMA 6, with GPUDirect 12.`,
    actions: ({ forcedBy, sign }) => [
      ...(forcedBy === undefined ? [] : [`unset ${forcedBy.replace(/=.*/, '')} on all hosts`]),
      'NCCL_DEBUG=INFO ... 2>&1 | grep -E "NET/|network": which line comes before "Using network Socket"?',
      sign === undefined
        ? 'ibstat, or rdma link: are there RDMA ports on the hosts?'
        : 'ibv_devices inside the container: does it list the NICs?',
    ],
    verify: () => 'The log says "Using network IB" (or the name of the plugin)',
  },
  'net-plugin-missing': {
    title: ({ fabric, failed, hosts }, print) =>
      `NCCL's plugin for ${FABRIC[fabric].name} ${failed ? 'did not start' : 'is not found'}${on(hosts, print)}: it falls back to TCP`,
    cause: ({ fabric }) => `the plugin for ${FABRIC[fabric].name} is missing`,
    detail: ({ fabric, sign }) =>
      `${sign} belongs to a cluster with ${FABRIC[fabric].name}; there "libnccl-net.so" is not optional, since NCCL itself cannot use that network. (On InfiniBand and RoCE the same line is harmless.)`,
    actions: ({ fabric }) => [
      `Install ${FABRIC[fabric].plugin} in the image and put its folder into LD_LIBRARY_PATH of all ranks`,
      'ldconfig -p | grep nccl-net, on each host and in the container: is libnccl-net.so found?',
      FABRIC[fabric].devices,
    ],
    verify: ({ fabric }) => `The log says "Using network ${FABRIC[fabric].network}"`,
  },
  'rdma-userspace-missing': {
    title: ({ problem, device, hosts }, print) =>
      problem === 'open-failed'
        ? `NCCL cannot open the RDMA device${device === undefined ? '' : ` ${device}`}${on(hosts, print)}`
        : problem === 'libibverbs-missing'
          ? `libibverbs is missing${on(hosts, print)}: NCCL cannot use RDMA`
          : `NCCL finds no RDMA device${on(hosts, print)} although one was meant to be there`,
    cause: ({ problem }) =>
      problem === 'open-failed'
        ? 'the RDMA device cannot be opened'
        : problem === 'libibverbs-missing'
          ? 'libibverbs is missing'
          : 'no RDMA device is visible to the process',
    detail: ({ problem, sign, signName }) =>
      `${SIGN[sign]} (${signName}) says that the hosts have RDMA. ${
        problem === 'open-failed'
          ? 'The device is seen but not opened: its files under /dev/infiniband are not passed in, or memory may not be locked.'
          : problem === 'libibverbs-missing'
            ? 'The library that opens it is not in the image.'
            : 'Usual causes: /dev/infiniband is not passed into the container, the provider library of the NIC is not in the image, the port is down, or NCCL_IB_HCA names another device.'
      } NCCL then goes on over TCP without an error.`,
    actions: () => [
      'In the image: apt-get install libibverbs1 ibverbs-providers rdma-core (or the vendor’s OFED)',
      'docker run --device /dev/infiniband --cap-add IPC_LOCK --ulimit memlock=-1 ...; in Kubernetes the RDMA device plugin',
      'ibv_devinfo inside the container: are the ports PORT_ACTIVE?',
    ],
    verify: () => 'The log says "NET/IB : Using [0]mlx5_0..." and "Using network IB"',
  },
  'gdr-missing': {
    title: ({ network, connections, why, setting }, print) =>
      why === 'setting'
        ? `${setting} turns GPUDirect RDMA off`
        : connections > 0
          ? `No connection over ${network} uses GPUDirect RDMA (${print.count(connections)} seen)`
          : 'GPUDirect RDMA is off: its kernel module is missing',
    cause: ({ why, setting }) =>
      why === 'setting' ? `${setting} turns GPUDirect RDMA off` : 'GPUDirect RDMA is not used',
    detail: ({ why, nic }) =>
      `A connection with it ends in /GDRDMA. Without it each byte goes through host memory, which costs about half of the bandwidth. ${
        why === 'module'
          ? `NCCL names the cause${nic === undefined ? '' : ` for ${nic}`}: no module.`
          : why === 'setting'
            ? 'A setting asks for it.'
            : 'The log does not say why: the module nvidia-peermem is not loaded, DMA-BUF is not available, the NIC’s plugin was built without it, or NIC and GPU are too far from each other. GPUs that cannot do it (GeForce) look the same.'
      }`,
    actions: ({ why, setting }) => [
      ...(why === 'setting' ? [`unset ${setting?.replace(/=.*/, '')} on all hosts`] : []),
      'lsmod | grep -E "nvidia_peermem|nv_peer_mem" on every host; if missing: modprobe nvidia-peermem',
      'nvidia-smi topo -m: is a NIC at PIX or PXB of each GPU?',
      'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH ... 2>&1 | grep -i -E "GPU Direct|DMA-BUF"',
    ],
    verify: () => 'NCCL_DEBUG=INFO ... 2>&1 | grep "via NET": the lines end in /GDRDMA',
  },
  'gdr-asymmetric': {
    title: ({ host }) => `${host} does not use GPUDirect RDMA, the other end of its connections does`,
    cause: ({ host }) => `${host} lacks GPUDirect RDMA`,
    detail: ({ from, to, lacks, without, with: has, others }, print) =>
      `Rank ${from} sends to rank ${to} and only the ${lacks === 'receive' ? 'sender' : 'receiver'} has /GDRDMA. ${print.count(without)} ${without === 1 ? 'connection end' : 'connection ends'} of this host ${without === 1 ? 'lacks' : 'lack'} it, ${print.count(has)} of ${some(others, print)} ${has === 1 ? 'has' : 'have'} it. On that host the data goes through host memory, and every collective that touches it runs at that pace.`,
    actions: ({ host, others }) => [
      `ssh ${host} 'lsmod | grep -E "nvidia_peermem|nv_peer_mem"'; if missing: modprobe nvidia-peermem`,
      `Compare kernel, driver and OFED of ${host} with ${others[0] ?? 'another host'}`,
      'Load the module at boot: /etc/modules-load.d/nvidia-peermem.conf',
    ],
    verify: ({ host }) =>
      `NCCL_DEBUG=INFO ... 2>&1 | grep "via NET" | grep ${host}: all lines end in /GDRDMA`,
  },
  'nic-subset': {
    title: ({ host, used, listed }, print) =>
      `${host} sends over ${print.count(used.length)} of ${print.count(listed)} NICs`,
    cause: ({ host, used, listed }, print) =>
      `${host} uses ${print.count(used.length)} of its ${print.count(listed)} NICs`,
    detail: ({ used, unused, ranks }, print) =>
      `Used: ${some(used, print)}; listed but not used: ${some(unused, print)}. ${print.count(ranks)} ranks run there, so more could take part. NICs of storage or management are rightly left out; those beside the GPUs are not.`,
    actions: ({ used }) => [
      `NCCL_IB_HCA in the environment? mlx5_1 also takes mlx5_10 to mlx5_19: write NCCL_IB_HCA==${used[0] ?? 'mlx5_0'}`,
      'nvidia-smi topo -m: which NIC is at PIX or PXB of which GPU? In a virtual machine: NCCL_TOPO_FILE',
      'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,GRAPH: which NICs do the rings use?',
    ],
    verify: () =>
      'NCCL_DEBUG=INFO ... 2>&1 | grep -o "via NET/[A-Za-z]*/[0-9]*" | sort | uniq -c shows every NIC',
  },
  'nic-list-differs': {
    title: ({ fewer, usual, fewest }, print) =>
      fewer.length === 0
        ? `Ranks see between ${print.count(fewest)} and ${print.count(usual)} NICs`
        : `${some(fewer, print)} ${fewer.length === 1 ? 'lists' : 'list'} ${print.count(fewest)} ${fewest === 1 ? 'NIC' : 'NICs'}, most hosts ${print.count(usual)}`,
    cause: ({ fewer, usual, fewest }, print) =>
      fewer.length === 0
        ? 'hosts have unequal numbers of NICs'
        : `${some(fewer, print)} has ${print.count(fewest)} of ${print.count(usual)} NICs`,
    detail: ({ missing, usualHosts }, print) =>
      `${usualHosts > 0 ? `${print.count(usualHosts)} ${usualHosts === 1 ? 'host has' : 'hosts have'} the full list. ` : ''}${missing.length > 0 ? `Missing: ${some(missing, print)}. ` : ''}Every ring through a host with fewer NICs is bound by it. A port that is down, a card that fell off the bus, or NCCL_IB_HCA set on one host looks like this.`,
    actions: ({ fewer }) => [
      `ibstat${fewer[0] === undefined ? '' : ` on ${fewer[0]}`}: is a port Down or Initializing?`,
      'lspci | grep -i -E "mellanox|infiniband": is a card missing? dmesg | grep mlx5',
      'env | grep NCCL_IB_HCA on all hosts: the same?',
    ],
    verify: () => 'The line "NET/IB : Using" names the same NICs on every host',
  },
  'socket-interface-ambiguous': {
    title: ({ virtual, hosts }, print) =>
      `NCCL takes virtual interfaces (${some(virtual, print)}) for the network${on(hosts, print)}`,
    detail: ({ real }, print) =>
      `They belong to containers or virtual machines of one host; others cannot be reached over them, or only through it.${real.length > 0 ? ` Real ones: ${some(real, print)}.` : ''} NCCL spreads data over all interfaces in its list.`,
    actions: ({ real }) => [
      `export NCCL_SOCKET_IFNAME=${real[0] ?? 'eth0'} (or leave some out: NCCL_SOCKET_IFNAME=^docker,virbr,veth), on all hosts`,
    ],
    verify: () => 'The line "NET/Socket : Using" names only interfaces that all hosts share',
  },
  'group-placement': {
    title: ({ ranks, spanning, inside, hosts }, print) =>
      `${print.count(spanning)} ${spanning === 1 ? 'group' : 'groups'} of ${print.count(ranks)} ranks ${spanning === 1 ? 'spans' : 'span'} hosts (${some(hosts, print)}), ${print.count(inside)} of the same size ${inside === 1 ? 'lies' : 'lie'} inside one`,
    cause: ({ ranks }, print) => `groups of ${print.count(ranks)} ranks are spread over hosts`,
    detail: ({ gpus }, print) =>
      `A host has ${print.count(gpus)} GPUs here: such a group fits into one, and none of its GPUs has a group inside its host. A tensor- or expert-parallel group that leaves the NVLink domain sends every layer’s traffic over the NICs, and the groups that lie well wait for it.`,
    actions: () => [
      'Order of ranks and hosts: the ranks of a group must follow each other on one host (hostfile, srun --distribution=block, --ntasks-per-node)',
      'A group’s size that divides the number of GPUs of a host',
    ],
    verify: () => 'NCCL_DEBUG=INFO: all ranks of each such commId come from one host (nNodes 1)',
  },
  'rail-isolation': {
    title: ({ crossing, of, from, to, unanswered, setting }, print) =>
      unanswered
        ? `Connections between rails get no answer (${from.host} ${from.nic} to ${to.host} ${to.nic}), those on one rail do`
        : `${print.count(crossing)} of ${print.count(of)} connections between hosts leave on one rail and arrive on another${setting === undefined ? '' : `, as ${setting} lets them`}`,
    cause: ({ unanswered }) =>
      unanswered ? 'the rails do not reach each other' : 'connections between hosts cross rails',
    detail: ({ from, to, nodes, unanswered }, print) =>
      `A rail is the NIC of one name on every host. Rank ${from.rank} sends over ${from.nic}, rank ${to.rank} receives over ${to.nic}. ${
        unanswered
          ? 'The NICs that report "status=12" (nobody answered) are those of such connections: rails that are networks of their own look like this. A port that failed may look alike; the first command tells them apart.'
          : 'With one leaf switch a rail this goes through the spine, beside the traffic of others; where the rails are separate networks it fails. On a fabric without rails it costs nothing: these files do not say which it is.'
      } NCCL lets a ring change its rail inside a node unless NCCL_CROSS_NIC=0: with an even number of nodes the changes cancel out, with an odd number one connection crosses (here ${print.count(nodes)} nodes).`,
    actions: ({ from, to, setting }) => [
      `ib_write_bw -d ${to.nic} on ${to.host}, then ib_write_bw -d ${from.nic} ${to.host} on ${from.host}: does it connect, and at the rate of ${to.nic} at both ends?`,
      ...(setting === undefined ? [] : [`unset ${setting.replace(/=.*/, '')} on all hosts`]),
      'NCCL_CROSS_NIC=0 on all hosts: rings and trees stay on their rails',
      'all_to_all: leave PXN on, which takes data over NVLink to the NIC of the right rail',
    ],
    verify: () => 'NCCL_DEBUG=INFO: both ends of a connection name the same NIC',
  },
  'same-host-over-network': {
    title: ({ why, hosts, network, nodes }, print) =>
      why === 'same-name'
        ? `GPUs of ${some(hosts, print)} talk to each other over ${network}`
        : why === 'more-nodes'
          ? `NCCL counts ${print.count(nodes ?? 0)} nodes on ${print.count(hosts.length)} ${hosts.length === 1 ? 'host' : 'hosts'}`
          : `Containers with one GPU each talk over ${network}, perhaps on one machine`,
    cause: () => 'GPUs of one machine are taken for different hosts',
    detail: ({ why, hosts, connections, buses, network }, print) =>
      `${
        why === 'same-name'
          ? `${print.count(connections)} connections over ${network} have both ends on one host.`
          : why === 'more-nodes'
            ? `The communicator is complete and its ranks name ${some(hosts, print)} only.`
            : `${some(hosts, print)}: names of containers of one kind; their GPUs are at different places of the PCIe bus (${(buses ?? []).join(', ')}) and share NIC 0. If they run on one machine, that is the cause; if they run on several, it is not.`
      } A process that does not see another's GPU cannot use NVLink, PCIe peer-to-peer or shared memory with it, and goes through the NIC.`,
    actions: () => [
      'Put all GPUs of a machine into one container (one pod with 8 GPUs, CUDA_VISIBLE_DEVICES by rank)',
      'Separate containers: docker run --ipc=host --pid=host --gpus all, and NCCL_HOSTID equal on one machine',
      'unset NCCL_SHM_DISABLE NCCL_HOSTID',
    ],
    verify: () => 'Connections inside the machine say "via P2P"',
  },
  'ib-completion-error': {
    title: ({ status, hosts, times }, print) =>
      `RDMA transfers fail with ${statusName(status)}${on(hosts, print)} (${print.count(times)} ${times === 1 ? 'line' : 'lines'})`,
    cause: ({ status }) => `RDMA transfers fail with ${statusName(status)}`,
    detail: ({ status, vendor, peers, nics }, print) =>
      `${STATUS[status]?.meaning ?? 'The NIC gave the work back with an error.'}${vendor === undefined ? '' : ` Vendor error ${vendor}.`}${peers.length === 0 ? '' : ` Other end: ${some(peers, print)}.`}${nics.length === 0 ? '' : ` NIC: ${some(nics, print)}.`} The host that reports it is one end of the connection; cause may be either end or the path between them. NCCL stops the job.`,
    actions: ({ status }) => STATUS[status]?.actions ?? OTHER_STATUS,
    verify: () =>
      'ib_write_bw between the two hosts, with --use_cuda where GPUDirect is used, runs at line rate without errors',
  },
}

const SIGN: Readonly<Record<FasterSign, string>> = {
  device: 'An RDMA device',
  interface: 'An interface of a fast network',
  plugin: 'A plugin for RDMA',
  setting: 'A setting that names RDMA devices',
  port: 'An active RDMA port',
  'other-host': 'Another host of the job that uses it',
}

const FABRIC = {
  efa: {
    name: 'EFA',
    plugin: 'aws-ofi-nccl and libfabric (EFA installer)',
    devices: 'fi_info -p efa: are the devices visible (/dev/infiniband/uverbs*)?',
    network: 'AWS Libfabric',
  },
  slingshot: {
    name: 'Slingshot',
    plugin: 'aws-ofi-nccl built with libfabric’s cxi provider',
    devices: 'fi_info -p cxi: are the devices visible?',
    network: 'AWS Libfabric',
  },
  tcpx: {
    name: 'GPUDirect-TCPX',
    plugin: 'the GPUDirect-TCPX or TCPXO plugin of the machine type',
    devices: 'The receive daemon must run beside the job (rxdm)',
    network: 'FasTrak',
  },
} as const

const STATUS: Readonly<
  Record<number, { readonly name: string; readonly meaning: string; readonly actions: readonly string[] }>
> = {
  4: {
    name: 'local protection error',
    meaning:
      'The NIC could not read or write the memory of this side: with GPU memory that is often ACS, an IOMMU in translated mode, or a peer-memory module that does not fit the driver.',
    actions: [
      'NCCL_NET_GDR_LEVEL=LOC: if it then runs, GPUDirect is the cause',
      'lspci -vvv | grep ACSCtl on bridges above GPUs and NICs; cat /proc/cmdline for iommu=pt',
      'modprobe -r nvidia-peermem, then modprobe nvidia-peermem, after each driver update',
    ],
  },
  5: {
    name: 'flushed',
    meaning: 'The work was behind one that failed: the cause is an earlier error, perhaps on the other end.',
    actions: ['Look for the first "Got completion" in the logs of all ranks'],
  },
  10: {
    name: 'remote access error',
    meaning:
      'The other end refused the access: its memory is not registered (any more), often because its process ended first.',
    actions: ['Look for the first error in the logs of all ranks: who ended first?'],
  },
  11: {
    name: 'remote operation error',
    meaning: 'The other end’s NIC could not do it: with GPU memory often ACS or an IOMMU there.',
    actions: [
      'lspci -vvv | grep ACSCtl on the other end',
      'NCCL_NET_GDR_LEVEL=LOC: if it then runs, GPUDirect is the cause',
    ],
  },
  12: {
    name: 'retries exceeded',
    meaning:
      'The other end did not answer: a cable or port, a wrong GID or MTU, packets lost without flow control (RoCE), or the process there ended.',
    actions: [
      'ibstat on both ends: ports Active? Errors: perfquery, or ethtool -S',
      'RoCE: the same NCCL_IB_GID_INDEX (v2), MTU and traffic class on both ends; flow control (PFC) on every hop',
      'ib_write_bw between the two hosts, on that NIC',
      'Look for a rank that ended earlier: its peers then report this',
    ],
  },
  13: {
    name: 'receiver not ready',
    meaning: 'The other end had no buffer posted in time: its process is stuck or far behind.',
    actions: ['Look at the other end: is its process alive?'],
  },
}

const OTHER_STATUS = [
  'Look for the first "Got completion" in the logs of all ranks',
  'ib_write_bw between the two hosts, on that NIC',
]

const statusName = (status: number): string =>
  STATUS[status] === undefined ? `status ${status}` : `status ${status} (${STATUS[status].name})`

const on = (hosts: readonly string[], print: Print): string =>
  hosts.length === 0 ? '' : ` on ${some(hosts, print)}`

function some(names: readonly string[], print: Print): string {
  return names.length > 4
    ? `${names.slice(0, 3).join(', ')} and ${print.count(names.length - 3)} more`
    : names.join(', ')
}
