/** English: the glossary. */
import type { TermTexts } from '../terms.ts'

export const terms: TermTexts = {
  busbw:
    'Bus bandwidth in nccl-tests: algbw times a factor that makes the number of ranks cancel out, so that it can be compared with the slowest link. The factor is 2(n-1)/n for all_reduce, (n-1)/n for all_gather, reduce_scatter, gather, scatter and all_to_all, 1 for broadcast, reduce and send_recv. It is not wire speed: with NVLS, or by trees on two nodes, it rightly exceeds the link. With one rank it is 0 by formula.',
  algbw:
    'Algorithm bandwidth in nccl-tests: size divided by time, in GB/s of 10^9 bytes. It says how long your buffer takes; busbw says how well the links are used.',
  size: 'The size column of nccl-tests is the larger of what a rank sends and receives: the whole vector for all_reduce, broadcast and reduce; all shares together for all_gather, reduce_scatter, gather, scatter and all_to_all. Options such as -e 8G are binary (8 x 2^30 bytes). The count column is what is passed to the NCCL call: for all_gather and reduce_scatter that is one share.',
  plateau:
    'The busbw at the largest size of the sweep, where latency no longer counts: the number by which a machine is judged. A sweep is long enough when its last doubling gains less than 5 %. On NVSwitch machines run to 8 GiB or 16 GiB; 256 MiB is too small.',
  average:
    '"Avg bus bandwidth" is the mean over all rows of nccl-tests, both placements, small sizes included: it says little. Read the plateau. A healthy run may show an average of 85 and a plateau of 96 GB/s.',
  latency:
    'The time that does not depend on size: launch, synchronisation and the hops of the algorithm. Sizes whose time is close to that of the smallest are latency-bound: bandwidth says nothing about links there. One NVLink box needs about 10 to 30 us, two nodes 20 to 170 us.',
  'half-size':
    'The size at which half of the plateau is reached, from fitting time = latency + size / bandwidth. It is latency times bandwidth: below it a message is a matter of latency, above it of bandwidth.',
  'in-place':
    'Whether the result replaces the input (in-place) or goes to a second buffer (out-of-place). nccl-tests measures both; the links do the same work, so ringscope takes the better of the two.',
  wrong:
    'The #wrong column counts values that differ from the right result by more than rounding allows. Anything above 0 means broken data: peer-to-peer through an IOMMU, forced LL128, mixed GPUs. Correct that first; a fast wrong result is worth nothing. N/A means that nothing was checked.',
  rank: 'One participant of a collective, usually one GPU. n ranks on N nodes give n/N ranks a node.',
  node: 'One host: what shares NVLinks, PCIe and memory. In an NVL72 rack the NVLink domain is larger than a host.',
  collective:
    'An operation in which all ranks take part: all_reduce, all_gather, reduce_scatter, broadcast, reduce, gather, scatter, all_to_all. All ranks must call them in the same order with the same sizes, or they hang.',
  ring: 'Every rank sends to the next one. An all_reduce takes 2(n-1) steps and each rank sends 2(n-1)/n of the data, which no algorithm without help from a switch can undercut. Its latency grows with the number of ranks. NCCL_ALGO=RING makes busbw comparable with links.',
  tree: 'NCCL joins nodes by two trees in which no rank is an inner node of both (double binary tree); inside a node the GPUs form a chain. Latency grows with the logarithm of the number of nodes, so trees win while latency dominates. On two nodes a tree sends only half of what a ring sends through the NICs: its busbw may exceed them and does not test the network.',
  NVLS: 'NVLink SHARP: the NVSwitch adds and multicasts, so that an all_reduce sends each byte once. Hopper and Blackwell with NVSwitch only. busbw then exceeds the links: 480 GB/s on H100, where rings reach 370; what flows on the wire is algbw x (n+1)/n. Without it (Fabric Manager, containers, NCCL_NVLS_ENABLE=0) only all_reduce is slower.',
  NVLSTree:
    'NVLS inside each node, trees between nodes. The default for large all_reduce on two Hopper nodes; on two nodes its busbw exceeds the NICs, so it says nothing about them.',
  CollNet:
    'Reduction in the network switches (SHARP on InfiniBand). Needs a plugin and NCCL_COLLNET_ENABLE=1; CollNetDirect and CollNetChain are its two forms inside a node.',
  PAT: 'Parallel aggregated trees: all_gather and reduce_scatter in a logarithmic number of steps. NCCL uses it only with one GPU a node.',
  channel:
    'One of several rings or trees that NCCL runs side by side, each on its own thread block. A healthy DGX A100 has 24, H100 16. One or two on an NVSwitch machine mean that the search for paths failed; NCCL_MAX_NCHANNELS set low cripples NVLink.',
  LL: 'The protocol for small messages: 4 bytes of data with 4 bytes of flag. Lowest latency, at most half of the bandwidth. Forced for all sizes (NCCL_PROTO=LL) it halves the plateau.',
  LL128:
    'The protocol for middle sizes: 120 bytes of data in 128. About 95 % of the bandwidth at low latency; needs hardware that keeps 128-byte stores whole, so forcing it elsewhere gives wrong results.',
  Simple:
    'The protocol for large messages: whole chunks with a synchronisation after each. Full bandwidth, highest latency.',
  NVLink:
    "NVIDIA's links between GPUs. Advertised figures (300, 600, 900 GB/s) add both directions and are raw; a collective sees about 80 % of one direction. A100: 12 links x 20 = 240 GB/s, in practice 230; H100: 18 x 20.6 = 370; V100: 6 x 20. All GPUs of a machine should have equally many.",
  NVSwitch:
    'The switch that joins all NVLinks of a node, so that every GPU reaches every other with all its links. Needs Fabric Manager running. DGX-1 has none: its GPUs form a mesh in which each reaches 4 of 7 peers.',
  MNNVL:
    'NVLink between hosts, as in GB200 NVL72: 72 GPUs behave like one node. Needs IMEX; without it NCCL says MNNVL 0 and uses the network.',
  xGMI: "AMD's links between GPUs. Eight MI300X form a full mesh of seven links each, so two GPUs alone see one link (about 48 GB/s), all eight together about 315 GB/s busbw.",
  PCIe: 'The bus of GPUs and NICs. x16 carries in one direction 16 (3.0), 32 (4.0), 64 GB/s (5.0) raw; NCCL reckons with 12, 24 and 48. "32 GB/s" for 3.0 adds both directions. An idle GPU may show a lower generation: that is power saving, not a fault.',
  PIX: 'Paths in topo -m that stay below the CPU: PIX passes one PCIe switch, PXB several. NCCL uses peer-to-peer and GPUDirect RDMA on these.',
  PHB: 'Paths in topo -m that pass the CPU: PHB its host bridge, NODE another bridge of the same socket, SYS (older: SOC) the link to the other socket. NCCL does not use GPUDirect RDMA on these; a NIC that hangs there gives about 16 of 24 GB/s, from the other socket about 8.',
  'topo -m':
    'nvidia-smi topo -m prints how each GPU and NIC reaches the others: NV12 means twelve NVLinks; X itself; then from near to far PIX, PXB, PHB, NODE, SYS.',
  P2P: 'Direct access of one GPU to the memory of another, by NVLink or PCIe. GeForce since Ada has none. NCCL_P2P_DISABLE=1 or NCCL_P2P_LEVEL=LOC left over from debugging turns it off, and ACS redirects it through the CPU.',
  SHM: 'Shared memory of the host: how GPUs without peer-to-peer exchange data. A few GB/s on PCIe machines; between NVLinked GPUs it is a fault. Containers need --shm-size or --ipc=host.',
  GPUDirect:
    "GPUDirect RDMA: the NIC reads and writes GPU memory itself. Needs nvidia-peermem or DMA-BUF on both ends and a path of PIX or PXB. Without it about half of the bandwidth is left. In NCCL's log: /GDRDMA on the channel lines of both send and receive.",
  ACS: 'Access Control Services: PCIe switches send traffic between devices up to the CPU, for isolation. It halves or worse GPU-GPU and GPU-NIC bandwidth, and may hang. iommu=pt does not clear it, neither does "disabled" in the BIOS: look at ACSCtl in lspci -vvv. In virtual machines the host must be set, and ATS on the NIC.',
  RDMA: 'Network transfer without the CPU: InfiniBand, RoCE (the same over Ethernet, which needs flow control), EFA on AWS. One port of 100, 200 or 400 Gb/s gives NCCL about 12, 24 and 48 GB/s. NCCL says "Using network IB" (or the plugin\'s name).',
  TCP: 'NCCL\'s network without RDMA: "Using network Socket" in the log. A few GB/s. Next to InfiniBand or EFA it means that verbs library, plugin or devices are missing in the container.',
  NIC: 'Network adapter, HCA on InfiniBand. NCCL uses those near each GPU; the rates of all add up. NCCL_IB_HCA restricts them, by prefix: mlx5_1 also takes mlx5_10; write =mlx5_1.',
  rail: 'The NICs with the same position in every node share a switch: GPU 3 of each node meets on rail 3. Traffic between rails passes NVLink (PXN) or the spine.',
  PXN: 'A GPU sends through the NIC of another GPU of its node, reached by NVLink, so that traffic stays on one rail. It matters most for all_to_all.',
  fabric:
    'The network between nodes. Oversubscription 2:1 means that the spine carries half of what the leaves take. Loss on RoCE shows as a collapse at large sizes; one slow node or cable as a slow pair.',
  NCCL_ALGO:
    'Forces the algorithm (RING, TREE, NVLS ...), NCCL_PROTO the protocol. Good for one measurement; left in a script it holds for every size and machine. NCCL says in its log what was set by environment.',
  NCCL_BUFFSIZE:
    "The size of NCCL's buffers, by default 4 MiB a channel. NCCL_BUFFER_SIZE does not exist: NCCL says nothing about names it does not know. Changing it rarely helps.",
  NCCL_DEBUG:
    'NCCL_DEBUG=INFO makes NCCL log the network it uses, rings, channels and the path of every edge: what decides most cases. It slows small messages: do not measure with it.',
  straggler:
    'A rank that comes late to a collective. All others wait, and their NCCL kernels run long: in a trace the late rank has the shortest kernel. A waiting kernel shows as 100 % utilisation at low power.',
  exposed:
    'Communication that is not hidden behind computation: what it adds to the step. Hidden communication costs little, however long it takes.',
  DDP: 'Data parallel: each rank has the whole model; gradients are added with all_reduce once a step, in buckets that overlap with the backward pass. Bytes a step: the size of the gradients.',
  FSDP: 'Sharded data parallel, ZeRO-3: each rank keeps a share of the model. Parameters are gathered with all_gather in forward and again in backward, gradients leave with reduce_scatter: one and a half times the traffic of DDP.',
  TP: 'Tensor parallel: each layer is split over ranks, with two all_reduces of the activations in forward and two in backward. Needs NVLink: keep it inside a node.',
  PP: 'Pipeline parallel: layers are spread over ranks, activations go to the next stage with send_recv. Small traffic; what it costs is the bubble.',
  EP: 'Expert parallel, mixture of experts: tokens go to the ranks of their experts and back with all_to_all, in each such layer. Across nodes the NICs bound it.',
  PFC: 'Priority flow control: the Ethernet switch pauses a sender before its buffer overflows. RoCE needs it (or ECN, which slows senders earlier) end to end on the same priority; where one hop lacks it, long bursts lose packets and bandwidth collapses above a size.',
  Xid: "The number under which NVIDIA's driver logs a GPU error in dmesg. Xid 74 is an NVLink error, Xid 79 a GPU that fell off the bus.",
  verdict:
    'HEALTHY: a measurement reaches at least 80 % of what is expected, and nothing is an error or a warning. DEGRADED: something is. BROKEN: results are wrong. UNDECIDED: the files do not decide, and "Next" says what would. An ERROR costs much or makes numbers worthless, a WARNING costs something, an INFO helps to read the number; exit code 1 follows from errors (--fail-on).',
  confidence:
    'How sure a finding is. certain: the quoted lines show it. likely: they fit it and hardly anything else. possible: it would explain the number, but nothing shows it.',
  bound:
    "What is full, or what the time is spent on, at a size. link-bound: the GPU's NVLinks or xGMI links; switch-bound: the NVSwitch that adds (NVLS); PCIe-bound; socket-bound: the link between CPU sockets; NIC-bound; fabric-bound: the network behind the NICs; protocol-bound: NCCL's own copying; latency-bound: steps and launch, where bandwidth says nothing.",
}
