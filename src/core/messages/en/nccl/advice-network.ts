/** English: causes and what to do for the topics of knowledge/messages/topics.ts that are about the network and its NICs. */
import type { Topic } from '../../../knowledge/messages/topics.ts'
import type { Advice } from '../../nccl-messages.ts'

export const adviceNetwork = {
  gid: {
    title: 'a GID that cannot be used',
    causes:
      'Usually NCCL_IB_GID_INDEX names an entry that is empty, of another type (RoCE v1, IPv6), or different on this host. Otherwise the network interface behind the entry is down, or the container does not see it.',
    actions: [
      'unset NCCL_IB_GID_INDEX: NCCL 2.21 and later choose the entry themselves',
      'show_gids, or cat /sys/class/infiniband/mlx5_0/ports/1/gid_attrs/types/3: which index is RoCE v2 with an IPv4 address, on every host?',
      'ip -br addr: is the interface of that NIC up, with its address?',
      'Container: docker run --network host (Kubernetes: hostNetwork: true, or a network attachment for each NIC)',
    ],
    verify: 'ib_write_bw -x INDEX between the two hosts runs with the index that NCCL logs',
  },
  route: {
    title: 'no route between two NICs',
    causes:
      'Usually each rail has a subnet of its own without a route to the others, and NCCL connects NICs of two rails. Otherwise the two GIDs are of unlike types or VLANs, or NCCL_COMM_ID is in no local network.',
    actions: [
      'ip route get PEER from LOCAL, with the two addresses of the line, on both hosts; ip neigh: is PEER resolved?',
      'NCCL_CROSS_NIC=0 as a test: if the job then runs, the rails are not joined',
      'show_gids at both ends, and unset NCCL_IB_GID_INDEX: GIDs of the same type and VLAN?',
      'ib_write_bw -d DEVICE between exactly these two NICs',
    ],
    verify: 'ib_write_bw runs between the two NICs that the line names',
  },
  rails: {
    title: 'the NIC at the other end does not answer',
    causes:
      'Usually the rails are not joined and NCCL connects NICs of two rails, or NICs are in another order on one host. Otherwise a port is down, the address is not resolved (ARP, subnet manager), or the GID is a wrong one.',
    actions: [
      'ibstat and rdma link on both hosts: are all ports Active?',
      'NCCL_CROSS_NIC=0 as a test; NCCL_IB_HCA with the same NICs in the same order on all hosts',
      'RoCE: ping -I INTERFACE PEER between the two NICs; show_gids: the same type at both ends',
      'ib_write_bw -d DEVICE between the two NICs of the line',
    ],
    verify: 'ib_write_bw runs between the two NICs; the log has no further ibv_modify_qp line',
  },
  firewall: {
    title: 'TCP connections between the hosts fail',
    causes:
      'Usually a firewall or security group drops the ports, which the kernel picks at random, or NCCL chose an interface that joins no other host, such as docker0 or virbr0. Otherwise the process at the other end has ended, or a port scanner got in between.',
    actions: [
      'ip -br addr, then NCCL_SOCKET_IFNAME=eth0 on all ranks, with the interface that joins the hosts (not docker0, virbr0); Open MPI: --mca btl_tcp_if_include and oob_tcp_if_include',
      'nc -l 50000 on one host, nc -vz ADDRESS 50000 on the other',
      'nft list ruleset, firewall-cmd --list-all, security group: allow all TCP between the hosts, at least the range of sysctl net.ipv4.ip_local_port_range',
      'getent hosts $(hostname): not 127.0.1.1; lines of "wrong magic": exclude the hosts from port scans',
    ],
    verify: 'nc -vz connects in both directions on a high port; every rank logs "Init COMPLETE"',
  },
  'efa-security-group': {
    title: 'EFA traffic is not allowed between the instances',
    causes:
      'Usually the security group does not admit itself in both directions: EFA needs a rule for all traffic from and to the group itself; 0.0.0.0/0 is not enough. Otherwise libfabric differs between hosts, or the instances are in different Availability Zones or VPCs.',
    actions: [
      'aws ec2 describe-security-groups --group-ids GROUP: inbound and outbound, all traffic, with the group itself as source and destination',
      'fi_pingpong -p efa -e rdm on one host, fi_pingpong -p efa -e rdm ADDRESS on the other',
      'All instances in one Availability Zone and VPC, best in one subnet and placement group',
    ],
    verify: 'fi_pingpong -p efa -e rdm runs between the two instances',
  },
  'name-resolution': {
    title: 'a host name that does not resolve',
    causes:
      'Usually the name is misspelt, or DNS or /etc/hosts of this host does not know it. In Kubernetes, the headless service is missing or the pod is not ready yet.',
    actions: [
      'getent hosts NAME on the host, or in the container, that prints the line',
      'Use an address instead of the name (MASTER_ADDR, --rdzv-endpoint, host file, NCCL_COMM_ID)',
      'Kubernetes: a headless service with publishNotReadyAddresses: true',
    ],
    verify: 'getent hosts NAME prints the same address on all hosts',
  },
  'retry-exceeded': {
    title: 'the NIC at the other end did not acknowledge',
    causes:
      'Right at the start, the two NICs usually never reached each other: wrong GID, rails that are not joined, UDP 4791 blocked. Later it is usually a process that ended first, a cable, a port or a switch, or packets lost without PFC (RoCE).',
    actions: [
      'Look in the logs of all ranks for one that ended earlier: its peers then report this too',
      'ibstat at both ends; error counters: perfquery, ethtool -S, mlxlink -d DEVICE -m -c',
      'ib_write_bw -d DEVICE between the two NICs; at the start of a job also NCCL_CROSS_NIC=0 as a test',
      'RoCE: the same GID type (v2), MTU and traffic class at both ends, PFC on every hop',
    ],
    verify: 'ib_write_bw runs at line rate between the two NICs, and the error counters stand still',
  },
  flushed: {
    title: 'requests flushed after an earlier error',
    causes:
      'An earlier request of the same queue pair failed, here or at the other end. Where this is the first error of all ranks, reports name ACS or the firmware of the host.',
    actions: [
      'Look in the logs of all ranks for the first completion with another status',
      'If there is none: lspci -vvv | grep ACSCtl as root on both hosts, update BIOS and NIC firmware',
    ],
    verify: 'no rank logs a completion error',
  },
  'remote-access': {
    title: 'the NIC at the other end refused a request',
    causes:
      'Usually the process at the other end ended, or freed the memory. Otherwise the two ends run unlike versions of NCCL or of its plugin or call unlike collectives, or GPUDirect is at fault there (ACS, IOMMU).',
    actions: [
      'Read the log of the other end first: which rank failed first?',
      'NCCL_DEBUG=VERSION on all ranks, ldconfig -p | grep nccl-net on all hosts: the same NCCL and plugin?',
      'dmesg -T on the other host; "access violation" in its log?',
      'NCCL_NET_GDR_LEVEL=LOC as a test: if the job then runs, GPUDirect is the cause',
    ],
    verify: 'the job passes this point, and no rank logs a completion error',
  },
  completion: {
    title: 'a network request that failed',
    causes:
      'The status or the text of the line names the kind. Usually the other end is gone or the path between the two is broken; otherwise the NIC or its driver.',
    actions: [
      'Sort the failed completions of all ranks by time: the first one counts, the others follow from it',
      'dmesg -T on both hosts: NIC reset, mlx5 health, PCIe errors?',
      'ib_write_bw -d DEVICE between the two NICs; EFA: fi_pingpong -p efa -e rdm and FI_LOG_LEVEL=warn',
    ],
    verify: 'no rank logs a completion error, and ib_write_bw or fi_pingpong runs between the two hosts',
  },
  'nic-memory-access': {
    title: 'the NIC cannot access GPU memory',
    causes:
      'Usually ACS on PCIe bridges or an IOMMU that translates breaks GPUDirect. Otherwise nvidia-peermem does not match the driver, or a virtual machine has no ATS.',
    actions: [
      'NCCL_NET_GDR_LEVEL=LOC as a test: if the job then runs, GPUDirect is the cause',
      'As root: lspci -vvv | grep ACSCtl on the bridges above GPUs and NICs, at both ends; clear it with setpci -s BRIDGE ECAP_ACS+6.w=0000',
      'cat /proc/cmdline: iommu=pt; virtual machine: mlxconfig -d DEVICE set ATS_ENABLED=1',
      'After a driver update: modprobe -r nvidia-peermem, then modprobe nvidia-peermem',
    ],
    verify: 'ib_write_bw --use_cuda=0 runs between the two hosts without errors',
  },
  memlock: {
    title: 'the limit of locked memory is too low',
    causes:
      'The memlock limit (ulimit -l) of the process that starts the ranks is too small for RDMA buffers. Limits of a login shell do not count: ranks inherit those of slurmd, of the container or of sshd.',
    actions: [
      'ulimit -l inside the job, not in a login shell: srun bash -c "ulimit -l", mpirun -npernode 1 bash -c "ulimit -l"; wanted: unlimited',
      'Slurm: systemctl edit slurmd, LimitMEMLOCK=infinity, restart; PropagateResourceLimitsExcept=MEMLOCK in slurm.conf',
      'Container: docker run --ulimit memlock=-1 --cap-add IPC_LOCK; Kubernetes: LimitMEMLOCK=infinity in the unit of containerd, capability IPC_LOCK',
      'Started over ssh: LimitMEMLOCK=infinity in the unit of sshd, memlock unlimited in /etc/security/limits.conf; log in anew',
    ],
    verify: 'ulimit -l prints unlimited inside the job, on every host',
  },
  'gpu-registration': {
    title: 'GPU memory could not be registered with the NIC',
    causes:
      'Usually nvidia-peermem is not loaded or belongs to another driver, or kernel and driver do not support DMA-BUF. Otherwise memlock is too low, the BAR1 space is used up, or the buffer was freed.',
    actions: [
      'lsmod | grep nvidia_peermem; ulimit -l inside the job',
      'dmesg -T | grep -i -E "peermem|mlx5|efa" at the time of the line',
      'NCCL_DMABUF_ENABLE=0 as a test (nvidia-peermem instead of DMA-BUF); DMA-BUF needs Linux 5.12 or later and the open kernel modules',
      'nvidia-smi -q -d MEMORY: BAR1 Memory Usage',
    ],
    verify: 'the log shows connections "via NET" that end in /GDRDMA',
  },
  'nic-resources': {
    title: 'the NIC refused a queue',
    causes:
      'Usually the memlock limit or the limit of queue pairs is reached: many ranks and communicators, a virtual function, an rdma cgroup. In a container, rights on /dev/infiniband may be missing.',
    actions: [
      'ulimit -l inside the job; container: --ulimit memlock=-1 --device /dev/infiniband --cap-add IPC_LOCK',
      'rdma resource show; ibv_devinfo -v | grep -E "max_qp|max_cq": how near is the limit?',
      'NCCL_IB_QPS_PER_CONNECTION=1 and fewer channels (unset NCCL_MIN_NCHANNELS)',
    ],
    verify: 'the job starts; rdma resource show stays below the limits of ibv_devinfo -v',
  },
  'peer-memory': {
    title: 'GPUDirect RDMA is not available',
    causes:
      'Usually nvidia-peermem is not loaded and DMA-BUF is not available, or the network plugin was built without GPU support. GeForce GPUs and EFA devices without RDMA do not offer it at all.',
    actions: [
      'lsmod | grep -E "nvidia_peermem|nv_peer_mem" on every host; if missing: modprobe nvidia-peermem',
      'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET: lines with "GPU Direct" or "DMA-BUF" name the reason',
      'EFA: fi_info -p efa -c FI_HMEM; FI_EFA_USE_DEVICE_RDMA=1; one release of the EFA installer on all hosts',
      'AMD: lsmod | grep ib_peer_mem; without it NCCL_DMABUF_ENABLE=1, on a kernel with DMA-BUF for peer memory',
    ],
    verify: 'the lines "via NET" of the log end in /GDRDMA',
  },
  'nic-health': {
    title: 'a NIC or port in trouble',
    causes:
      'Usually a cable, a module or a switch port, where the line speaks of a port. Where it speaks of the device: firmware, heat, or PCIe errors.',
    actions: [
      'dmesg -T | grep -i mlx5 on that host: health, link and firmware lines at that time',
      'ibstat DEVICE; mlxlink -d DEVICE -m -c; ibqueryerrors: cable, module, errors',
      'mget_temp -d DEVICE; mlxfwmanager: the same firmware on all NICs',
      'Power the host off and on; if it comes back, drain the host and replace the card',
    ],
    verify: 'a long run leaves no new line of this NIC in dmesg, and its error counters stand still',
  },
  'link-down': {
    title: 'a network link that goes down',
    causes:
      'Usually a cable, a module or the switch port. Otherwise someone restarted the switch, the driver or the network service.',
    actions: [
      'dmesg -T | grep -i link: how often, and at which times?',
      'mlxlink -d DEVICE -m -c; ethtool -S INTERFACE | grep -i link_down',
      'Log of the switch port at that time; swap the cable: does the fault move with it?',
    ],
    verify: 'link_down_events_phy of ethtool -S does not grow during a run',
  },
  'unlike-nics': {
    title: 'the hosts do not offer the same NICs',
    causes:
      'Usually a NIC is missing or down on one host, NCCL_IB_HCA differs, or InfiniBand and RoCE ports are mixed. Otherwise NICs or firmware are of unlike generations.',
    actions: [
      'ibstat and rdma link on all hosts: the same devices, link layer, rate and state?',
      'NCCL_IB_HCA with ports of one type, the same on all hosts',
      'NCCL_NET_MERGE_LEVEL=LOC where ports of unlike NICs are merged; NCCL_IB_ECE_ENABLE=0 where ibv_set_ece failed',
      'mlxfwmanager: the same firmware on all NICs',
    ],
    verify: 'the lines "NET/IB : Using" list the same NICs on all hosts',
  },
  'too-few-nics': {
    title: 'fewer NICs than the machine has',
    causes:
      'Usually a device was not passed into the container, or not attached to the instance. Otherwise its driver or firmware is in trouble.',
    actions: [
      'ibv_devinfo, or fi_info -p efa, inside the job and on the host: how many devices?',
      'Container: --device /dev/infiniband; Kubernetes: resource vpc.amazonaws.com/efa or that of the RDMA device plugin, with the full count',
      'dmesg -T and lspci: is a card missing?',
    ],
    verify: 'the log lists as many NICs as lspci on the host',
  },
  'nic-far': {
    title: 'a NIC too far from the GPU for GPUDirect',
    causes:
      'The NIC stands behind another PCIe switch or CPU socket than the GPU (PHB, NODE, SYS), or NCCL_NET_GDR_LEVEL is set narrowly.',
    actions: [
      'nvidia-smi topo -m: does each GPU have a NIC at PIX or PXB?',
      'unset NCCL_NET_GDR_LEVEL; NCCL_IB_HCA must not leave out the near NICs',
      'NCCL_NET_GDR_LEVEL=PHB as a measurement: is it faster on this machine?',
    ],
    verify: 'the lines "via NET" of the log end in /GDRDMA',
  },
  'no-rdma-device': {
    title: 'no usable RDMA device',
    causes:
      'Normal on a single host or in a cluster without RDMA. Otherwise the container does not see /dev/infiniband, the provider library is missing, or all ports are down.',
    actions: [
      'ibv_devinfo inside the job: does it list the NICs, PORT_ACTIVE?',
      'Container: --device /dev/infiniband --cap-add IPC_LOCK; Kubernetes: the resource of the RDMA device plugin',
      'apt install ibverbs-providers (RHEL: dnf install libibverbs)',
      'unset NCCL_IB_DISABLE; check NCCL_IB_HCA',
    ],
    verify: 'the log shows "NET/IB : Using" with the NICs',
  },
  'device-access': {
    title: 'an RDMA device that the process may not open',
    causes:
      'Usually the container lacks /dev/infiniband/uverbs* of that device, or the process may not open it. Otherwise the firmware or the driver of the NIC is in trouble.',
    actions: [
      'ls -l /dev/infiniband inside the container: is there one uverbs device for each NIC?',
      'docker run --device=/dev/infiniband (Kubernetes: the RDMA device plugin, one resource for each NIC)',
      'ibv_devinfo -d DEVICE inside the job; dmesg | grep mlx5 on the host',
    ],
    verify: 'the log shows "NET/IB : Using" with every NIC on every host',
  },
  'verbs-library': {
    title: 'the RDMA library is missing',
    causes:
      'The image has no rdma-core. Without RDMA hardware this is normal; with it, traffic between hosts goes over TCP.',
    actions: [
      'ldconfig -p | grep libibverbs inside the job',
      'apt install libibverbs1 ibverbs-providers (RHEL: dnf install libibverbs) in the image',
    ],
    verify: 'the log shows "NET/IB : Using" with the NICs',
  },
  'net-plugin': {
    title: 'a network plugin that is missing or failed',
    causes:
      'Normal on InfiniBand, RoCE and TCP, which NCCL has built in. On EFA, GPUDirect-TCPX and Slingshot the image usually lacks the plugin or one of its libraries, or NCCL_NET names another.',
    actions: [
      'ldconfig -p | grep nccl-net inside the job, then ldd on that file: is a library missing?',
      'unset NCCL_NET NCCL_NET_PLUGIN, or set the name that the plugin has',
      'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET; EFA: FI_LOG_LEVEL=warn, fi_info -p efa',
      'The same image on all hosts; a plugin release that lists this NCCL version',
    ],
    verify: 'the line "Using network" of the log names the network that is wanted, on all ranks',
  },
  interface: {
    title: 'no usable network interface',
    causes:
      'Usually NCCL_SOCKET_IFNAME or GLOO_SOCKET_IFNAME names an interface that this host does not have. Otherwise the container has only lo, or an address family or address does not exist here.',
    actions: [
      'ip -br addr inside the job, on every host; echo $NCCL_SOCKET_IFNAME $GLOO_SOCKET_IFNAME',
      'Set both to the interface that joins the hosts, or exclude: NCCL_SOCKET_IFNAME=^docker,virbr,lo',
      'Container: docker run --network host; Open MPI: --mca btl_tcp_if_include NETWORK',
      'unset NCCL_SOCKET_FAMILY; NCCL_SOCKET_FAMILY=AF_INET where link-local IPv6 is in the way',
    ],
    verify: 'the line "Bootstrap" of the log shows the interface that joins the hosts, on all ranks',
  },
} as const satisfies Partial<Record<Topic, Advice>>
