/** English: ib-completion-error. */

import type { IbCompletionErrorValues } from '../../../rules/fabric/ib-completion-error.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/network.ts'
import { counted, listSome } from '../phrases/words.ts'

export const ibCompletionError: RuleText<IbCompletionErrorValues> = {
  name: 'RDMA transfers that fail',
  about: 'Error, and the verdict is broken: NCCL logs "Got completion" with a status and stops the job.',

  title: ({ status, hosts, times }, print) =>
    `RDMA transfers fail with ${statusName(status)}${on(hosts, print)} (${counted(times, print, 'log line')})`,
  cause: ({ status }) => `RDMA transfers fail with ${statusName(status)}`,
  detail: ({ status, vendor, peers, nics }, print) =>
    `${STATUS[status]?.meaning ?? 'The NIC completed the work request with an error.'}${vendor === undefined ? '' : ` Vendor error ${vendor}.`}${peers.length === 0 ? '' : ` Other end: ${listSome(peers, print)}.`}${nics.length === 0 ? '' : ` NIC: ${listSome(nics, print)}.`} The host that reports the error is one end of the connection; the cause may be at either end or on the path between them. NCCL stops the job.`,
  actions: ({ status }) => STATUS[status]?.actions ?? OTHER_STATUS,
  verify: () =>
    'ib_write_bw between the two hosts, with --use_cuda where GPUDirect is used, runs at line rate without errors',
  explained: {
    knownBy: '"Got completion ... status=12 ... vendor err 129".',
    costs: 'The job stops.',
    todo: 'Check by status: the path for 12, GPUDirect and ACS for 4 and 11, the process at the other end for 10 and 13.',
    verify: 'ib_write_bw between the two hosts runs without errors.',
  },
}

const STATUS: Readonly<
  Record<number, { readonly name: string; readonly meaning: string; readonly actions: readonly string[] }>
> = {
  4: {
    name: 'local protection error',
    meaning:
      'The NIC could not read or write memory on this side. With GPU memory, the cause is often ACS, an IOMMU in translated mode, or a peer-memory module that does not match the driver.',
    actions: [
      'NCCL_NET_GDR_LEVEL=LOC: if the job then runs, GPUDirect is the cause',
      'lspci -vvv | grep ACSCtl on bridges above GPUs and NICs; grep iommu=pt /proc/cmdline',
      'After each driver update: modprobe -r nvidia-peermem, then modprobe nvidia-peermem',
    ],
  },
  5: {
    name: 'flushed',
    meaning:
      'The work request was queued behind one that failed: the cause is an earlier error, perhaps at the other end.',
    actions: ['Look for the first "Got completion" in the logs of all ranks'],
  },
  10: {
    name: 'remote access error',
    meaning:
      'The other end refused the access: its memory is not, or no longer, registered, often because its process ended first.',
    actions: ['Look for the first error in the logs of all ranks: which rank ended first?'],
  },
  11: {
    name: 'remote operation error',
    meaning:
      'The NIC at the other end could not complete the operation. With GPU memory, the cause is often ACS or an IOMMU there.',
    actions: [
      'lspci -vvv | grep ACSCtl at the other end',
      'NCCL_NET_GDR_LEVEL=LOC: if the job then runs, GPUDirect is the cause',
    ],
  },
  12: {
    name: 'retries exceeded',
    meaning:
      'The other end did not answer. Possible causes: a bad cable or port, a wrong GID or MTU, packets lost without flow control (RoCE), or the process there ended.',
    actions: [
      'ibstat at both ends: are the ports Active? Read error counters with perfquery or ethtool -S',
      'RoCE: use the same NCCL_IB_GID_INDEX (v2), MTU and traffic class at both ends, and flow control (PFC) on every hop',
      'ib_write_bw between the two hosts, on that NIC',
      'Look for a rank that ended earlier: its peers then report this error',
    ],
  },
  13: {
    name: 'receiver not ready',
    meaning: 'The other end did not post a receive buffer in time: its process is stuck or far behind.',
    actions: ['Look at the other end: is its process alive?'],
  },
}

const OTHER_STATUS = [
  'Look for the first "Got completion" in the logs of all ranks',
  'ib_write_bw between the two hosts, on that NIC',
]

const statusName = (status: number): string =>
  STATUS[status] === undefined ? `status ${status}` : `status ${status} (${STATUS[status].name})`
