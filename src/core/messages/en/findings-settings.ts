/** English: findings about settings. */

import type { Print } from '../../base/print.ts'
import type { SettingEffect } from '../../evidence/setting-effect.ts'
import type { FindingTexts } from '../findings.ts'
import type { SettingSource, SettingsFindings } from '../findings-settings.ts'

export const settingsFindings: Pick<FindingTexts, keyof SettingsFindings> = {
  'env-unknown': {
    title: ({ name, why, meant, until, since, version, ...source }, print) =>
      why === 'dead'
        ? `${name} has no effect: NCCL reads it no more since version ${until}${where(source, print)}`
        : why === 'too-new'
          ? `${name} has no effect: it came with NCCL ${since}, in use is ${version}${where(source, print)}`
          : meant === undefined
            ? `${name} is no variable that NCCL or RCCL is known to read${where(source, print)}`
            : `${name} has no effect: the variable is called ${meant}${where(source, print)}`,
    cause: ({ name, meant }) =>
      meant === undefined ? `${name} has no effect` : `${name} is set where ${meant} was meant`,
    detail: ({ name, value, why, meant, near }) =>
      why !== 'unknown'
        ? `NCCL says nothing about a variable that it does not read. ${name}=${value} is left over from another version; what it was set for does not happen.`
        : meant === undefined
          ? `NCCL says nothing about a variable that it does not read. ${name}=${value} may belong to a plugin, or to a version newer than this table; the nearest known names are ${near.join(', ')}.`
          : `NCCL says nothing about a variable that it does not read, so ${name}=${value} changes nothing. With NCCL_DEBUG=INFO every variable that is read and set is logged as "set by environment"; this one never is.`,
    actions: ({ name, meant, value }) => [
      meant === undefined ? `unset ${name}` : `unset ${name}; if it is wanted: export ${meant}=${value}`,
      'NCCL_DEBUG=INFO ... 2>&1 | grep "set by environment": what NCCL really reads',
    ],
    verify: ({ name }) => `env | grep ${name} prints nothing on any host`,
  },
  'env-override': {
    title: ({ name, value, effect, ...source }, print) =>
      `${name}=${value} ${EFFECT[effect].title}${where(source, print)}`,
    cause: ({ name, value, effect }) => `${name}=${value} ${EFFECT[effect].title}`,
    detail: ({ effect, byDefault, share }, print) =>
      `${EFFECT[effect].detail} The default is ${byDefault}.${share === undefined ? '' : ` At best ${print.percent(share)} of the bandwidth is left.`} Settings that were made for another machine, or while a fault was searched, often outlive their reason.`,
    actions: ({ name }) => [
      `unset ${name} on all hosts (and in -x, --export, nccl.conf, the image), then measure again`,
    ],
    verify: () => 'all_reduce_perf -b 1M -e 8G -f 2: compare with and without it',
  },
  'env-not-propagated': {
    title: ({ name, why, without, launcher }, print) =>
      why === 'not-exported'
        ? `${name} is set in the shell, but ${launcher} does not hand it on to other nodes`
        : why === 'some-hosts'
          ? `${name} is set on some hosts and not on ${listed(without, print)}`
          : `${name} differs on ${listed(without, print)}`,
    cause: ({ name }) => `${name} does not reach all ranks`,
    detail: ({ name, value, why, with: has, without, others }, print) =>
      why === 'not-exported'
        ? `${name}=${value} holds for the ranks of this node alone: OpenMPI hands on what -x names, srun what --export names. Ranks that choose differently meet on the slower of both, or not at all.`
        : why === 'some-hosts'
          ? `${listed(has, print)}: ${value}${others.length > 0 ? ` (also ${others.join(', ')})` : ''}; ${listed(without, print)}: not set. Ranks that choose differently meet on the slower of both, or not at all. Which one is right the files do not say.`
          : `${listed(has, print)}: ${value}; ${listed(without, print)}: ${others.join(', ')}. Which one is right the files do not say.`,
    actions: ({ name, value, launcher }) => [
      launcher === 'srun'
        ? `srun --export=ALL,${name}=${value} ..., or unset it everywhere`
        : `mpirun -x ${name}=${value} ..., or unset it everywhere`,
      'Start scripts and images: the same on all hosts',
    ],
    verify: ({ name }) => `NCCL_DEBUG=INFO ... 2>&1 | grep ${name}: the same line from every host`,
  },
  'stale-config-file': {
    title: ({ file, host, settings }, print) =>
      `${file}${host === undefined ? '' : ` on ${host}`} sets ${print.count(settings.length)} ${settings.length === 1 ? 'variable that hurts or does' : 'variables that hurt or do'} nothing: ${names(settings)}`,
    cause: ({ file, settings }) => `${file} sets ${names(settings)}`,
    detail: ({ file, settings, unlike }, print) =>
      `${file} counts as environment for every job on the host, and nobody sees it in a script. ${settings.map(({ name, value, why, effect }) => `${name}=${value}: ${effect === undefined ? WHY[why] : EFFECT[effect].title}`).join('; ')}.${unlike > 0 ? ` ${print.count(unlike)} other ${unlike === 1 ? 'host has' : 'hosts have'} another file.` : ''}`,
    actions: ({ file }) => [
      `cat /etc/${file} ~/.${file}: who needs these lines?`,
      'Remove them on all hosts, or override them in the job: a variable of the environment wins over the file',
    ],
    verify: () => 'NCCL_DEBUG=INFO ... 2>&1 | grep "set by environment" shows only what the job wants',
  },
  'buffsize-too-small': {
    title: ({ name, value, bytes, ...source }, print) =>
      `${name}=${value} gives each channel a buffer of ${print.bytes(bytes)}${where(source, print)}`,
    cause: ({ name, bytes }, print) => `${name} is only ${print.bytes(bytes)}`,
    detail: ({ bytes, byDefaultBytes, unitIgnored }, print) =>
      `NCCL cuts the buffer into 8 slots that travel one behind the other: ${print.bytes(bytes / 8)} each, where the default of ${print.bytes(byDefaultBytes)} gives ${print.bytes(byDefaultBytes / 8)}. Slots this small do not cover the latency of a link, and large messages get slow.${unitIgnored ? ' NCCL reads the number alone; the letter behind it is ignored.' : ''}`,
    actions: ({ name, byDefaultBytes }) => [
      `unset ${name}, or set the number of bytes: ${name}=${byDefaultBytes}`,
    ],
    verify: () => 'all_reduce_perf -b 1M -e 8G -f 2 rises to its plateau again',
  },
}

