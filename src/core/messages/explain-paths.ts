/** Where conditions and figures of the rules that read NCCL's log stand. */
import type { JobFindings } from './findings-job.ts'
import type { NetworkFindings } from './findings-network.ts'
import type { PathFindings } from './findings-paths.ts'

type Id = keyof NetworkFindings | keyof PathFindings | keyof JobFindings

export const PATH_SOURCES: Readonly<Record<Id, readonly string[]>> = {
  'tcp-fallback': ['NCCL src/net.cc', 'nccl #941 #451', 'sglang #1427'],
  'net-plugin-missing': ['aws-ofi-nccl #67', 'nccl #527', 'NCCL user guide, NCCL_NET_PLUGIN'],
  'rdma-userspace-missing': ['NCCL src/misc/ibvwrap.cc, src/transport/net_ib.cc', 'nccl #451 #941'],
  'gdr-missing': ['nccl-tests #29', 'nccl #489', 'aws-ofi-nccl #64'],
  'gdr-asymmetric': ['nccl-tests #152'],
  'nic-subset': ['nccl-tests #128', 'NCCL user guide, NCCL_IB_HCA'],
  'nic-list-differs': ['NCCL src/transport/net_ib.cc', 'nccl #2428'],
  'socket-interface-ambiguous': ['NCCL user guide, NCCL_SOCKET_IFNAME'],
  'group-placement': ['NCCL src/init.cc', 'Megatron-LM: parallel_state.py, order of the groups'],
  'rail-isolation': ['NCCL user guide, NCCL_CROSS_NIC', 'NCCL src/graph/search.cc'],
  'same-host-over-network': ['nccl #797 #324 #945'],
  'ib-completion-error': ['libibverbs: ibv_poll_cq(3)', 'nccl #709'],
  'p2p-forced-off': ['nccl-tests #228', 'NCCL user guide, NCCL_P2P_LEVEL'],
  'nvlink-unused': ['NCCL src/graph/paths.cc', 'nccl-tests #228'],
  'p2p-asymmetric': ['ROCm/rocm-systems #10586'],
  'shm-too-small': ['nccl #290', 'NCCL user guide, Troubleshooting'],
  'graph-search-failed': ['NCCL src/graph/search.cc', 'nccl-tests #131'],
  'few-channels': ['NCCL src/graph/search.cc, connect.cc', 'aws-ofi-nccl #64'],
  'nvls-unavailable': ['NCCL src/transport/nvls.cc', 'nccl-tests #212'],
  'mnnvl-unavailable': ['NCCL src/mnnvl.cc', 'NCCL user guide, NCCL_MNNVL_ENABLE'],
  'vm-topology-missing': ['nccl-tests #256', 'nccl #1843'],
  'amd-p2p-env': ['ROCm/rccl #362 #92 #1026'],
  'version-mismatch': ['NCCL src/bootstrap.cc'],
  'cpu-binding': ['nccl-tests #57', 'NCCL user guide, NCCL_IGNORE_CPU_AFFINITY'],
  'collective-mismatch': ['NCCL src/enqueue.cc', 'torch ProcessGroupNCCL.cpp', 'nccl #1911'],
  hang: ['torch ProcessGroupNCCL.cpp', 'NCCL user guide, RAS'],
}
