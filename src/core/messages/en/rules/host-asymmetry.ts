/** English: host-asymmetry. */

import type { Trait } from '../../../evidence/host-trait.ts'
import type { HostAsymmetryValues } from '../../../rules/machine/host-asymmetry.ts'
import type { RuleText } from '../../rule-text.ts'
import { listed, plural } from '../phrases/host.ts'

export const hostAsymmetry: RuleText<HostAsymmetryValues> = {
  name: 'hosts that differ from each other',
  about:
    'Warning where counts, modules, driver, NCCL, firmware or modes differ; info where only kernel, system or CUDA do, or where a listing that may be cut shows fewer. Where two thirds of the hosts agree the others are named; else all are, since nothing says which is right.',

  title: ({ hosts, of, differs }, print) =>
    `${listed(hosts, print)} ${hosts.length === 1 ? 'differs' : hosts.length === of ? 'differ from each other' : 'differ'} in ${[...new Set(differs.map(({ trait }) => TRAIT[trait]))].join(', ')}`,
  cause: ({ hosts, differs }, print) =>
    `${listed(hosts, print)}: ${differs.map(({ trait }) => TRAIT[trait])[0]} unlike the others`,
  detail: ({ differs, hosts, of }, print) =>
    `${differs.map(({ trait, about, is, usual, maybeCut }) => `${TRAIT[trait]}${about === undefined ? '' : ` (${about})`}: ${is.map(shown).join(', ')} instead of ${shown(usual)}${maybeCut ? ' by its listing, which may be cut' : ''}`).join('; ')}. ${hosts.length === of ? 'Nothing says which of them is right.' : `${print.count(of - hosts.length)} other ${plural(of - hosts.length, 'host')} agree.`} A job runs at the pace of its slowest host, and unlike hosts are the commonest reason for one.`,
  actions: ({ differs, hosts }, print) => [
    `Make ${listed(hosts, print)} like the others, ${TRAIT[differs[0]?.trait ?? 'driver']} first`,
    ...(differs.some(({ trait, is }) => trait === 'peer-memory-module' && is.includes('-'))
      ? ['sudo modprobe nvidia-peermem, and have it loaded at boot']
      : []),
  ],
  verify: () => 'ringscope capture on each host, ringscope diagnose over all of it: no differences',
  inOrder: 'hosts alike',
  explained: {
    knownBy: 'Versions, modules, counts and modes of each host, beside those of the others.',
    costs: 'A job runs at the pace of its slowest host.',
    todo: 'Make them alike, the GPUDirect RDMA module and the counts first.',
    verify: 'ringscope capture on all hosts, ringscope diagnose over all of it.',
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
