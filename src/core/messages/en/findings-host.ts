/** English: findings about hosts. */
import type { Print } from '../../base/print.ts'
import type { Trait } from '../../evidence/host-trait.ts'
import type { FindingTexts } from '../findings.ts'
import type { HostFindings } from '../findings-host.ts'
import { gpuFindings } from './findings-gpu.ts'
import { kernelFindings } from './findings-kernel.ts'

export const hostFindings: Pick<FindingTexts, keyof HostFindings> = {
  ...gpuFindings,
  ...kernelFindings,
  'acs-redirect': {
    title: ({ ports, where, host, close = 0, far = 0 }, print) =>
      where === 'measured'
        ? `GPUs under one PCIe switch reach ${print.rate(close)}, GPUs far apart ${print.rate(far)}${on(host)}: their traffic does not take the switch`
        : `PCIe access control (ACS) sends peer-to-peer traffic up to the CPU at ${print.count(ports)} ${where === 'root' ? `root ${plural(ports, 'port')}` : where === 'switch' ? `switch ${plural(ports, 'port')}` : plural(ports, 'port')}${on(host)}`,
    cause: ({ where }) =>
      where === 'measured'
        ? 'peer-to-peer traffic does not take the PCIe switch'
        : 'PCIe access control (ACS) sends peer-to-peer traffic up to the CPU',
    detail: ({ where, gpus, nics, addresses }, print) =>
      `${addresses.filter(Boolean).join(', ')}${addresses.some(Boolean) ? ': ' : ''}${where === 'measured' ? 'Under a switch a pair should be the fastest. Access control (ACS) or the IOMMU sends such traffic up to the CPU and back; GPUs without peer-to-peer (GeForce) show the same. lspci -vvv as root decides. ' : where === 'unknown' ? 'what lies below is not in the listing. ' : `${print.count(gpus)} ${plural(gpus, 'GPU')} and ${print.count(nics)} ${plural(nics, 'NIC')} lie below. `}${where === 'measured' ? '' : where === 'root' ? 'At the ports of the CPU itself peer-to-peer passes the CPU anyway; it matters where a switch lies above the devices.' : 'ReqRedir+ and CmpltRedir+ turn the short way through the switch into one through the root complex: GPUDirect RDMA and peer-to-peer reach half and less, or time out. iommu=pt alone does not clear it.'}`,
    actions: ({ addresses }) => [
      `setpci -s ${addresses[0] || 'BRIDGE'} ECAP_ACS+6.w=0000 for each of these ports, as root, after every boot (a virtual machine: on the machine that carries it)`,
      'BIOS: ACS off; kernel: pci=disable_acs_redir=... for these ports',
    ],
    verify: () =>
      'lspci -vvv | grep ACSCtl shows ReqRedir- CmpltRedir- at these ports; all_reduce_perf over two nodes with NCCL_ALGO=RING',
  },
  'iommu-translated': {
    title: ({ why, option, host }) =>
      why === 'translated'
        ? `The IOMMU translates every transfer between GPUs and NICs${on(host)}`
        : `The IOMMU is on (${option}) and nothing says that it passes transfers through${on(host)}`,
    cause: () => 'the IOMMU translates every transfer',
    detail: ({ why }) =>
      why === 'translated'
        ? 'The kernel says "Default domain type: Translated": each address that a GPU or NIC uses is looked up, and peer-to-peer goes through the root complex. With iommu=pt the devices of the host itself pass through.'
        : 'Without iommu=pt most kernels translate. The kernel log of the boot (dmesg | grep -i "domain type") decides it.',
    actions: () => [
      'Kernel command line: iommu=pt (or amd_iommu=off, intel_iommu=off where no virtual machines run), then restart',
      'Look at ACS too: iommu=pt does not clear it (sudo lspci -vvv | grep ACSCtl)',
    ],
    verify: () => 'dmesg | grep -i "domain type" says Passthrough',
  },
  'pcie-downtrained': {
    title: ({ device, address, width, speed, host, allAlike, others }, print) =>
      `${device} (${address})${on(host)} runs ${width ? `at PCIe x${width.is} of x${width.of}` : `at ${print.number(speed?.is ?? 0)} of ${print.number(speed?.of ?? 0)} GT/s`}${allAlike && others > 0 ? `, as ${print.count(others)} others of its kind` : ''}`,
    cause: ({ address, width, speed }, print) =>
      `${address} runs at ${width ? `PCIe x${width.is} of x${width.of}` : `${print.number(speed?.is ?? 0)} of ${print.number(speed?.of ?? 0)} GT/s`}`,
    detail: ({ width, speed, is, of, siblings, allAlike, idle }, print) =>
      [
        is === undefined || of === undefined
          ? ''
          : `That is about ${print.rate(is)} instead of ${print.rate(of)} in one direction.`,
        width && speed
          ? `The speed is low as well: ${print.number(speed.is)} of ${print.number(speed.of)} GT/s.`
          : '',
        allAlike
          ? 'All of its kind are alike: it is probably how the host is built.'
          : idle
            ? 'An idle GPU lowers the speed of its link; look again while it works.'
            : siblings > 0
              ? `${print.count(siblings)} of its kind ${siblings === 1 ? 'has' : 'have'} the whole link.`
              : 'The device and the port above it can do more.',
      ]
        .filter(Boolean)
        .join(' '),
    actions: ({ address, kind }) => [
      `sudo lspci -vvv -s ${address} | grep Lnk: again, while the ${kind === 'gpu' ? 'GPU' : 'NIC'} works`,
      'Reseat the card or riser, try another slot; BIOS: bifurcation and link speed of the slot on Auto; still so: repair',
    ],
    verify: () => 'LnkSta shows the same speed and width as LnkCap',
  },
  'nic-degraded': {
    title: ({ device, why, rate, usual, counter, count, host }, print) =>
      why === 'no-subnet-manager'
        ? `${device}${on(host)} waits for a subnet manager: the port cannot be used`
        : why === 'down'
          ? `${device}${on(host)} is down, its siblings are up`
          : why === 'slow'
            ? `${device}${on(host)} runs at ${print.bits(rate ?? 0)}, its siblings at ${print.bits(usual ?? 0)}`
            : why === 'hot'
              ? `The NIC ${device}${on(host)} reports high temperature`
              : `${device}${on(host)} counts ${print.count(count ?? 0)} of ${counter}, its siblings next to none`,
    cause: ({ device, why }) => `${device} ${DEGRADED[why]}`,
    detail: ({ why, siblings, hosts, firmware, usualFirmware }, print) =>
      [
        why === 'no-subnet-manager'
          ? 'The link is trained (LinkUp), but the state is Initializing and no lid was given. NCCL leaves such a port out, and takes another or TCP.'
          : why === 'hot'
            ? 'A NIC that is too hot lowers its rate or takes its link down.'
            : why === 'errors'
              ? 'Errors on the link cost retransmission, and end in a link that goes down.'
              : 'NCCL spreads data over all NICs alike: the slowest or missing one bounds each collective over several nodes.',
        siblings > 0 || hosts > 0
          ? `Compared with ${[...(siblings > 0 ? [`${print.count(siblings)} of the same model on this host`] : []), ...(hosts > 0 ? [`the same device on ${print.count(hosts)} other ${plural(hosts, 'host')}`] : [])].join(' and ')}.`
          : '',
        firmware === undefined ? '' : `Its firmware is ${firmware}, theirs ${usualFirmware}.`,
      ]
        .filter(Boolean)
        .join(' '),
    actions: ({ device, why }) =>
      why === 'no-subnet-manager'
        ? [
            'sminfo; systemctl status opensm on the machine that should run the subnet manager, or UFM',
            'ibstat: SM lid other than 0, State Active',
          ]
        : why === 'hot'
          ? [`mget_temp -d ${device}; fans and air flow at the slot; active optical cables heat the cage`]
          : [
              `mlxlink -d ${device} -m -c, or ibdiagnet: cable, module, errors before correction`,
              'Swap the cable with that of a sibling: does the fault move with it? The same firmware on all (mlxfwmanager)',
            ],
    verify: ({ device }) => `ibstat ${device}: Active, and the rate of its siblings`,
  },
  'host-asymmetry': {
    title: ({ hosts, of, differs }, print) =>
      `${listed(hosts, print)} ${hosts.length === 1 ? 'differs' : hosts.length === of ? 'differ from each other' : 'differ'} in ${[...new Set(differs.map(({ trait }) => TRAIT[trait]))].join(', ')}`,
    cause: ({ hosts, differs }, print) =>
      `${listed(hosts, print)}: ${differs.map(({ trait }) => TRAIT[trait])[0]} unlike the others`,
    detail: ({ differs, hosts, of }, print) =>
      `${differs.map(({ trait, about, is, usual }) => `${TRAIT[trait]}${about === undefined ? '' : ` (${about})`}: ${is.map(shown).join(', ')} instead of ${shown(usual)}`).join('; ')}. ${hosts.length === of ? 'Nothing says which of them is right.' : `${print.count(of - hosts.length)} other ${plural(of - hosts.length, 'host')} agree.`} A job runs at the pace of its slowest host, and unlike hosts are the commonest reason for one.`,
    actions: ({ differs, hosts }, print) => [
      `Make ${listed(hosts, print)} like the others, ${TRAIT[differs[0]?.trait ?? 'driver']} first`,
      ...(differs.some(({ trait, is }) => trait === 'peer-memory-module' && is.includes('-'))
        ? ['sudo modprobe nvidia-peermem, and have it loaded at boot']
        : []),
    ],
    verify: () => 'ringscope capture on each host, ringscope diagnose over all of it: no differences',
  },
  'numa-nps': {
    title: ({ cpu, numaNodes, sockets, host }, print) =>
      `${cpu}${on(host)} has ${print.count(numaNodes)} NUMA ${plural(numaNodes, 'node')} on ${print.count(sockets)} ${plural(sockets, 'socket')} (NPS1), and GPUs talk through host memory`,
    detail: ({ sharedMemory }) =>
      `${sharedMemory ? 'The log shows connections through shared memory.' : 'These GPUs have no peer-to-peer.'} With NPS1 the buffers are spread over the whole socket; with NPS4 they lie beside the GPU that uses them, which often is faster for such copies.`,
    actions: () => ['BIOS: NUMA nodes per socket NPS4 (or NPS2), on one host first, and measure'],
    verify: () => 'lscpu | grep NUMA shows four nodes a socket; the same test before and after',
  },
  'irq-affinity': {
    title: ({ nic, why, vectors, cpu, share, numaNode, host }, print) =>
      why === 'one-core'
        ? `CPU ${cpu} serves ${print.percent(share)} of the interrupts of ${nic}${on(host)} (${print.count(vectors)} vectors)`
        : `${print.percent(share)} of the interrupts of ${nic}${on(host)} are served outside of its NUMA node ${numaNode}`,
    cause: ({ nic, cpu }) => `CPU ${cpu} alone serves the interrupts of ${nic}`,
    detail: ({ why, irqbalance }) =>
      `${why === 'one-core' ? 'One CPU then bounds what the NIC can do over TCP, and delays whatever waits for completions.' : 'Each completion crosses the link between the sockets.'} RDMA with polling hardly uses interrupts; inside one NVLink box no NIC takes part.${irqbalance === undefined ? '' : irqbalance ? ' irqbalance runs.' : ' irqbalance does not run.'}`,
    actions: () => [
      'set_irq_affinity_bynode.sh NODE INTERFACE (mlnx-tools), or systemctl start irqbalance',
      'grep mlx5 /proc/interrupts twice: which columns grow while the job runs?',
    ],
    verify: () => 'The counts of /proc/interrupts grow on many CPUs of the NIC’s own node',
  },
  'roce-congestion': {
    title: ({ device, why, host }) =>
      why === 'loss'
        ? `${device}${on(host)} lost or reordered packets: RoCE retransmits`
        : `${device}${on(host)} was slowed down by congestion marks or pause frames`,
    cause: ({ device, why }) =>
      why === 'loss' ? `${device} loses packets` : `${device} is slowed down by the fabric`,
    detail: ({ why, counters, calm }, print) =>
      `${counters.map(({ name, value }) => `${name} ${print.count(value)}`).join(', ')}.${calm > 0 ? ` ${print.count(calm)} other ${plural(calm, 'port')} on this host count next to nothing.` : ''} ${why === 'loss' ? 'RoCE goes back to the lost packet and sends everything behind it again: a few losses turn line rate into a tenth. The counters run since the driver was loaded: what counts is how they grow during a run.' : 'Marks (ECN, CNP) and pauses are how the fabric sheds load; they cost only where they are many.'}`,
    actions: () => [
      'Read the counters before and after a run; the same on the switch ports (discards, pause frames)',
      'PFC or ECN end to end: mlnx_qos -i INTERFACE, cma_roce_tos, NCCL_IB_TC as the switches have it',
      'Run within one leaf switch: if the loss is gone, it is in the spine',
    ],
    verify: () => 'The counters stand still during all_reduce_perf -b 1G -e 8G -f 2',
  },
  'single-qp-bond': {
    title: ({ device, rate, queuePairs, host }, print) =>
      `${device}${on(host)} is a bond${rate === undefined ? '' : ` of ${print.bits(rate)}`}, and each connection has ${print.count(queuePairs)} queue pair`,
    detail: () =>
      'The fabric sends all packets of one queue pair over one port of the bond: a single connection uses half of it, and which half is chance.',
    actions: () => [
      'NCCL_IB_QPS_PER_CONNECTION=4 (or 2) and measure',
      'Better, where the fabric allows it: two NICs without a bond',
    ],
    verify: () =>
      'all_reduce_perf -b 1G -e 8G -f 2 over two nodes with NCCL_ALGO=RING, with 1 and 4 queue pairs',
  },
  'mtu-mismatch': {
    title: ({ why, ports, usual }, print) =>
      why === 'differs'
        ? `${listed(ports.map(portName), print)}: MTU ${[...new Set(ports.map(({ mtu }) => mtu))].join(', ')}, the others ${usual}`
        : `RoCE runs with an MTU of ${usual}: the interfaces are set to 1500`,
    cause: ({ ports }, print) => `${listed(ports.map(portName), print)}: another MTU`,
    detail: ({ why, alike }, print) =>
      why === 'differs'
        ? `${print.count(alike)} ${plural(alike, 'port')} of the same rate ${alike === 1 ? 'has' : 'have'} another active MTU. Connections take the smaller one, or fail with completion error 12 where a switch drops the larger packets.`
        : 'Jumbo frames let RoCE use 4096: fewer packets for the same data.',
    actions: () => [
      'ip link set INTERFACE mtu 9000 on all hosts, and at least that on every switch port',
      'ibv_devinfo | grep active_mtu: the same everywhere',
    ],
    verify: () => 'ibv_devinfo | grep active_mtu on all hosts: 4096',
  },
  'routing-collision': {
    title: ({ from, to, measured, usual }, print) =>
      `${from} and ${to} reach ${print.rate(measured)} with each other and ${print.rate(usual)} with all others`,
    cause: ({ from, to }) => `the route between ${from} and ${to} is slow`,
    detail: ({ pairs, others }, print) =>
      `Both nodes are well with their other partners, so it is neither of them: their routes share a link of the fabric with others, or that link is sick. ${print.count(pairs)} pairs were measured${others > 0 ? `, ${print.count(others)} more are low in the same way` : ''}.`,
    actions: ({ from, to }) => [
      `Repeat ${from} and ${to} alone, with nothing else on the fabric: if it is fast then, routes collide`,
      'Adaptive routing on (NCCL_IB_ADAPTIVE_ROUTING=1, switches), other QPs (NCCL_IB_QPS_PER_CONNECTION=4); ibtracert or the ECMP hash for this pair',
    ],
    verify: ({ usual }, print) => `The pair reaches ${print.rate(usual)}`,
  },
}

