/** What the tools of a healthy host print, with a place for every fault: for fixtures and mutation tests. */

export interface PrintedHost {
  /** GPU -> its links that are inactive. */
  readonly nvlinksDown?: Readonly<Record<number, readonly number[]>>
  /** GPU or NIC -> its PCIe width. */
  readonly widths?: Readonly<Record<string, number>>
  readonly acs?: boolean
  readonly iommu?: 'Translated' | 'Passthrough'
  /** NIC -> "400", "200", "down", "initializing". */
  readonly ports?: Readonly<Record<number, string>>
  /** NIC -> its firmware. */
  readonly firmware?: Readonly<Record<number, string>>
  readonly mtus?: Readonly<Record<number, number>>
  readonly linkLayer?: 'InfiniBand' | 'Ethernet'
  readonly bond?: boolean
  /** GPU -> its SM clock under load. */
  readonly clocks?: Readonly<Record<number, number>>
  readonly hot?: number
  /** A GPU that its power supply holds back. */
  readonly braked?: number
  readonly powerLimits?: Readonly<Record<number, number>>
  readonly driver?: string
  readonly kernel?: string
  readonly peerMemory?: boolean
  readonly counters?: Readonly<Record<string, number>>
  readonly interruptsOn?: readonly number[]
  readonly numaNodes?: number
  readonly cpu?: string
  readonly settings?: Readonly<Record<string, string>>
  readonly gpus?: number
  readonly shmBytes?: number
  /** "GPU link counter" -> errors: { '5 3 Replay': 4821 }. */
  readonly nvlinkErrors?: Readonly<Record<string, number>>
  /** Lines that the kernel logged. */
  readonly kernelLog?: readonly string[]
  /** GPU -> uncorrected errors of its memory. */
  readonly uncorrected?: Readonly<Record<number, number>>
  /** GPU -> "pending", "failed". */
  readonly remapping?: Readonly<Record<number, 'pending' | 'failed'>>
}

const each = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at))
const hex = (number: number): string => number.toString(16).padStart(2, '0')

/** Eight H100 and eight 400G NICs, each pair under one port of a PCIe switch. */
export function printedHost(host: PrintedHost = {}): string {
  return Object.values(printedByTool(host)).join('\n')
}

/** The same by the command that prints it. */
export function printedByTool(host: PrintedHost = {}) {
  const { gpus = 8 } = host
  return {
    'lspci -D -vvv': lspci(host, gpus),
    'nvidia-smi nvlink -s': nvlink(host, gpus),
    'nvidia-smi nvlink -e': nvlinkErrors(host, gpus),
    'nvidia-smi -q': smi(host, gpus),
    'nvidia-smi dmon -s pucv -c 3': dmon(host, gpus),
    ibstat: ibstat(host),
    ibv_devinfo: devinfo(host),
    dmesg: [
      `[    1.201334] iommu: Default domain type: ${host.iommu ?? 'Passthrough'}`,
      ...(host.kernelLog ?? []),
    ].join('\n'),
    rest: rest(host),
  }
}

const acsLine = (redirects: boolean) =>
  `\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir${redirects ? '+' : '-'} CmpltRedir${redirects ? '+' : '-'} UpstreamFwd${redirects ? '+' : '-'} EgressCtrl- DirectTrans-`

function lspci({ acs = false, widths = {} }: PrintedHost, gpus: number): string {
  return each(gpus, (at) => {
    const bus = 0x20 + 8 * at
    const link = (name: string) => [
      '\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM not supported',
      `\t\tLnkSta:\tSpeed 32GT/s, Width x${widths[name] ?? 16}${(widths[name] ?? 16) < 16 ? ' (downgraded)' : ''}`,
    ]
    const port = (device: number, below: number) => [
      `0000:${hex(bus)}:${hex(device)}.0 PCI bridge: Broadcom / LSI PEX890xx PCIe Gen 5 Switch (rev b0)`,
      `\tBus: primary=${hex(bus)}, secondary=${hex(below)}, subordinate=${hex(below)}, sec-latency=0`,
      '\t\tLnkCap:\tPort #1, Speed 32GT/s, Width x16, ASPM not supported',
      '\t\tLnkSta:\tSpeed 32GT/s, Width x16',
      acsLine(acs),
    ]
    return [
      ...port(0, bus + 1),
      ...port(1, bus + 2),
      `0000:${hex(bus + 1)}:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)`,
      '\tNUMA node: 0',
      ...link(`GPU${at}`),
      `0000:${hex(bus + 2)}:00.0 Infiniband controller: Mellanox Technologies MT2910 Family [ConnectX-7]`,
      '\tNUMA node: 0',
      ...link(`NIC${at}`),
    ].join('\n')
  }).join('\n')
}

