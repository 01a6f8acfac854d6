/** Fixtures of the rules that read NCCL's log: a line or two in which each must speak, and a log near it that is in order. */

import type { Facts } from '../analysis/facts.ts'
import { environment, facts, run } from '../analysis/hand-made.fixtures.ts'
import type { JobFindings } from '../messages/findings-job.ts'
import type { NetworkFindings } from '../messages/findings-network.ts'
import type { PathFindings } from '../messages/findings-paths.ts'
import { type JobMadeUp, jobLog, logOf, nvSwitch } from '../parsers/nccl-log.fixtures.ts'
import { railsOf } from './rails.fixtures.ts'
import type { RuleFixture } from './rules.fixtures.ts'

const job = (made: JobMadeUp = {}): Facts => facts([logOf(jobLog(made))])
const text = (...lines: readonly string[]): Facts => facts([logOf(lines.join('\n'))])
const onHost = (host: string, ...lines: readonly string[]) => lines.map((line) => `${host}:71:72 [0] ${line}`)

const oneHost: JobMadeUp = { hosts: ['gpu-01'], topology: nvSwitch() }
const withoutGdr = (message: string) => message.replace('/GDRDMA', '')
const oldHosts: JobMadeUp = {
  edit: (message, { host }) =>
    host === 'gpu-02' ? message.replace('version 2.21.5', 'version 2.18.3') : message,
}
const IB = 'NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB eth0:10.0.0.1<0>'
const SOCKET = [
  'NCCL INFO NET/IB : No device found.',
  'NCCL INFO NET/Socket : Using [0]eth0:10.0.0.1<0>',
  'NCCL INFO Using network Socket',
]
const overSockets = (more: JobMadeUp = {}): JobMadeUp => ({
  ...more,
  edit: (message, at) => {
    const its = more.edit ? more.edit(message, at) : message
    if (its?.includes('NET/IB : Using')) return SOCKET[1]
    return its
      ?.replace('Using network IB', 'Using network Socket')
      .replace(/NET\/IB\/\d+\/GDRDMA/, 'NET/Socket/0')
  },
})
const calls = (counts: readonly (readonly number[])[]) =>
  counts.flatMap((its, call) =>
    its.map(
      (count, gpu) =>
        `gpu-01:${500 + gpu}:${600 + gpu} [${gpu}] NCCL INFO AllReduce: opCount ${call.toString(16)} sendbuff 0x7f00 recvbuff 0x7f10 count ${count} datatype 7 op 0 root 0 comm 0x5500${gpu}0 [nranks=4] stream 0x1`,
    ),
  )
const watchdog = (rank: number, enqueued: number, operation = 'ALLREDUCE') => [
  `[rank${rank}]:[E1206 18:44:12.715298746 ProcessGroupNCCL.cpp:607] [Rank ${rank}] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=77, OpType=${operation}, NumelIn=4096, NumelOut=4096, Timeout(ms)=600000) ran for 600061 milliseconds before timing out.`,
  `[rank${rank}]:[E1206 18:44:12.715588844 ProcessGroupNCCL.cpp:1664] [PG 1 Rank ${rank}] Exception (either an error or timeout) detected by watchdog at work: 77, last enqueued NCCL work: ${enqueued}, last completed NCCL work: 76.`,
]

/** A job on three hosts: a group inside the first, and inside these; one of the same size over the other two. */
const groups = (...alsoInside: readonly string[]): Facts =>
  facts(
    [
      jobLog({ hosts: ['gpu-01', 'gpu-02', 'gpu-03'], topology: nvSwitch() }),
      ...['gpu-01', ...alsoInside].map((host, at) => jobLog({ hosts: [host], commId: `0x${at + 1}a` })),
      jobLog({ hosts: ['gpu-02', 'gpu-03'], gpus: 4, commId: '0xff' }),
    ].map((its, at) => logOf(its, `nccl-${at}.log`)),
  )

type Ids = keyof NetworkFindings | keyof PathFindings | keyof JobFindings

