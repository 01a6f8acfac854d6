/** English: the glossary. */
import type { TermTexts } from '../terms.ts'

export const terms: TermTexts = {
  busbw:
    'Bus bandwidth in nccl-tests: algbw times a factor that cancels out the number of ranks, so that it can be compared with the rate of the slowest link. The factor is 2(n-1)/n for all_reduce, (n-1)/n for all_gather, reduce_scatter, gather, scatter and all_to_all, 1 for broadcast, reduce and send_recv. It is not wire speed: with NVLS, or with trees on two nodes, it can exceed the link rate. With one rank it is 0 by definition.',
  algbw:
    'Algorithm bandwidth in nccl-tests: size divided by time, in GB/s of 10^9 bytes. It shows how long a buffer takes; busbw shows how well the links are used.',
  size: 'The size column of nccl-tests is the larger of what a rank sends and receives: the whole vector for all_reduce, broadcast and reduce, and all shares together for all_gather, reduce_scatter, gather, scatter and all_to_all. Options such as -e 8G are binary (8 x 2^30 bytes). The count column is the count passed to the NCCL call: one share for all_gather and reduce_scatter.',
  plateau:
    'The busbw at the largest size of the sweep, where latency no longer matters: the number by which to judge a machine. A sweep is long enough if its last doubling gains less than 5 %. On NVSwitch machines run up to 8 GiB or 16 GiB; 256 MiB is too small.',
  average:
    '"Avg bus bandwidth" is the mean over all rows of nccl-tests, in-place and out-of-place, including small sizes, so it says little. Read the plateau instead. A healthy run may have an average of 85 and a plateau of 96 GB/s.',
  latency:
    'The part of the time that does not depend on size: launch, synchronisation and the hops of the algorithm. Sizes that take about as long as the smallest one are latency-bound; their bandwidth says nothing about the links. Typical latencies are 10 to 30 us on one NVLink machine and 20 to 170 us on two nodes.',
  'half-size':
    'The size that reaches half of the plateau, from a fit of time = latency + size / bandwidth. It equals latency times bandwidth: smaller messages are limited by latency, larger ones by bandwidth.',
  'in-place':
    'Whether the result replaces the input (in-place) or goes to a second buffer (out-of-place). nccl-tests measures both. The links do the same work in both, so ringscope takes the better result.',
  wrong:
    'The #wrong column counts values that differ from the correct result by more than rounding allows. Anything above 0 means corrupted data, caused for example by peer-to-peer through an IOMMU, forced LL128 or mixed GPU models. Fix that first, since a fast wrong result is worthless. N/A means that nothing was checked.',
  rank: 'One participant of a collective, usually one GPU. n ranks on N nodes are n/N ranks per node.',
  node: 'One host, with its own NVLinks, PCIe and memory. In an NVL72 rack the NVLink domain is larger than a host.',
  collective:
    'An operation in which all ranks take part: all_reduce, all_gather, reduce_scatter, broadcast, reduce, gather, scatter, all_to_all. All ranks must call collectives in the same order with the same sizes, or they hang.',
  ring: 'Every rank sends to the next one. An all_reduce takes 2(n-1) steps, in which each rank sends 2(n-1)/n of the data: the least that is possible without help from a switch. Its latency grows with the number of ranks. With NCCL_ALGO=RING, busbw can be compared with the link rate.',
  tree: 'NCCL connects nodes with two trees in which no rank is an inner node of both (double binary tree). Inside a node the GPUs form a chain. Latency grows with the logarithm of the number of nodes, so trees win while latency dominates. On two nodes a tree sends only half as much through the NICs as a ring, so its busbw may exceed their rate and does not test the network.',
  NVLS: 'NVLink SHARP: the NVSwitch reduces and multicasts, so an all_reduce sends each byte once. Available only on Hopper and Blackwell with NVSwitch. busbw then exceeds the rate of the links: 480 GB/s on H100, where rings reach 370; the links carry algbw x (n+1)/n. Without NVLS (because of Fabric Manager, containers or NCCL_NVLS_ENABLE=0) only all_reduce is slower.',
  NVLSTree:
    'NVLS inside each node, trees between nodes. The default for a large all_reduce on two Hopper nodes, where its busbw exceeds the rate of the NICs and says nothing about them.',
  CollNet:
    'Reduction in the network switches (SHARP on InfiniBand). Needs a plugin and NCCL_COLLNET_ENABLE=1. CollNetDirect and CollNetChain are its two variants inside a node.',
  PAT: 'Parallel aggregated trees: all_gather and reduce_scatter in a logarithmic number of steps. NCCL uses it only with one GPU per node.',
  channel:
    'One of several rings or trees that NCCL runs side by side, each on its own thread block. A healthy DGX A100 has 24, H100 16. One or two on an NVSwitch machine mean that the search for paths failed. A low NCCL_MAX_NCHANNELS cripples NVLink.',
  LL: 'The protocol for small messages: 4 bytes of data with each 4-byte flag. It has the lowest latency, but at most half of the bandwidth. Forced for all sizes (NCCL_PROTO=LL), it halves the plateau.',
  LL128:
    'The protocol for medium sizes: 120 bytes of data in every 128. It reaches about 95 % of the bandwidth at low latency, but needs hardware with atomic 128-byte stores; forced elsewhere, it gives wrong results.',
  Simple:
    'The protocol for large messages: whole chunks, with a synchronisation after each. It has full bandwidth and the highest latency.',
  NVLink:
    "NVIDIA's links between GPUs. Advertised figures (300, 600, 900 GB/s) are raw rates of both directions together; a collective can use about 80 % of one direction. A100: 12 links x 20 = 240 GB/s, in practice 230; H100: 18 x 20.6 = 370; V100: 6 x 20. All GPUs of a machine should have the same number.",
  NVSwitch:
    'The switch that connects all NVLinks of a node, so that every GPU reaches every other at the full rate of its links. Needs a running Fabric Manager. DGX-1 has none: its GPUs form a mesh in which each reaches 4 of 7 peers directly.',
  MNNVL:
    'NVLink between hosts, as in GB200 NVL72: 72 GPUs behave like one node. Needs IMEX; without it NCCL says MNNVL 0 and uses the network.',
  xGMI: "AMD's links between GPUs. Eight MI300X form a full mesh of seven links each, so two GPUs alone use one link (about 48 GB/s), while all eight together reach about 315 GB/s busbw.",
  PCIe: 'The bus of GPUs and NICs. In one direction x16 carries 16 (3.0), 32 (4.0) or 64 GB/s (5.0) raw; NCCL assumes 12, 24 and 48. "32 GB/s" for 3.0 counts both directions. An idle GPU may show a lower generation to save power; that is not a fault.',
  PIX: 'Paths in topo -m that do not cross the CPU: PIX crosses one PCIe switch, PXB several. NCCL uses peer-to-peer and GPUDirect RDMA on these.',
  PHB: 'Paths in topo -m that cross the CPU: PHB its host bridge, NODE another bridge of the same socket, SYS (formerly SOC) the link to the other socket. NCCL does not use GPUDirect RDMA on these. A NIC on such a path reaches about 16 of 24 GB/s, and about 8 on the other socket.',
  'topo -m':
    'nvidia-smi topo -m prints how each GPU and NIC reaches the others: NV12 means twelve NVLinks, X the device itself; the other paths are, from near to far, PIX, PXB, PHB, NODE and SYS.',
  P2P: 'Direct access of one GPU to the memory of another, over NVLink or PCIe. GeForce cards since Ada do not have it. NCCL_P2P_DISABLE=1 or NCCL_P2P_LEVEL=LOC, often left over from debugging, turns it off, and ACS redirects it through the CPU.',
  SHM: 'Shared memory of the host: how GPUs without peer-to-peer exchange data. It reaches a few GB/s on PCIe machines; between GPUs with NVLink it is a fault. Containers need --shm-size or --ipc=host.',
  GPUDirect:
    "GPUDirect RDMA: the NIC reads and writes GPU memory directly. Needs nvidia-peermem or DMA-BUF on both ends and a PIX or PXB path. Without it about half of the bandwidth is left. NCCL's log shows /GDRDMA on the channel lines of both send and receive.",
  ACS: 'Access Control Services: for isolation, PCIe switches send traffic between devices up to the CPU. This costs half or more of the GPU-GPU and GPU-NIC bandwidth, and may cause hangs. Neither iommu=pt nor "disabled" in the BIOS clears it: check ACSCtl in lspci -vvv. For virtual machines, configure the host, and ATS on the NIC.',
  RDMA: 'Network transfer without the CPU: InfiniBand, RoCE (the same over Ethernet, which needs flow control), EFA on AWS. With one port of 100, 200 or 400 Gb/s NCCL reaches about 12, 24 or 48 GB/s. NCCL logs "Using network IB" (or the plugin\'s name).',
  TCP: 'NCCL\'s network without RDMA: "Using network Socket" in the log. It reaches a few GB/s. If the machine has InfiniBand or EFA, the verbs library, plugin or devices are missing in the container.',
  NIC: 'Network adapter, called HCA on InfiniBand. NCCL uses the NICs near each GPU, and their rates add up. NCCL_IB_HCA restricts them by prefix: mlx5_1 also matches mlx5_10, so write =mlx5_1.',
  rail: 'The NICs at the same position in every node, which share a switch: GPU 3 of each node is on rail 3. Traffic between rails crosses NVLink (PXN) or the spine.',
  PXN: 'A GPU sends through the NIC of another GPU in its node, which it reaches over NVLink, so that traffic stays on one rail. PXN matters most for all_to_all.',
  fabric:
    'The network between nodes. An oversubscription of 2:1 means that the spine carries half of what the leaves can take. Packet loss on RoCE shows as a collapse at large sizes, a slow node or cable as a slow pair.',
  NCCL_ALGO:
    'Forces the algorithm (RING, TREE, NVLS ...), as NCCL_PROTO forces the protocol. Useful for one measurement, but left in a script it applies to every size and machine. NCCL logs which settings came from the environment.',
  NCCL_BUFFSIZE:
    "The size of NCCL's buffers, by default 4 MiB per channel. Changing it rarely helps. NCCL_BUFFER_SIZE does not exist: NCCL ignores unknown names silently.",
  NCCL_DEBUG:
    'NCCL_DEBUG=INFO makes NCCL log the network it uses, rings, channels and the path of every edge, which settles most cases. It slows down small messages, so do not measure with it.',
  straggler:
    'A rank that enters a collective late. All others wait, so their NCCL kernels run longer: in a trace the late rank has the shortest kernel. A waiting kernel shows 100 % utilisation at low power.',
  exposed:
    'Communication that is not hidden behind computation, and so adds to the step. Hidden communication costs little, however long it takes.',
  DDP: 'Data parallel: each rank has the whole model; gradients are summed with all_reduce once per step, in buckets that overlap with the backward pass. Bytes per step: the size of the gradients.',
  FSDP: 'Sharded data parallel, ZeRO-3: each rank keeps a share of the model. Parameters are gathered with all_gather in the forward pass and again in the backward pass, and gradients are reduced with reduce_scatter: 1.5 times the traffic of DDP.',
  TP: 'Tensor parallel: each layer is split over ranks, with two all_reduces of the activations in the forward pass and two in the backward pass. It needs NVLink, so keep it inside a node.',
  PP: 'Pipeline parallel: layers are spread over ranks, and activations go to the next stage with send_recv. There is little traffic; the cost is the pipeline bubble.',
  EP: 'Expert parallel, mixture of experts: in each such layer tokens go to the ranks of their experts and back with all_to_all. Across nodes the NICs limit it.',
  PFC: 'Priority flow control: the Ethernet switch pauses a sender before its buffer overflows. RoCE needs it (or ECN, which slows senders down earlier) end to end on the same priority. If one hop lacks it, long bursts lose packets and bandwidth collapses above a certain size.',
  Xid: "The number under which NVIDIA's driver logs a GPU error in dmesg. Xid 74 is an NVLink error, Xid 79 a GPU that fell off the bus.",
  verdict:
    'HEALTHY: a measurement reaches at least 80 % of what is expected, and there is no error or warning. DEGRADED: there is an error or a warning. BROKEN: results are wrong. UNDECIDED: the files do not settle it, and "Next" lists what would. An ERROR costs a lot or makes numbers worthless, a WARNING costs something, an INFO helps to interpret the number. Errors lead to exit code 1 (see --fail-on).',
  confidence:
    'How sure a finding is. certain: the quoted lines show it. likely: they fit it and hardly anything else. possible: it would explain the number, but no line shows it.',
  bound:
    "What limits the rate at a given size. link-bound: the NVLinks or xGMI links of the GPU; switch-bound: the NVSwitch that reduces (NVLS); PCIe-bound: the PCIe links; socket-bound: the link between CPU sockets; NIC-bound: the NICs; fabric-bound: the network behind the NICs; protocol-bound: NCCL's own copying; latency-bound: steps and launch, where bandwidth says nothing.",
}