function nvlink({ nvlinksDown = {} }: PrintedHost, gpus: number): string {
  return each(gpus, (gpu) =>
    [
      `GPU ${gpu}: NVIDIA H100 80GB HBM3 (UUID: GPU-0000000${gpu})`,
      ...each(
        18,
        (link) => `\t Link ${link}: ${nvlinksDown[gpu]?.includes(link) ? '<inactive>' : '26.562 GB/s'}`,
      ),
    ].join('\n'),
  ).join('\n')
}

/** A handful of corrected errors is what healthy links show. */
function nvlinkErrors({ nvlinkErrors: errors = {} }: PrintedHost, gpus: number): string {
  return each(gpus, (gpu) =>
    [
      `GPU ${gpu}: NVIDIA H100 80GB HBM3 (UUID: GPU-0000000${gpu})`,
      ...each(18, (link) =>
        ['Replay', 'Recovery', 'CRC'].map(
          (what) =>
            `\t Link ${link}: ${what} Errors: ${errors[`${gpu} ${link} ${what}`] ?? (link + gpu) % 3}`,
        ),
      ).flat(),
    ].join('\n'),
  ).join('\n')
}

function smi(
  {
    clocks = {},
    hot,
    braked,
    powerLimits = {},
    driver = '550.54.15',
    uncorrected = {},
    remapping = {},
  }: PrintedHost,
  gpus: number,
): string {
  return [
    '==============NVSMI LOG==============',
    `Driver Version                            : ${driver}`,
    `Attached GPUs                             : ${gpus}`,
    ...each(gpus, (gpu) =>
      [
        `GPU 00000000:${hex(0x21 + 8 * gpu).toUpperCase()}:00.0`,
        '    Product Name                          : NVIDIA H100 80GB HBM3',
        '    Clocks Event Reasons',
        '        SW Power Cap                      : Active',
        `        HW Thermal Slowdown               : ${hot === gpu ? 'Active' : 'Not Active'}`,
        `        HW Power Brake Slowdown           : ${braked === gpu ? 'Active' : 'Not Active'}`,
        '    ECC Errors',
        '        Volatile',
        '            SRAM Correctable              : 0',
        '            SRAM Uncorrectable Parity     : 0',
        '            DRAM Correctable              : 3',
        `            DRAM Uncorrectable            : ${uncorrected[gpu] ?? 0}`,
        '        Aggregate',
        '            SRAM Correctable              : 0',
        '            SRAM Uncorrectable Parity     : 0',
        '            DRAM Correctable              : 14',
        '            DRAM Uncorrectable            : 2',
        '    Remapped Rows',
        '        Correctable Error                 : 1',
        `        Pending                           : ${remapping[gpu] === 'pending' ? 'Yes' : 'No'}`,
        `        Remapping Failure Occurred        : ${remapping[gpu] === 'failed' ? 'Yes' : 'No'}`,
        '    GPU Power Readings',
        `        Current Power Limit               : ${powerLimits[gpu] ?? 700}.00 W`,
        '    Clocks',
        `        SM                                : ${clocks[gpu] ?? 1755} MHz`,
        '    Max Clocks',
        '        SM                                : 1980 MHz',
      ].join('\n'),
    ),
  ].join('\n')
}

function dmon({ clocks = {}, hot }: PrintedHost, gpus: number): string {
  const row = (gpu: number) =>
    `    ${gpu}    690     ${hot === gpu ? 92 : 64}      -    100     40   2619   ${clocks[gpu] ?? 1755}      3      ${hot === gpu ? 1 : 0}`
  return [
    '# gpu    pwr  gtemp  mtemp     sm    mem   mclk   pclk  pviol  tviol',
    '# Idx      W      C      C      %      %    MHz    MHz      %   bool',
    ...each(gpus, row),
    ...each(gpus, row),
  ].join('\n')
}