export const logFixtures: { readonly [Id in Ids]: RuleFixture } = {
  'tcp-fallback': {
    speaks: facts([logOf(jobLog(overSockets())), environment('gpu-01', { NCCL_IB_HCA: 'mlx5_0,mlx5_1' })]),
    severity: 'error',
    silent: job(overSockets({ hosts: ['gpu-01'] })),
  },
  'net-plugin-missing': {
    speaks: facts([logOf(jobLog(overSockets())), environment('gpu-01', { FI_PROVIDER: 'efa' })]),
    severity: 'error',
    silent: facts([logOf(jobLog()), environment('gpu-01', { FI_PROVIDER: 'efa' })]),
  },
  'rdma-userspace-missing': {
    speaks: text(
      ...onHost('gpu-01', 'misc/ibvwrap.cc:212 NCCL WARN Call to ibv_open_device failed'),
      ...onHost(
        'gpu-01',
        'transport/net_ib.cc:148 NCCL WARN NET/IB : Unable to open device mlx5_0',
        ...SOCKET,
      ),
    ),
    severity: 'warning',
    silent: text(...onHost('gpu-01', 'NCCL INFO Failed to open libibverbs.so[.1]', ...SOCKET)),
  },
  'gdr-missing': {
    speaks: job({ topology: nvSwitch(), edit: withoutGdr }),
    severity: 'warning',
    silent: job({ topology: nvSwitch() }),
  },
  'gdr-asymmetric': {
    speaks: job({
      hosts: ['gpu-01', 'gpu-02', 'gpu-03'],
      edit: (message, { host }) => (host === 'gpu-03' ? withoutGdr(message) : message),
    }),
    severity: 'error',
    // GPU 3 is far from its NIC on every host: that is how the machines are built.
    silent: job({ edit: (message, { local }) => (local === 3 ? withoutGdr(message) : message) }),
  },
  'nic-subset': {
    speaks: job({ edit: (message) => message.replace(/NET\/IB\/\d/, 'NET/IB/0') }),
    severity: 'warning',
    // Two more NICs serve storage.
    silent: job({ nics: 10 }),
  },
  'nic-list-differs': {
    speaks: job({
      hosts: ['gpu-01', 'gpu-02', 'gpu-03'],
      edit: (message, { host }) => (host === 'gpu-02' ? message.replace(' [7]mlx5_7:1/IB', '') : message),
    }),
    severity: 'warning',
    silent: job({
      // One rank's line is torn.
      edit: (message, { rank }) => (rank === 9 ? message.replace(' [7]mlx5_7:1/IB', '') : message),
    }),
  },
  'socket-interface-ambiguous': {
    speaks: job(
      overSockets({
        edit: (message) =>
          message.includes('NET/IB : Using')
            ? 'NCCL INFO NET/Socket : Using [0]eth0:10.0.0.1<0> [1]docker0:172.17.0.1<0>'
            : message,
      }),
    ),
    severity: 'warning',
    silent: job(overSockets()),
  },
  'group-placement': {
    speaks: groups(),
    severity: 'warning',
    // Its GPUs have groups inside their hosts: it is a data-parallel one.
    silent: groups('gpu-02', 'gpu-03'),
  },
  'rail-isolation': {
    speaks: railsOf({ hosts: ['gpu-01', 'gpu-02', 'gpu-03'], unanswered: true }),
    severity: 'error',
    // Each host enters and leaves by the other NIC; with two of them every connection stays on its rail.
    silent: railsOf({ hosts: ['gpu-01', 'gpu-02'] }),
  },
  'same-host-over-network': {
    speaks: job({ ...oneHost, edit: (message) => message.replace(/via P2P\/CUMEM\/read/, 'via NET/IB/0') }),
    severity: 'warning',
    silent: job(),
  },
  'ib-completion-error': {
    speaks: text(
      ...onHost(
        'gpu-01',
        IB,
        'transport/net_ib.cc:1700 NCCL WARN NET/IB : Got completion from peer 10.0.0.2<4711> with status=12 opcode=1 len=0 vendor err 129 (Send) hca mlx5_0',
      ),
    ),
    severity: 'error',
    silent: text(...onHost('gpu-01', IB)),
  },
  'p2p-forced-off': {
    speaks: text(...onHost('gpu-01', 'NCCL INFO NCCL_P2P_LEVEL set by environment to LOC')),
    severity: 'warning',
    silent: text(...onHost('gpu-01', 'NCCL INFO NCCL_P2P_LEVEL set by environment to NVL')),
  },
  'nvlink-unused': {
    speaks: job({ ...oneHost, edit: (message) => message.replace('P2P/CUMEM/read', 'SHM/direct/direct') }),
    severity: 'error',
    silent: job(oneHost),
  },
  'p2p-asymmetric': {
    speaks: text(
      ...['00', '01'].flatMap((channel) => [
        `gpu-01:1:2 [0] NCCL INFO Channel ${channel}/0 : 0[0] -> 1[1] via SHM/direct/direct`,
        `gpu-01:3:4 [1] NCCL INFO Channel ${channel}/0 : 1[1] -> 0[0] via P2P/IPC`,
      ]),
    ),
    severity: 'error',
    silent: text(
      'gpu-01:1:2 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via SHM/direct/direct',
      'gpu-01:3:4 [1] NCCL INFO Channel 00/0 : 1[1] -> 0[0] via SHM/direct/direct',
      'gpu-01:5:6 [2] NCCL INFO Channel 00/0 : 2[2] -> 3[3] via P2P/IPC',
    ),
  },
  'shm-too-small': {
    speaks: text(
      'gpu-01:1:2 [1] include/shm.h:28 NCCL WARN Call to posix_fallocate failed : No space left on device',
    ),
    severity: 'error',
    silent: text('gpu-01:1:2 [1] include/shm.h:28 NCCL WARN Call to munmap failed : Invalid argument'),
  },
  'graph-search-failed': {
    speaks: text(
      'gpu-01:1:2 [1] graph/search.cc:890 NCCL WARN Could not find a path for pattern 4, falling back to simple order',
    ),
    severity: 'warning',
    silent: text(
      'gpu-01:1:2 [1] NCCL INFO Could not find a path for pattern 5, falling back to simple order',
    ),
  },
  'few-channels': {
    speaks: job({ ...oneHost, channels: 2 }),
    severity: 'warning',
    silent: job(oneHost),
  },
  'nvls-unavailable': {
    speaks: job({ hosts: ['gpu-01'], topology: nvSwitch(370.8) }),
    severity: 'warning',
    silent: job(oneHost),
  },
  'mnnvl-unavailable': {
    speaks: facts([
      logOf(jobLog({ gpus: 4 })),
      run({ ranks: 8, hosts: ['gpu-01', 'gpu-02'], gpu: 'NVIDIA GB200', sizes: [] }),
    ]),
    severity: 'warning',
    silent: facts([
      logOf(jobLog({ gpus: 4, edit: (message) => message.replace('MNNVL 0', 'MNNVL 1') })),
      run({ ranks: 8, hosts: ['gpu-01', 'gpu-02'], gpu: 'NVIDIA GB200', sizes: [] }),
    ]),
  },
  'vm-topology-missing': {
    speaks: text(
      ...onHost(
        'vm-01',
        'NCCL INFO CPU/0-0 (1/2/-1)',
        ...['65000', '69000'].flatMap((bus) => [
          `NCCL INFO + PCI[0.2] - PCI/0-${bus} (104c823200000000)`,
          `NCCL INFO              + PCI[48.0] - GPU/0-${bus.replace(/000$/, '800')} (8)`,
        ]),
      ),
    ),
    severity: 'warning',
    // A management NIC behind a slow bridge.
    silent: text(
      ...onHost(
        'gpu-01',
        'NCCL INFO CPU/0-0 (1/1/2)',
        'NCCL INFO + PCI[0.2] - PCI/0-65000 (104c823200000000)',
        'NCCL INFO              + PCI[0.2] - NIC/0-67000',
        'NCCL INFO + PCI[48.0] - PCI/0-69000 (104c823200000000)',
        'NCCL INFO              + PCI[48.0] - GPU/0-6b000 (9)',
      ),
    ),
  },
  'amd-p2p-env': {
    speaks: text(
      'amd-01:1:2 [0] NCCL WARN Missing "HSA_FORCE_FINE_GRAIN_PCIE=1" from environment which can lead to low RCCL performance',
      'amd-01:1:2 [0] NCCL WARN Missing "iommu=pt" from kernel command line which can lead to system instability or hang!',
      'amd-01:1:2 [0] NCCL WARN NUMA auto balancing enabled which can lead to variability in the RCCL performance!',
    ),
    severity: 'warning',
    silent: text('amd-01:1:2 [0] NCCL WARN Call to hipHostMalloc failed'),
  },
  'version-mismatch': {
    speaks: job(oldHosts),
    severity: 'warning',
    // Two jobs in one file.
    silent: facts([
      logOf(
        jobLog({ hosts: ['gpu-01'] }) +
          jobLog({ hosts: ['gpu-02'], version: '2.18.3+cuda12.1', commId: '0x1' }),
      ),
    ]),
  },
  'cpu-binding': {
    speaks: text(...onHost('gpu-01', 'NCCL INFO Setting affinity for GPU 0 to 3')),
    severity: 'warning',
    silent: text(...onHost('gpu-01', 'NCCL INFO Setting affinity for GPU 0 to ff,ffffffff')),
  },
  'collective-mismatch': {
    speaks: text(
      ...calls([
        [16, 16, 16, 16],
        [32, 32, 32, 64],
      ]),
    ),
    severity: 'warning',
    // Torn once, and all went on together.
    silent: text(
      ...calls([
        [16, 16, 16, 16],
        [32, 32, 32, 64],
        [8, 8, 8, 8],
      ]),
    ),
  },
  hang: {
    speaks: text(...[0, 1, 2].flatMap((rank) => watchdog(rank, 79)), ...watchdog(3, 76)),
    severity: 'error',
    silent: job(),
  },
}
