/** English: ib-completion-error. */
import type { IbCompletionErrorValues } from '../../../rules/fabric/ib-completion-error.ts'
import type { RuleText } from '../../rule-text.ts'
import { on, some } from '../phrases/network.ts'

export const ibCompletionError: RuleText<IbCompletionErrorValues> = {
  name: 'RDMA transfers that fail',
  about: 'Error, and the verdict is broken: NCCL logs "Got completion" with a status, and stops the job.',

  title: ({ status, hosts, times }, print) =>
    `RDMA transfers fail with ${statusName(status)}${on(hosts, print)} (${print.count(times)} ${times === 1 ? 'line' : 'lines'})`,
  cause: ({ status }) => `RDMA transfers fail with ${statusName(status)}`,
  detail: ({ status, vendor, peers, nics }, print) =>
    `${STATUS[status]?.meaning ?? 'The NIC gave the work back with an error.'}${vendor === undefined ? '' : ` Vendor error ${vendor}.`}${peers.length === 0 ? '' : ` Other end: ${some(peers, print)}.`}${nics.length === 0 ? '' : ` NIC: ${some(nics, print)}.`} The host that reports it is one end of the connection; cause may be either end or the path between them. NCCL stops the job.`,
  actions: ({ status }) => STATUS[status]?.actions ?? OTHER_STATUS,
  verify: () =>
    'ib_write_bw between the two hosts, with --use_cuda where GPUDirect is used, runs at line rate without errors',
  explained: {
    knownBy: '"Got completion ... status=12 ... vendor err 129".',
    costs: 'The job stops.',
    todo: 'By status: the path for 12, GPUDirect and ACS for 4 and 11, the other end’s process for 10 and 13.',
    verify: 'ib_write_bw between the two hosts runs without errors.',
  },
}

const STATUS: Readonly<
  Record<number, { readonly name: string; readonly meaning: string; readonly actions: readonly string[] }>
> = {
  4: {
    name: 'local protection error',
    meaning:
      'The NIC could not read or write the memory of this side: with GPU memory that is often ACS, an IOMMU in translated mode, or a peer-memory module that does not fit the driver.',
    actions: [
      'NCCL_NET_GDR_LEVEL=LOC: if it then runs, GPUDirect is the cause',
      'lspci -vvv | grep ACSCtl on bridges above GPUs and NICs; cat /proc/cmdline for iommu=pt',
      'modprobe -r nvidia-peermem, then modprobe nvidia-peermem, after each driver update',
    ],
  },
  5: {
    name: 'flushed',
    meaning: 'The work was behind one that failed: the cause is an earlier error, perhaps on the other end.',
    actions: ['Look for the first "Got completion" in the logs of all ranks'],
  },
  10: {
    name: 'remote access error',
    meaning:
      'The other end refused the access: its memory is not registered (any more), often because its process ended first.',
    actions: ['Look for the first error in the logs of all ranks: who ended first?'],
  },
  11: {
    name: 'remote operation error',
    meaning: 'The other end’s NIC could not do it: with GPU memory often ACS or an IOMMU there.',
    actions: [
      'lspci -vvv | grep ACSCtl on the other end',
      'NCCL_NET_GDR_LEVEL=LOC: if it then runs, GPUDirect is the cause',
    ],
  },
  12: {
    name: 'retries exceeded',
    meaning:
      'The other end did not answer: a cable or port, a wrong GID or MTU, packets lost without flow control (RoCE), or the process there ended.',
    actions: [
      'ibstat on both ends: ports Active? Errors: perfquery, or ethtool -S',
      'RoCE: the same NCCL_IB_GID_INDEX (v2), MTU and traffic class on both ends; flow control (PFC) on every hop',
      'ib_write_bw between the two hosts, on that NIC',
      'Look for a rank that ended earlier: its peers then report this',
    ],
  },
  13: {
    name: 'receiver not ready',
    meaning: 'The other end had no buffer posted in time: its process is stuck or far behind.',
    actions: ['Look at the other end: is its process alive?'],
  },
}

const OTHER_STATUS = [
  'Look for the first "Got completion" in the logs of all ranks',
  'ib_write_bw between the two hosts, on that NIC',
]

const statusName = (status: number): string =>
  STATUS[status] === undefined ? `status ${status}` : `status ${status} (${STATUS[status].name})`
