/** Further ways in which rules speak, so that every sentence of theirs is held to both languages. */
import type { Facts } from '../analysis/facts.ts'
import { environment, facts, matrix, printed } from '../analysis/hand-made.fixtures.ts'
import type { RuleId } from '../messages/findings.ts'
import { drawing, many, one, pairTable } from './host.fixtures.ts'
import { aerLines, linkLines } from './kernel-log.fixtures.ts'
import { printedHost } from './printed-hosts.fixtures.ts'
import { railsOf } from './rails.fixtures.ts'

interface Variant {
  readonly rule: RuleId
  readonly name: string
  readonly facts: Facts
}

const lines = (...its: readonly string[]) => facts(printed('gpu-01', its.join('\n')))
const lspciOf = (...its: readonly string[]) => lines(...its)
const settingsOf = (settings: Readonly<Record<string, string>>) => facts([environment('gpu-01', settings)])
const PORT = (device: number, rate: number) =>
  `CA 'mlx5_${device}'\n\tCA type: MT4129\n\tPort 1:\n\t\tState: Active\n\t\tRate: ${rate}\n\t\tLink layer: InfiniBand`

const xid = (code: number, at = '0000:31:00') =>
  `[91022.118840] NVRM: Xid (PCI:${at}): ${code}, pid=4711, name=python3, Ch 00000008`

