/** The glossary: the field's words, as `ringscope explain` explains them. */

/** Other spellings by which a term is found, and what to read with it. */
interface Term {
  readonly also: readonly string[]
  readonly see: readonly string[]
}

const term = (also: readonly string[] = [], see: readonly string[] = []): Term => ({ also, see })

export const TERMS = {
  busbw: term(['bus bandwidth'], ['algbw', 'NVLS', 'plateau']),
  algbw: term(['algorithm bandwidth'], ['busbw', 'size']),
  size: term(['bytes', 'count', 'message size'], ['algbw', 'busbw']),
  plateau: term(['saturation', 'large sizes'], ['half-size', 'average']),
  average: term(['Avg bus bandwidth', 'avg busbw'], ['plateau']),
  latency: term(['alpha', 'α', 'latency-bound'], ['half-size', 'LL', 'tree']),
  'half-size': term(['n1/2', 'half-performance size', 'S_half'], ['latency', 'plateau']),
  'in-place': term(['out-of-place'], ['busbw']),
  wrong: term(['#wrong', 'out of bounds'], ['LL128']),
  rank: term(['nranks'], ['node', 'collective']),
  node: term(['host'], ['rank', 'fabric']),
  collective: term(['collective operation'], ['ring', 'tree']),
  ring: term(['Ring', 'NCCL_ALGO=RING'], ['tree', 'NVLS', 'channel']),
  tree: term(['Tree', 'double binary tree'], ['ring', 'NVLSTree', 'latency']),
  NVLS: term(['NVLink SHARP', 'multicast'], ['NVLSTree', 'busbw', 'NVSwitch']),
  NVLSTree: term(['NVLS tree'], ['NVLS', 'tree']),
  CollNet: term(['CollNetDirect', 'CollNetChain', 'SHARP'], ['NVLS']),
  PAT: term(['parallel aggregated trees'], ['tree']),
  channel: term(['nchannels', 'coll channels', 'NCCL_MIN_NCHANNELS', 'NCCL_MAX_NCHANNELS'], ['ring']),
  LL: term(['low latency', 'NCCL_PROTO=LL'], ['LL128', 'Simple']),
  LL128: term(['NCCL_PROTO=LL128'], ['LL', 'Simple']),
  Simple: term(['NCCL_PROTO=Simple', 'protocol'], ['LL', 'LL128']),
  NVLink: term(['NV12', 'NV18', 'NVL'], ['NVSwitch', 'busbw']),
  NVSwitch: term(['NVS', 'fabric manager'], ['NVLink', 'NVLS']),
  MNNVL: term(['multi-node NVLink', 'NVL72', 'IMEX'], ['NVSwitch']),
  xGMI: term(['infinity fabric'], ['NVLink']),
  PCIe: term(['PCI Express', 'x16'], ['ACS', 'PIX']),
  PIX: term(['PXB'], ['PHB', 'GPUDirect']),
  PHB: term(['NODE', 'SYS', 'SOC'], ['PIX', 'GPUDirect']),
  'topo -m': term(['topo', 'nvidia-smi topo', 'topology matrix'], ['PIX', 'PHB', 'NVLink']),
  P2P: term(['peer-to-peer', 'peer access', 'NCCL_P2P_DISABLE', 'NCCL_P2P_LEVEL'], ['SHM', 'ACS']),
  SHM: term(['shared memory', '/dev/shm'], ['P2P']),
  GPUDirect: term(['GDR', 'GPUDirect RDMA', 'GDRDMA', 'nvidia-peermem', 'DMA-BUF'], ['PIX', 'ACS', 'RDMA']),
  ACS: term(['access control services', 'IOMMU', 'ATS'], ['P2P', 'GPUDirect']),
  RDMA: term(['InfiniBand', 'RoCE', 'EFA', 'verbs'], ['GPUDirect', 'TCP']),
  TCP: term(['socket', 'NET/Socket', 'NCCL_SOCKET_IFNAME'], ['RDMA']),
  NIC: term(['HCA', 'mlx5_0', 'NCCL_IB_HCA'], ['rail', 'PXN']),
  rail: term(['rail-optimised'], ['PXN', 'NIC']),
  PXN: term(['PCI x NVLink'], ['rail', 'all_to_all']),
  fabric: term(['oversubscription', 'spine', 'leaf'], ['rail', 'RDMA']),
  NCCL_ALGO: term(['NCCL_PROTO'], ['ring', 'tree', 'LL']),
  NCCL_BUFFSIZE: term(['NCCL_BUFFER_SIZE', 'buffer size'], ['channel']),
  NCCL_DEBUG: term(['NCCL_DEBUG=INFO', 'NCCL log'], ['channel', 'GPUDirect']),
  straggler: term(['late rank', 'waiting'], ['exposed']),
  exposed: term(['exposed communication', 'overlap'], ['straggler', 'DDP']),
  DDP: term(['data parallel'], ['FSDP', 'all_reduce']),
  FSDP: term(['ZeRO', 'ZeRO-3', 'sharded data parallel'], ['DDP', 'all_gather', 'reduce_scatter']),
  TP: term(['tensor parallel', 'Megatron'], ['NVLink', 'all_reduce']),
  PP: term(['pipeline parallel'], ['send_recv']),
  PFC: term(['ECN', 'flow control', 'pause frames', 'mlnx_qos'], ['RDMA', 'fabric']),
  Xid: term(['XID', 'Xid 74'], ['NVLink']),
  verdict: term(['HEALTHY', 'DEGRADED', 'BROKEN', 'UNDECIDED', 'ERROR', 'WARNING', 'INFO'], ['confidence']),
  confidence: term(['certain', 'likely', 'possible'], ['verdict']),
  bound: term(
    [
      'link-bound',
      'NIC-bound',
      'switch-bound',
      'PCIe-bound',
      'socket-bound',
      'fabric-bound',
      'protocol-bound',
    ],
    ['latency', 'NVLS', 'plateau'],
  ),
  EP: term(['expert parallel', 'mixture of experts', 'MoE'], ['all_to_all', 'PXN']),
} as const satisfies Readonly<Record<string, Term>>

export type TermId = keyof typeof TERMS

/** A few sentences each: what it is, what it is worth, what is often misread. */
export type TermTexts = Readonly<Record<TermId, string>>