const on = (host: string | undefined): string => (host === undefined ? '' : ` on ${host}`)
const plural = (count: number, word: string): string => (count === 1 ? word : `${word}s`)
const shown = (value: string): string => (value === '-' ? 'not loaded' : value)
const portName = ({ host, device }: { readonly host?: string; readonly device: string }): string =>
  host === undefined ? device : `${host} ${device}`

function listed(names: readonly string[], print: Print): string {
  return names.length > 3
    ? `${names.slice(0, 3).join(', ')} and ${print.count(names.length - 3)} more`
    : names.join(', ')
}

const DEGRADED = {
  'no-subnet-manager': 'has no subnet manager',
  down: 'is down',
  slow: 'runs below the rate of its siblings',
  hot: 'is too hot',
  errors: 'has errors on its link',
} as const

const TRAIT: Readonly<Record<Trait, string>> = {
  driver: 'GPU driver',
  cuda: 'CUDA version',
  kernel: 'kernel',
  os: 'operating system',
  ofed: 'OFED',
  rocm: 'ROCm version',
  nccl: 'NCCL version',
  firmware: 'NIC firmware',
  'peer-memory-module': 'GPUDirect RDMA module',
  gpus: 'number of GPUs',
  'gpu-model': 'GPU model',
  'active-ports': 'number of active NIC ports',
  'numa-nodes': 'number of NUMA nodes',
  'cpu-model': 'CPU model',
  iommu: 'IOMMU mode',
  'power-limit': 'GPU power limit (W)',
  'shared-memory': 'size of /dev/shm (GiB)',
}
