/** English: gdr-asymmetric. */
import type { GdrAsymmetricValues } from '../../../rules/path/gdr-asymmetric.ts'
import type { RuleText } from '../../rule-text.ts'
import { some } from '../phrases/network.ts'

export const gdrAsymmetric: RuleText<GdrAsymmetricValues> = {
  name: 'one host lacks GPUDirect RDMA',
  about:
    'Error. A connection has /GDRDMA at one end only, and the host at the other end has no connection with it. One line alone is a warning: it may be torn.',

  title: ({ host }) => `${host} does not use GPUDirect RDMA, the other end of its connections does`,
  cause: ({ host }) => `${host} lacks GPUDirect RDMA`,
  detail: ({ from, to, lacks, without, with: has, others }, print) =>
    `Rank ${from} sends to rank ${to} and only the ${lacks === 'receive' ? 'sender' : 'receiver'} has /GDRDMA. ${print.count(without)} ${without === 1 ? 'connection end' : 'connection ends'} of this host ${without === 1 ? 'lacks' : 'lack'} it, ${print.count(has)} of ${some(others, print)} ${has === 1 ? 'has' : 'have'} it. On that host the data goes through host memory, and every collective that touches it runs at that pace.`,
  actions: ({ host, others }) => [
    `ssh ${host} 'lsmod | grep -E "nvidia_peermem|nv_peer_mem"'; if missing: modprobe nvidia-peermem`,
    `Compare kernel, driver and OFED of ${host} with ${others[0] ?? 'another host'}`,
    'Load the module at boot: /etc/modules-load.d/nvidia-peermem.conf',
  ],
  verify: ({ host }) => `NCCL_DEBUG=INFO ... 2>&1 | grep "via NET" | grep ${host}: all lines end in /GDRDMA`,
  inOrder: 'GPUDirect RDMA at both ends',
  explained: {
    knownBy:
      'The same connection at both ends: "[send] via NET/IB/1/GDRDMA" on one host, "[receive] via NET/IB/0" on the other.',
    costs: 'Every collective with that host runs at about half of the bandwidth.',
    todo: 'modprobe nvidia-peermem on that host, and at boot.',
    verify: 'Both ends have /GDRDMA.',
  },
}
