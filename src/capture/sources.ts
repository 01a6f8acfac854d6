/**
 * What is collected of a host: one row, one file. Commands are POSIX shell, read only, and need no root; what they show is
 * what the parsers of core/parsers read. Adding one: a row here.
 */

export interface Source {
  /** The name of its file is "<id>.txt". */
  readonly id: string
  /** Must be there; undefined where the shell itself does it. */
  readonly tool?: string
  /** A file or folder that must be there. */
  readonly path?: string
  /** As it is written behind the prompt in the file, so that a reader knows what made it. "@{x}": see script.ts. */
  readonly command: string
  /** Time limit. */
  readonly seconds: number
}

/** Variables that bear on communication; nothing else of the environment is looked at. */
const FAMILIES =
  '^(NCCL|RCCL|MSCCL|UCX|FI|OFI_NCCL|TORCH_NCCL|HSA|HIP|CUDA_VISIBLE|CUDA_DEVICE|CUDA_LAUNCH|GPU_MAX)[A-Z0-9_]*='

/** Lines of the kernel's log that kernel-log.ts reads, and their neighbours. */
const KERNEL =
  'iommu|dmar|nvrm|xid|nvlink|mlx[45]_|bnxt_en|ice .*Link|efa |amdgpu.*(error|xgmi)|available PCIe bandwidth|Command line'
/** A storm of these would push all others out. */
const PCIE_ERROR = 'AER: |PCIe Bus Error: |: +\\[ ?[0-9]+\\] [A-Z]'

const NIC_INTERRUPTS = 'CPU0|mlx[45]_|bnxt|ice-|irdma|efa|ena-|eth|enp|ens|eno|ib[0-9]'

export const SOURCES: readonly Source[] = [
  { id: 'uname', tool: 'uname', command: 'uname -a', seconds: 5 },
  { id: 'os-release', path: '/etc/os-release', command: 'grep PRETTY_NAME= /etc/os-release', seconds: 5 },
  { id: 'cmdline', path: '/proc/cmdline', command: 'cat /proc/cmdline', seconds: 5 },
  { id: 'env', tool: 'env', command: `env | grep -E '${FAMILIES}'`, seconds: 5 },
  { id: 'nccl-conf', path: '/etc/nccl.conf', command: 'cat /etc/nccl.conf', seconds: 5 },
  { id: 'nccl-conf-home', path: '$HOME/.nccl.conf', command: 'cat ~/.nccl.conf', seconds: 5 },
  {
    id: 'libnccl',
    tool: 'ls',
    command:
      'ls -l /usr/lib/*/libnccl.so.* /usr/lib64/libnccl.so.* /usr/local/lib/libnccl.so.* /usr/local/cuda/lib64/libnccl.so.*',
    seconds: 5,
  },
  {
    id: 'nvidia-version',
    path: '/proc/driver/nvidia/version',
    command: 'cat /proc/driver/nvidia/version',
    seconds: 5,
  },
  { id: 'nvidia-smi-q', tool: 'nvidia-smi', command: 'nvidia-smi -q', seconds: 60 },
  { id: 'topo', tool: 'nvidia-smi', command: 'nvidia-smi topo -m', seconds: 30 },
  { id: 'topo-p2p', tool: 'nvidia-smi', command: 'nvidia-smi topo -p2p r', seconds: 30 },
  { id: 'nvlink', tool: 'nvidia-smi', command: 'nvidia-smi nvlink -s', seconds: 30 },
  { id: 'nvlink-errors', tool: 'nvidia-smi', command: 'nvidia-smi nvlink -e', seconds: 30 },
  {
    id: 'rocm-version',
    path: '/opt/rocm/.info/version',
    command: "sed 's/^/ROCm version: /' /opt/rocm/.info/version",
    seconds: 5,
  },
  { id: 'rocm-smi-topo', tool: 'rocm-smi', command: 'rocm-smi --showtopo', seconds: 30 },
  { id: 'lspci', tool: 'lspci', command: 'lspci -D -vvv', seconds: 30 },
  { id: 'ibstat', tool: 'ibstat', command: 'ibstat', seconds: 15 },
  { id: 'ibv_devinfo', tool: 'ibv_devinfo', command: 'ibv_devinfo', seconds: 15 },
  { id: 'ofed', tool: 'ofed_info', command: 'ofed_info -s', seconds: 30 },
  {
    id: 'counters',
    path: '/sys/class/infiniband',
    command:
      'grep . /sys/class/infiniband/*/ports/*/counters/* /sys/class/infiniband/*/ports/*/hw_counters/*',
    seconds: 15,
  },
  {
    id: 'ethtool',
    tool: 'ethtool',
    command:
      'for nic in /sys/class/net/*/device; do nic=@{nic%/device}; nic=@{nic##*/}; echo "# $nic"; ethtool -S "$nic"; done',
    seconds: 30,
  },
  { id: 'ip-link', tool: 'ip', command: 'ip link', seconds: 5 },
  {
    id: 'interrupts',
    path: '/proc/interrupts',
    command: `grep -E '${NIC_INTERRUPTS}' /proc/interrupts`,
    seconds: 5,
  },
  {
    id: 'irq-affinity',
    path: '/proc/irq',
    command: "grep . /proc/irq/*/smp_affinity_list; printf 'irqbalance: '; systemctl is-active irqbalance",
    seconds: 15,
  },
  { id: 'lsmod', tool: 'lsmod', command: 'lsmod', seconds: 5 },
  { id: 'lscpu', tool: 'lscpu', command: 'lscpu', seconds: 10 },
  { id: 'numactl', tool: 'numactl', command: 'numactl -H', seconds: 10 },
  { id: 'df', tool: 'df', command: 'df -P /dev/shm', seconds: 5 },
  {
    id: 'dmesg',
    tool: 'dmesg',
    command: `dmesg | grep -i -E '${KERNEL}' | grep -v -E '${PCIE_ERROR}' | tail -n 2000`,
    seconds: 10,
  },
  {
    id: 'dmesg-pcie',
    tool: 'dmesg',
    command: `dmesg | grep -E '${PCIE_ERROR}' | tail -n 2000`,
    seconds: 10,
  },
]

/** While COMMAND runs, or else for a few seconds: clocks and throttling under load. */
export const SAMPLED: Source = {
  id: 'dmon',
  tool: 'nvidia-smi',
  command: 'nvidia-smi dmon -s pucv -c 3',
  seconds: 15,
}