export const variants: readonly Variant[] = [
  { rule: 'nvlink-errors', name: 'by the kernel', facts: one({ kernelLog: [xid(74)] }) },
  { rule: 'nvlink-errors', name: 'of a GPU without a number', facts: lines(xid(74, '0000:99:00')) },
  {
    rule: 'nvlink-errors',
    name: 'growing',
    facts: lines(
      ...[1200, 4821].flatMap((count) => [
        'GPU 2: NVIDIA A100-SXM4-80GB (UUID: GPU-00000002)',
        ...[0, 1, 2, 3, 4].map((link) => `\t Link ${link}: Replay Errors: ${link === 3 ? count : 2}`),
      ]),
    ),
  },
  { rule: 'gpu-error', name: 'off the bus and back', facts: one({ kernelLog: [xid(79)] }) },
  { rule: 'gpu-error', name: 'memory, by ECC', facts: one({ uncorrected: { 3: 2 } }) },
  {
    rule: 'gpu-error',
    name: 'memory, by the kernel',
    facts: one({ kernelLog: [xid(48), xid(48), xid(63)] }),
  },
  { rule: 'gpu-error', name: 'a row that waits', facts: one({ remapping: { 3: 'pending', 4: 'pending' } }) },
  { rule: 'gpu-error', name: 'a row that stays', facts: one({ remapping: { 3: 'failed' } }) },
  { rule: 'gpu-error', name: 'firmware', facts: one({ kernelLog: [xid(119)] }) },
  { rule: 'gpu-error', name: 'an application', facts: one({ kernelLog: [xid(31), xid(43)] }) },
  { rule: 'gpu-error', name: 'of unknown meaning', facts: one({ kernelLog: [xid(154)] }) },
  ...(
    [
      ['fatal and listed again', { severity: 'Uncorrectable (Fatal)' }],
      ['uncorrected', { severity: 'Uncorrectable (Non-Fatal)', kind: 'CmpltTO', times: 2 }],
      ['refused', { severity: 'Uncorrectable (Non-Fatal)', kind: 'UnsupReq' }],
      ['a storm', { times: 300 }],
      ['a storm at the port above', { times: 300, device: '0000:30:01.0', driver: 'pcieport' }],
      ['many, slowly', { times: 150, everySeconds: 600 }],
      ['many, without a time', { times: 150, timeless: true }],
    ] as const
  ).map(([name, its]) => ({
    rule: 'pcie-errors' as const,
    name,
    facts: one({ kernelLog: aerLines(its) }),
  })),
  {
    rule: 'pcie-errors',
    name: 'at a port of which nothing is known',
    facts: lines(...aerLines({ device: '0000:00:01.0', driver: 'pcieport', times: 300 })),
  },
  {
    rule: 'pcie-errors',
    name: 'of a GPU, a NIC and an NVSwitch without lspci',
    facts: lines(
      ...aerLines({ severity: 'Uncorrectable (Fatal)' }),
      ...aerLines({ severity: 'Uncorrectable (Fatal)', driver: 'mlx5_core', device: '0000:9a:00.0' }),
      ...aerLines({ severity: 'Uncorrectable (Fatal)', driver: 'nvidia-nvswitch', device: '0000:c1:00.0' }),
    ),
  },
  {
    rule: 'nic-link-drops',
    name: 'lost',
    facts: one({
      kernelLog: linkLines([
        [1, 'up'],
        [9, 'down'],
      ]),
    }),
  },
  {
    rule: 'nic-link-drops',
    name: 'once, and back',
    facts: one({
      kernelLog: linkLines([
        [1, 'up'],
        [9, 'down'],
        [9.1, 'up'],
      ]),
    }),
  },
  {
    rule: 'nic-link-drops',
    name: 'only lines of going down',
    facts: lines(...linkLines([2, 3, 4, 5].map((hour) => [hour, 'down'] as const))),
  },
  {
    rule: 'rail-isolation',
    name: 'let by a setting',
    facts: railsOf({ hosts: ['gpu-01', 'gpu-02', 'gpu-03'], settings: { NCCL_CROSS_NIC: '1' } }),
  },
  { rule: 'rail-isolation', name: 'seen', facts: railsOf({ hosts: ['gpu-01', 'gpu-02', 'gpu-03'] }) },
  {
    rule: 'acs-redirect',
    name: 'at the ports of the CPU',
    facts: lspciOf(
      '15:01.0 PCI bridge: Intel Corporation Device 352a (rev 04)',
      '\tBus: primary=00, secondary=18, subordinate=18, sec-latency=0',
      '\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-',
      '18:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)',
    ),
  },
  {
    rule: 'acs-redirect',
    name: 'without the buses below',
    facts: lspciOf(
      '15:01.0 PCI bridge: Intel Corporation Device 352a (rev 04)',
      '\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-',
    ),
  },
  {
    rule: 'acs-redirect',
    name: 'by measured pairs',
    facts: facts([
      ...printed(
        undefined,
        [
          'Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)',
          '   D\\D     0      1      2      3',
          '     0 2495.11   9.30  22.28  22.31',
          '     1   9.29 2501.40  22.30  22.27',
          '     2  22.31  22.29 2499.70   9.30',
          '     3  22.30  22.31   9.28 2500.30',
        ].join('\n'),
      ),
      matrix(
        'GPU0 GPU1 GPU2 GPU3\nGPU0 X PIX SYS SYS\nGPU1 PIX X SYS SYS\nGPU2 SYS SYS X PIX\nGPU3 SYS SYS PIX X',
      ),
    ]),
  },
  {
    rule: 'p2p-unavailable',
    name: 'by the driver',
    facts: lines(' GPU0\tX\tCNS', ' GPU1\tCNS\tX'),
  },
  {
    rule: 'iommu-translated',
    name: 'by the command line',
    facts: lines('BOOT_IMAGE=/boot/vmlinuz ro intel_iommu=on'),
  },
  {
    rule: 'pcie-downtrained',
    name: 'all alike',
    facts: one({ widths: { NIC0: 8, NIC1: 8, NIC2: 8, NIC3: 8, NIC4: 8, NIC5: 8, NIC6: 8, NIC7: 8 } }),
  },
  {
    rule: 'pcie-downtrained',
    name: 'a GPU that may be idle',
    facts: lspciOf(
      '18:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)',
      '\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16',
      '\t\tLnkSta:\tSpeed 2.5GT/s (downgraded), Width x16',
    ),
  },
  {
    rule: 'pcie-downtrained',
    name: 'by the driver of the NIC',
    facts: lines(
      'mlx5_core 0000:9a:00.0: 63.008 Gb/s available PCIe bandwidth, limited by 16.0 GT/s PCIe x4 link at 0000:98:01.0 (capable of 252.048 Gb/s with 16.0 GT/s PCIe x16 link)',
    ),
  },
  {
    rule: 'nvlink-down',
    name: 'all of them',
    facts: one({
      nvlinksDown: Object.fromEntries([...Array(8).keys()].map((gpu) => [gpu, [...Array(18).keys()]])),
    }),
  },
  { rule: 'gpu-throttled', name: 'slower', facts: one({ clocks: { 2: 1300 } }) },
  { rule: 'gpu-throttled', name: 'power limit', facts: one({ powerLimits: { 2: 400 } }) },
  { rule: 'busy-waiting', name: 'all wait', facts: drawing([210, 205, 201, 208]) },
  { rule: 'busy-waiting', name: 'one is idle', facts: drawing([210, 205, 80, 208], [100, 100, 0, 100]) },
  {
    rule: 'busy-waiting',
    name: 'beside siblings',
    facts: drawing([210, 205, 640, 208], [100, 100, 98, 100], false),
  },
  { rule: 'nic-degraded', name: 'down', facts: many(3, { ports: { 2: 'down' } }) },
  { rule: 'nic-degraded', name: 'no subnet manager', facts: one({ ports: { 2: 'initializing' } }) },
  {
    rule: 'nic-degraded',
    name: 'hot',
    facts: lines('mlx5_core 0000:9a:00.0: mlx5_health: High temperature on sensors'),
  },
  { rule: 'nic-degraded', name: 'errors', facts: one({ counters: { symbol_error: 5000 } }) },
  {
    rule: 'nic-degraded',
    name: 'slow beside its siblings, with other firmware',
    facts: lines(...[0, 1, 2, 3].map((at) => PORT(at, 400)), `${PORT(4, 200)}`),
  },
  {
    rule: 'host-asymmetry',
    name: 'of two hosts',
    facts: many(2, { driver: '535.104.05', kernel: '6.2.0-26' }),
  },
  {
    rule: 'roce-congestion',
    name: 'marked',
    facts: one({ linkLayer: 'Ethernet', counters: { np_cnp_sent: 5_000_000 } }),
  },
  {
    rule: 'mtu-mismatch',
    name: 'all small',
    facts: one({
      linkLayer: 'Ethernet',
      mtus: Object.fromEntries([...Array(8).keys()].map((at) => [at, 1024])),
    }),
  },
  { rule: 'shm-too-small', name: 'by df', facts: one({ shmBytes: 64 * 2 ** 20 }) },
  {
    rule: 'slow-node',
    name: 'in a table of pairs',
    facts: facts(pairTable((a, b) => (a === 2 || b === 2 ? 21 : 46))),
  },
  {
    rule: 'changed-since-baseline',
    name: 'settings alone',
    facts: facts(printed('gpu-01', printedHost({ settings: { NCCL_ALGO: 'Ring' } })), {
      baseline: [facts(printed('gpu-01', printedHost({ driver: '535.104.05' })))],
    }),
  },
  {
    rule: 'test-proves-less',
    name: 'host memory',
    facts: lines(
      '                    RDMA_Write BW Test',
      ' #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]',
      ' 65536      5000             391.80             391.52             0.746770',
    ),
  },
  ...Object.entries({
    NCCL_PROTO: 'LL128',
    NCCL_ALGO: 'Ring',
    NCCL_MIN_NCHANNELS: '16',
    NCCL_NTHREADS: '64',
    NCCL_NET_GDR_LEVEL: 'LOC',
    NCCL_P2P_LEVEL: 'SYS',
    NCCL_SHM_DISABLE: '1',
    NCCL_NVLS_ENABLE: '0',
    NCCL_IB_SPLIT_DATA_ON_QPS: '1',
    NCCL_PXN_DISABLE: '1',
    NCCL_CROSS_NIC: '1',
    NCCL_DEBUG: 'TRACE',
    NCCL_CHECK_POINTERS: '1',
    CUDA_LAUNCH_BLOCKING: '1',
    NCCL_IB_PCI_RELAXED_ORDERING: '0',
    NCCL_DMABUF_ENABLE: '0',
    NCCL_P2P_NET_CHUNKSIZE: '4096',
  }).map(
    ([name, value]): Variant => ({
      rule: 'env-override',
      name: `${name}=${value}`,
      facts: settingsOf({ [name]: value }),
    }),
  ),
  { rule: 'env-unknown', name: 'dead', facts: settingsOf({ NCCL_LL_THRESHOLD: '0' }) },
  { rule: 'env-unknown', name: 'of unknown origin', facts: settingsOf({ NCCL_QUUX_CORGE: '1' }) },
  {
    rule: 'env-not-propagated',
    name: 'not exported',
    facts: lines(
      'export NCCL_IB_HCA=mlx5_0',
      'mpirun --mca btl tcp -np 16 -N 8 ./all_reduce_perf -b 8 -e 8G',
    ),
  },
  {
    rule: 'env-not-propagated',
    name: 'another value',
    facts: facts(
      ['mlx5_0', 'mlx5_0', 'mlx5_1'].map((hca, at) => environment(`gpu-${at}`, { NCCL_IB_HCA: hca })),
    ),
  },
]
