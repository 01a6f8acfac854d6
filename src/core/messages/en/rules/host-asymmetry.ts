/** English: host-asymmetry. */

import type { Trait } from '../../../evidence/host-trait.ts'
import type { HostAsymmetryValues } from '../../../rules/machine/host-asymmetry.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted, list, listSome, plural } from '../phrases/words.ts'

export const hostAsymmetry: RuleText<HostAsymmetryValues> = {
  name: 'hosts that differ from each other',
  about:
    'Warning if counts, modules, driver, NCCL, firmware or modes differ; info if only the kernel, operating system or CUDA differ, or if a listing that may be truncated shows fewer. If two thirds of the hosts agree, the others are named; otherwise all hosts are, since the files do not show which is right.',

  title: ({ hosts, of, differs }, print) =>
    `${listSome(hosts, print)} ${hosts.length === of ? 'differ from each other' : plural(hosts.length, 'differs', 'differ')} in ${list([...new Set(differs.map(({ trait }) => TRAIT[trait]))])}`,
  cause: ({ hosts, differs }, print) =>
    `${listSome(hosts, print)} ${plural(hosts.length, 'differs', 'differ')} in ${differs.map(({ trait }) => TRAIT[trait])[0]}`,
  detail: ({ differs, hosts, of }, print) =>
    `${differs.map(({ trait, about, is, usual, maybeCut }) => `${TRAIT[trait]}${about === undefined ? '' : ` (${about})`}: ${list(is.map(shown))} instead of ${shown(usual)}${maybeCut ? ' (the listing may be truncated)' : ''}`).join('; ')}. ${hosts.length === of ? 'The files do not show which of them is right.' : `The other ${counted(of - hosts.length, print, 'host')} ${plural(of - hosts.length, 'agrees', 'agree')}.`} A job runs at the pace of its slowest host, and a difference between hosts is the most common cause of a slow one.`,
  actions: ({ differs, hosts }, print) => [
    `Bring ${listSome(hosts, print)} in line with the others, starting with the ${TRAIT[differs[0]?.trait ?? 'driver']}`,
    ...(differs.some(({ trait, is }) => trait === 'peer-memory-module' && is.includes('-'))
      ? ['sudo modprobe nvidia-peermem, and load it at boot']
      : []),
  ],
  verify: () => 'ringscope capture on each host, then ringscope diagnose on all captures: no differences',
  inOrder: 'hosts are alike',
  explained: {
    knownBy: 'Versions, modules, counts and modes of each host, compared with those of the others.',
    costs: 'A job runs at the pace of its slowest host.',
    todo: 'Bring the hosts in line, starting with the GPUDirect RDMA module and the counts.',
    verify: 'ringscope capture on all hosts, then ringscope diagnose on all captures.',
  },
}

const shown = (value: string): string => (value === '-' ? 'not loaded' : value)

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
