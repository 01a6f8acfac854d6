/**
 * What a message is about: rows of one topic share their causes and what to do (messages/{en,zh}/nccl/advice.ts), and belong to
 * one rule, which speaks of them where it has more to say than the line (rules/order.ts; a test holds the names).
 */
export const TOPICS = {
  // a GID index that is empty, of another type, or has no network device behind it
  gid: 'network-unreachable',
  // no route from this address to the other
  route: 'network-unreachable',
  // nobody answers at the other NIC: rails that are not joined, ARP, a dead port
  rails: 'network-unreachable',
  // TCP connections between hosts: firewall, wrong interface, peer not listening
  firewall: 'network-unreachable',
  // EFA: the security group must admit itself
  'efa-security-group': 'network-unreachable',
  // a host name or address that does not resolve
  'name-resolution': 'network-unreachable',
  // the other NIC did not answer in time
  'retry-exceeded': 'ib-completion-error',
  // work behind a request that failed
  flushed: 'ib-completion-error',
  // the other NIC refused the access or the request
  'remote-access': 'ib-completion-error',
  // any other failed completion
  completion: 'ib-completion-error',
  // a NIC that may not read or write GPU memory: ACS, IOMMU
  'nic-memory-access': 'acs-redirect',
  // the limit of locked memory
  memlock: 'memory-not-registered',
  // GPU memory that could not be registered with the NIC
  'gpu-registration': 'memory-not-registered',
  // queue pairs, completion queues: limits of the device
  'nic-resources': 'memory-not-registered',
  // no peer-memory module or DMA-BUF
  'peer-memory': 'gdr-missing',
  // a NIC or port in trouble
  'nic-health': 'nic-degraded',
  // a link that goes down
  'link-down': 'nic-link-drops',
  // ranks that see unlike NICs
  'unlike-nics': 'nic-list-differs',
  // fewer NICs than the machine has
  'too-few-nics': 'nic-subset',
  // a NIC too far from the GPU for GPUDirect
  'nic-far': 'nic-far',
  // no usable RDMA device
  'no-rdma-device': 'tcp-fallback',
  // an RDMA device that the process may not open
  'device-access': 'rdma-userspace-missing',
  // libibverbs is missing
  'verbs-library': 'rdma-userspace-missing',
  // a network plugin that is missing or failed
  'net-plugin': 'net-plugin-missing',
  // no usable network interface for sockets
  interface: 'socket-interface-ambiguous',
  // unlike versions of NCCL or its plugin
  'nccl-versions': 'version-mismatch',
  // driver and CUDA do not fit
  'driver-version': 'version-mismatch',
  // not built for this GPU
  'built-for-other-gpu': 'version-mismatch',
  // libfabric or EFA software too old
  'efa-version': 'version-mismatch',
  // ranks numbered or counted wrongly
  'rank-setup': 'launcher-failed',
  // ranks that do not meet: store, rendezvous
  rendezvous: 'launcher-failed',
  // MPI or the scheduler could not start the processes
  'mpi-start': 'launcher-failed',
  // a process ended; the line does not say why
  'process-ended': 'launcher-failed',
  // ssh to another host
  ssh: 'launcher-failed',
  // no GPU is visible to the process
  'no-gpu': 'launcher-failed',
  // a shared library is missing
  'shared-library': 'launcher-failed',
  // the other rank ended first
  'peer-gone': 'peer-lost',
  // a host was lost
  'host-lost': 'peer-lost',
  // a collective did not end in time
  watchdog: 'hang',
  // the process itself is stuck
  'stuck-process': 'hang',
  // /dev/shm is full or too small
  'shm-full': 'shm-too-small',
  // containers of one host that do not share memory
  'container-ipc': 'same-host-over-network',
  // no peer-to-peer access between GPUs
  p2p: 'p2p-unavailable',
  // NVLink or NVSwitch not in order
  'nvlink-broken': 'nvlink-down',
  // Fabric Manager, NVSwitch multicast
  'fabric-manager': 'nvls-unavailable',
  // NVLink over hosts without IMEX
  imex: 'mnnvl-unavailable',
  // GPU memory is exhausted
  'gpu-memory': 'out-of-memory',
  // host memory is exhausted, or the process was killed for it
  'host-memory': 'out-of-memory',
  // two ranks on one GPU
  'duplicate-gpu': 'gpu-shared-by-ranks',
  // a topology or graph file that does not fit
  'config-file': 'stale-config-file',
  // the PCIe topology cannot be seen
  'topology-missing': 'vm-topology-missing',
  // no path was found through the machine
  'graph-search': 'graph-search-failed',
  // a variable that is unknown or has an invalid value
  'setting-invalid': 'env-unknown',
  // settings that exclude every way
  'setting-excludes': 'env-override',
  // ranks that call unlike collectives
  'unlike-calls': 'collective-mismatch',
  // CPU affinity could not be set
  'cpu-affinity': 'cpu-binding',
  // the IOMMU translates or blocks accesses
  iommu: 'iommu-translated',
  // NVLink errors
  'nvlink-fault': 'nvlink-errors',
  // a GPU fault
  'gpu-fault': 'gpu-error',
  // a fault in a kernel of the application
  'gpu-application-fault': 'gpu-error',
  // PCIe errors
  'pcie-fault': 'pcie-errors',
  // NUMA settings of the host
  numa: 'numa-nps',
  // settings for peer-to-peer on AMD
  'amd-p2p': 'amd-p2p-env',
  // results are wrong
  'wrong-results': 'wrong-results',
  // the test is limited by memory
  'test-limits': 'test-proves-less',
  // the job was cancelled or ran out of time
  cancelled: 'run-aborted',
  // the benchmark ended before its last size
  aborted: 'run-aborted',
  // an earlier kernel broke the CUDA context
  'cuda-sticky': 'nccl-gave-up',
  // another CUDA error
  'cuda-other': 'nccl-gave-up',
  // an AMD GPU fault
  'amd-fault': 'nccl-gave-up',
  // a process crashed
  crash: 'nccl-gave-up',
  // limit of open files
  'open-files': 'nccl-gave-up',
  // limit of threads or processes
  threads: 'nccl-gave-up',
  // NCCL was called wrongly
  caller: 'nccl-gave-up',
  // a system call failed
  errno: 'nccl-gave-up',
  // rare or internal failures
  internal: 'nccl-gave-up',
  // the line repeats a failure told elsewhere
  'first-warning': 'nccl-gave-up',
  // nothing that a rule judges
  none: '',
} as const

export type Topic = keyof typeof TOPICS