/** " (gpu-07)", " (3 hosts)"; nothing where it does not help. */
function where({ host, from, hosts = 1 }: SettingSource & { readonly hosts?: number }, print: Print): string {
  const place = hosts > 1 ? ` (${print.count(hosts)} hosts)` : host === undefined ? '' : ` (${host})`
  return `${place}${from === 'file' ? ' (nccl.conf)' : ''}`
}

function listed(hosts: readonly string[], print: Print): string {
  return hosts.length > 3
    ? `${hosts.slice(0, 3).join(', ')} and ${print.count(hosts.length - 3)} more`
    : hosts.join(', ')
}

const names = (settings: readonly { readonly name: string }[]): string =>
  settings.map(({ name }) => name).join(', ')

const WHY = {
  costly: 'costs bandwidth',
  unknown: 'no version reads it',
  dead: 'no current version reads it',
  differs: 'other hosts do not have it',
} as const

const EFFECT: Readonly<Record<SettingEffect, { readonly title: string; readonly detail: string }>> = {
  'll-only': {
    title: 'forbids the Simple protocol',
    detail:
      'LL sends a flag with each word of data: half of the link is flags. It is made for small messages.',
  },
  'll128-only': {
    title: 'leaves only LL128',
    detail:
      'LL128 sends a flag with each 120 bytes, and needs links that keep 128 bytes together; where they do not, data is corrupted.',
  },
  'one-algorithm': {
    title: 'pins the algorithm',
    detail:
      'Rings win for large messages, trees for small ones, NVLS where there is a switch that adds: one for all sizes loses somewhere, and calls that it cannot do fail.',
  },
  'few-channels': {
    title: 'holds NCCL to a few channels',
    detail:
      'Each channel is one block of the GPU and one ring: a few of them cannot fill the links of a GPU.',
  },
  'many-channels': {
    title: 'forces a number of channels',
    detail:
      'NCCL picks the number by the topology; a minimum moves the border between algorithms, takes multiprocessors from the computation, and cuts small messages into smaller ones.',
  },
  'few-threads': {
    title: 'gives each channel few threads',
    detail: 'Each channel needs several hundred threads to move data at the rate of a link.',
  },
  'gdr-off': {
    title: 'turns GPUDirect RDMA off',
    detail: 'All network data goes through host memory: the NIC and the GPU share the way to it.',
  },
  'p2p-off': {
    title: 'turns peer-to-peer between GPUs off',
    detail: 'All data between the GPUs of a host goes through host memory, NVLink lies idle.',
  },
  'p2p-far': {
    title: 'allows peer-to-peer across the CPU',
    detail:
      'Direct transfers through the host bridge or between the sockets are often slower than copies through host memory.',
  },
  'shm-off': {
    title: 'turns shared memory off',
    detail: 'GPUs of one host that have no peer-to-peer then talk over the network.',
  },
  'rdma-off': {
    title: 'forces TCP sockets',
    detail:
      'RDMA is not used even where the NICs have it; TCP costs CPU time and reaches a part of the rate.',
  },
  'nvls-off': {
    title: 'turns NVLink SHARP off',
    detail:
      'On NVSwitch machines since Hopper the switch adds; without it all_reduce falls from about 480 to 370 GB/s (eight H100).',
  },
  'split-data': {
    title: 'splits each message over all queue pairs',
    detail:
      'Each queue pair then carries small pieces. It can help on hashed links; where latency counts it costs throughput.',
  },
  'pxn-off': {
    title: 'turns PXN off',
    detail:
      'Data for other rails then crosses the PCIe or the spine instead of NVLink and the NIC of a neighbour; all_to_all suffers most.',
  },
  'cross-nic': {
    title: 'lets rings cross rails',
    detail: 'On a fabric with one leaf a rail this sends everything over the spine.',
  },
  verbose: {
    title: 'logs every call',
    detail: 'Writing the log costs more than a small collective.',
  },
  checks: {
    title: 'checks every pointer',
    detail: 'Each call asks the driver about its buffers: that costs latency.',
  },
  'launch-blocking': {
    title: 'waits for every kernel',
    detail:
      'Nothing overlaps: each launch waits until the kernel before it is done. It is meant for debugging.',
  },
  'relaxed-ordering-off': {
    title: 'turns PCIe relaxed ordering off',
    detail: 'On AMD CPUs and in virtual machines the order of writes then holds back each NIC.',
  },
  'dmabuf-off': {
    title: 'turns DMA-BUF off',
    detail: 'GPUDirect RDMA then needs the module nvidia-peermem.',
  },
  'small-chunks': {
    title: 'cuts network transfers into small pieces',
    detail: 'Each piece costs the NIC a request.',
  },
}