const PORTS = 8

function ibstat({ ports = {}, firmware = {}, linkLayer = 'InfiniBand', bond = false }: PrintedHost): string {
  return each(PORTS, (at) => {
    const state = ports[at] ?? '400'
    const isUp = /^\d/.test(state)
    return [
      `CA '${bond ? `mlx5_bond_${at}` : `mlx5_${at}`}'`,
      '\tCA type: MT4129',
      `\tFirmware version: ${firmware[at] ?? '28.39.3560'}`,
      '\tPort 1:',
      `\t\tState: ${isUp ? 'Active' : state === 'down' ? 'Down' : 'Initializing'}`,
      `\t\tPhysical state: ${state === 'down' ? 'Polling' : 'LinkUp'}`,
      `\t\tRate: ${isUp ? state : 400}`,
      `\t\tSM lid: ${state === 'initializing' ? 0 : 1}`,
      `\t\tLink layer: ${linkLayer}`,
    ].join('\n')
  }).join('\n')
}

function devinfo({ mtus = {}, linkLayer = 'InfiniBand', ports = {}, bond = false }: PrintedHost): string {
  return each(PORTS, (at) =>
    [
      `hca_id:\t${bond ? `mlx5_bond_${at}` : `mlx5_${at}`}`,
      '\tfw_ver:\t\t\t\t28.39.3560',
      '\t\tport:\t1',
      `\t\t\tstate:\t\t\t${/^\d/.test(ports[at] ?? '400') ? 'PORT_ACTIVE (4)' : ports[at] === 'down' ? 'PORT_DOWN (1)' : 'PORT_INIT (2)'}`,
      '\t\t\tmax_mtu:\t\t4096 (5)',
      `\t\t\tactive_mtu:\t\t${mtus[at] ?? 4096} (5)`,
      `\t\t\tsm_lid:\t\t\t${ports[at] === 'initializing' ? 0 : 1}`,
      `\t\t\tlink_layer:\t\t${linkLayer}`,
    ].join('\n'),
  ).join('\n')
}

function rest(host: PrintedHost): string {
  const { kernel = '5.15.0-105-generic', peerMemory = true, counters = {}, settings = {} } = host
  const {
    interruptsOn = [0, 1, 2, 3],
    numaNodes = 2,
    cpu = 'Intel(R) Xeon(R) Platinum 8480C',
    shmBytes = 2 ** 39,
  } = host
  return [
    `Linux host ${kernel} #115-Ubuntu SMP x86_64 GNU/Linux`,
    'Module                  Size  Used by',
    `nvidia              56655872  283 nvidia_uvm${peerMemory ? ',nvidia_peermem' : ''}`,
    'mlx5_ib               450560  0',
    `ib_core               450560  ${peerMemory ? '2 nvidia_peermem,mlx5_ib' : '1 mlx5_ib'}`,
    ...(peerMemory ? ['nvidia_peermem         16384  0'] : []),
    'Architecture:            x86_64',
    `Vendor ID:               ${cpu.includes('EPYC') ? 'AuthenticAMD' : 'GenuineIntel'}`,
    `Model name:              ${cpu}`,
    'Socket(s):               2',
    `NUMA node(s):            ${numaNodes}`,
    'Filesystem     1024-blocks  Used Available Capacity Mounted on',
    `tmpfs              ${shmBytes / 1024}     0     ${shmBytes / 1024}       0% /dev/shm`,
    `            ${each(4, (at) => `CPU${at}`).join('       ')}`,
    ...each(4, (vector) => {
      const on = interruptsOn[vector] ?? 0
      return `  ${42 + vector}: ${each(4, (at) => (at === on ? '8812345' : '0').padStart(10)).join(' ')}   PCI-MSI 1258291${vector}-edge      mlx5_comp${vector}@pci:0000:22:00.0`
    }),
    ...each(PORTS, (at) =>
      Object.entries(
        at === 0
          ? { out_of_sequence: 3, np_cnp_sent: 12, symbol_error: 0, ...counters }
          : { out_of_sequence: 2, symbol_error: 0 },
      )
        .map(([name, value]) => `/sys/class/infiniband/mlx5_${at}/ports/1/hw_counters/${name}:${value}`)
        .join('\n'),
    ),
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
  ].join('\n')
}
