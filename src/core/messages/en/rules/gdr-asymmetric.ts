/** English: gdr-asymmetric. */

import type { GdrAsymmetricValues } from '../../../rules/path/gdr-asymmetric.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted, listSome } from '../phrases/words.ts'

export const gdrAsymmetric: RuleText<GdrAsymmetricValues> = {
  name: 'one host lacks GPUDirect RDMA',
  about:
    'Error. A connection has /GDRDMA at only one end, and the host at the other end has no connection with it. A single line is only a warning, since it may be torn.',

  title: (values) =>
    `${capital(hostOf(values))} does not use GPUDirect RDMA, but the other end of its connections does`,
  cause: (values) => `${hostOf(values)} lacks GPUDirect RDMA`,
  detail: ({ from, to, lacks, without, with: has, others }, print) =>
    `Rank ${from} sends to rank ${to}, and only the ${lacks === 'receive' ? 'sender' : 'receiver'} has /GDRDMA. Without it: ${counted(without, print, 'connection end')} on this host. With it: ${print.count(has)}${others.length === 0 ? '' : ` on ${listSome(others, print)}`}. On this host data goes through host memory, which slows every collective that includes it.`,
  actions: ({ host, others }) => [
    `${host === undefined ? 'On that host: ' : `ssh ${host} '`}lsmod | grep -E "nvidia_peermem|nv_peer_mem"${host === undefined ? '' : "'"}; if missing, modprobe nvidia-peermem`,
    `Compare the kernel, driver and OFED of ${host ?? 'that host'} with those of ${others[0] ?? 'another host'}`,
    'Load the module at boot: /etc/modules-load.d/nvidia-peermem.conf',
  ],
  verify: ({ host }) =>
    `NCCL_DEBUG=INFO ... 2>&1 | grep "via NET"${host === undefined ? '' : ` | grep ${host}`} shows only lines that end in /GDRDMA`,
  inOrder: 'GPUDirect RDMA at both ends',
  explained: {
    knownBy:
      'The same connection at both ends: "[send] via NET/IB/1/GDRDMA" on one host, "[receive] via NET/IB/0" on the other.',
    costs: 'Every collective with that host runs at about half of the bandwidth.',
    todo: 'Load nvidia-peermem on that host, now and at boot.',
    verify: 'Both ends have /GDRDMA.',
  },
}

const hostOf = ({ host, rank }: GdrAsymmetricValues): string => host ?? `the host of rank ${rank}`
const capital = (text: string): string => (text.startsWith('the ') ? `T${text.slice(1)}` : text)
