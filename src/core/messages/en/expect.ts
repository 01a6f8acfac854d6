/** English: `ringscope expect`. */
import type { ExpectTexts } from '../expect.ts'
import { counted, either, plural } from './phrases/words.ts'

export const expect: ExpectTexts = {
  heads: {
    expected: 'EXPECTED',
    compared: 'COMPARED',
    'as-expected': 'AS EXPECTED',
    acceptable: 'ACCEPTABLE',
    below: 'BELOW EXPECTED',
    'far-below': 'FAR BELOW EXPECTED',
    above: 'ABOVE EXPECTED',
    undecided: 'UNDECIDED',
    range: 'NO VERDICT',
  },
  headline: {
    judged: ({ measured, share, expected, other, collective, machine }, print) =>
      other
        ? `${print.rate(measured)} is ${print.percent(share)} of what NCCL reaches here by default, and ${print.percent(other.share)} of ${other.algorithm}.`
        : `${print.rate(measured)} is ${print.percent(share)} of the ${print.rate(expected)} that ${collective} should reach on ${machine}.`,
    undecided: ({ measured, fine, low, fact }, print) =>
      fine.length > 0 && low.length > 0
        ? `${print.rate(measured)} is healthy with ${either(fine)}, but low with ${either(low)}.`
        : low.length === 0
          ? `What ${print.rate(measured)} means depends on ${fact}. That is not given.`
          : `${print.rate(measured)} is low on every usual machine of this kind. Not given: ${fact}.`,
    range: ({ measured, bytes, machine }, print) =>
      `${print.rate(measured)} at ${print.bytes(bytes)}: below 1 MiB there is only a range for ${machine}, not a target.`,
    wide: ({ measured, low, high, machine }, print) =>
      `${print.rate(measured)}: healthy machines such as ${machine} show ${print.number(low / 1e9)} to ${print.rate(high)}, too wide a range to judge by.`,
    above: ({ measured, share, expected, machine }, print) =>
      `${print.rate(measured)} is ${print.percent(share)} of the ${print.rate(expected)} that ${machine} can be expected to reach.`,
    plateau: ({ collective, machine, low, high, bytes, algorithm }, print) =>
      `${collective} on ${machine} should reach ${print.number(low / 1e9)}-${print.rate(high)} busbw at ${print.bytes(bytes)} (${algorithm}).`,
    atSize: ({ collective, machine, bytes, seconds, busbw, algorithm }, print) =>
      `${collective} of ${print.bytes(bytes)} on ${machine} should take ${print.duration(seconds)}: ${print.rate(busbw)} busbw (${algorithm}).`,
    step: ({ what, machine, exposedSeconds, computeSeconds, share, overlap }, print) =>
      `${what} on ${machine}: communication adds ${print.duration(exposedSeconds)} to ${print.duration(computeSeconds)} of computation (${print.percent(share)} of the step)${overlap > 0 ? '' : ', if none of it is hidden'}.`,
    compared: ({ collective, machines, best, times, least, bytes }, print) =>
      `${best} is the fastest of ${print.count(machines)} machines for ${collective}${bytes === undefined ? '' : ` of ${print.bytes(bytes)}`}: ${print.number(times)} times as fast as ${least}.`,
  },
  labels: {
    machine: 'machine',
    reading: 'reading',
    expected: 'expected GB/s',
    yours: 'yours',
    bound: 'bound by',
    basis: 'basis',
    size: 'size',
    time: 'time',
    band: 'healthy',
    algorithm: 'algorithm',
    byDefault: 'default',
    wire: 'wire, one direction',
    wireMark: 'nominal',
    plateau: 'plateau',
    supposed: 'assumed',
    decide: 'Check',
    sources: 'sources',
    step: 'step',
    preset: 'preset',
  },
  machine: ({ gpus, links, linkName, nics, nicBandwidth, nodes }, print) =>
    [
      counted(gpus, print, 'GPU'),
      linkName === 'PCIe'
        ? 'connected by PCIe'
        : `${links} ${linkName === 'NVLink' ? 'NVLinks' : 'xGMI links'} each`,
      ...(nics === 0 ? [] : [`${nics} x ${print.bits(nicBandwidth)}${nodes > 1 ? ' per node' : ''}`]),
    ].join(', '),
  reading: ({ given, seconds, algbw, busbw, bytes, sizeSupposed }, print) => {
    const at = print.bytes(bytes)
    if (given === 'time')
      return `${print.duration(seconds)} for ${at}: ${print.rate(algbw)} algbw, ${print.rate(busbw)} busbw`
    if (given === 'algbw')
      return `${print.rate(algbw)} algbw at ${at} is ${print.rate(busbw)} busbw${sizeSupposed ? '; for another size, add --size 1G' : ''}`
    return sizeSupposed
      ? `${print.rate(busbw)}, read as busbw at ${at}; otherwise add --size 1G or --algbw, or give a time`
      : `${print.rate(busbw)}, read as busbw at ${at}; if it is algbw, add --algbw`
  },
  bound: ({ bound, count, each }, print) =>
    count === undefined || each === undefined
      ? BOUNDS[bound].alone
      : `${print.count(count)} ${plural(count, BOUNDS[bound].one, BOUNDS[bound].many)} x ${print.rate(each)}`,
  wire: ({ nics, bitsPerSecond }, print) => `${nics} x ${print.bits(bitsPerSecond / 8)}`,
  basis: {
    published: 'published',
    'nccl-model': 'NCCL model',
    'closed-form': 'closed form',
    simulated: 'simulated',
  },
  notes: {
    twoNodes: ({ other }) =>
      `On two nodes the default exceeds the NIC rate, so it does not test the network.${other ? ` ${other} does.` : ''}`,
    nvls: ({ busbw, wire, links, ranks }, print) =>
      `NVLS: the switch reduces and multicasts, so busbw exceeds the rate of the links. At ${print.rate(busbw)} busbw the links of each GPU carry ${print.rate(wire)} of ${print.rate(links)} (algbw x ${ranks + 1}/${ranks}). Rings and other collectives stay below the rate of the links.`,
    range: () => 'Below 1 MiB, launch and fabric determine the time. Judge the machine at 8G or 16G instead.',
    wide: () =>
      'The result depends on mainboard and driver. Compare with an identical machine: ringscope diagnose NEW --baseline OLD',
    above: () =>
      'This is more than the links can carry. Check the machine, the collective, and that the number is busbw in GB/s (not Gb/s, not both directions).',
  },
  faults: {
    'smaller-size': {
      name: ({ bytes = 0 }, print) => `a healthy run at about ${print.bytes(bytes)}`,
      check: 'rerun with -e 16G and read the last row',
    },
    'nic-lost': {
      name: ({ left = 0, of = 0 }) => `${left} of ${of} NICs in use`,
      check: "ibstat | grep -E 'State|Rate' on each node: every port must be Active at full rate",
    },
    'one-nic': {
      name: () => 'one NIC for all GPUs',
      check: "NCCL_DEBUG=INFO ... 2>&1 | grep 'NET/IB : Using' must list every NIC",
    },
    'gdr-off': {
      name: () => 'GPUDirect RDMA off or ACS on, half the rate',
      check:
        'lsmod | grep nvidia_peermem on each node must list it; lspci -vvv | grep ACSCtl must not show ReqRedir+',
    },
    'nic-on-cpu': {
      name: () => 'a NIC attached to a CPU instead of the GPUs’ PCIe switch',
      check: 'nvidia-smi topo -m: GPU to NIC must be PIX or PXB, not PHB, NODE or SYS',
    },
    'nvls-off': {
      name: () => 'NVLS off (rings over NVLink)',
      check:
        'NCCL_DEBUG=INFO ... 2>&1 | grep NVLS; systemctl status nvidia-fabricmanager; echo $NCCL_NVLS_ENABLE',
    },
    'nvlinks-lost': {
      name: ({ left = 0, of = 0 }) => `a GPU with ${left} of ${of} NVLinks`,
      check: 'nvidia-smi nvlink -s: every GPU must have the same number of links, none inactive',
    },
    'p2p-off': {
      name: () => 'peer-to-peer off (data goes through shared memory)',
      check: 'env | grep NCCL_P2P; nvidia-smi topo -p2p r must say OK',
    },
    'pcie-downtrained': {
      name: () => 'PCIe at half its width or rate',
      check: 'under load: nvidia-smi --query-gpu=pcie.link.gen.current,pcie.link.width.current --format=csv',
    },
    tcp: {
      name: () => 'TCP instead of RDMA',
      check: "NCCL_DEBUG=INFO ... 2>&1 | grep 'Using network' must not say Socket",
    },
    'ring-forced': {
      name: () => 'a leftover NCCL_ALGO=RING',
      check: 'env | grep NCCL_ALGO; grep NCCL /etc/nccl.conf ~/.nccl.conf',
    },
    'll-forced': {
      name: () => 'a leftover NCCL_PROTO=LL',
      check: 'env | grep NCCL_PROTO; grep NCCL /etc/nccl.conf ~/.nccl.conf',
    },
  },
  faultReaches: ({ name, busbw, algorithm }, print) =>
    `${name} (${algorithm ? `${algorithm} ` : ''}${print.number(busbw / 1e9)})`,
  possible: ({ measured, faults }, print) =>
    `Possible causes, each of which alone would give about ${print.rate(measured)}: ${faults.join('; ')}`,
  tooFar: ({ faults }) => `Too far off to be the cause: ${faults.join('; ')}`,
  decide: {
    size: ({ bytes, largest, command }, print) =>
      `the size: if it was ${print.bytes(bytes)}, rerun with -e ${sizeOption(largest)}, or ${command}`,
    ring: ({ setting, test, low }, print) =>
      `${setting} ${test} -b 4G -e 16G -f 2 : at ${print.rate(low)} or more the network is healthy`,
    collect: ({ test }) =>
      `everything at once: ${test} -b 8 -e 16G -f 2 -g <GPUs per node> | ringscope diagnose -`,
  },
  step: ({ what, bytes, computeSeconds, communicationSeconds, share }, print) =>
    `${what}: ${print.bytes(bytes)} per step. Communication takes ${print.duration(communicationSeconds)} and computation ${print.duration(computeSeconds)}, so communication is ${print.percent(share)} of the step.`,
  stepHidden: (
    { what, bytes, computeSeconds, communicationSeconds, exposedSeconds, overlap, share },
    print,
  ) =>
    `${what}: ${print.bytes(bytes)} per step. Communication takes ${print.duration(communicationSeconds)}, of which ${print.percent(overlap)} is hidden. The remaining ${print.duration(exposedSeconds)} add to ${print.duration(computeSeconds)} of computation: ${print.percent(share)} of the step.`,
}

/** As nccl-tests takes it: 16G. */
const sizeOption = (bytes: number): string => `${Math.round(bytes / 2 ** 30)}G`

const BOUNDS = {
  latency: { alone: 'latency', one: 'hop', many: 'hops' },
  protocol: { alone: 'the protocol', one: 'channel', many: 'channels' },
  nvlink: { alone: 'NVLink', one: 'NVLink', many: 'NVLinks' },
  nvls: { alone: 'NVLink SHARP', one: 'NVLink', many: 'NVLinks (NVLS)' },
  xgmi: { alone: 'xGMI', one: 'xGMI link', many: 'xGMI links' },
  pcie: { alone: 'PCIe', one: 'PCIe link', many: 'PCIe links' },
  'cpu-interconnect': { alone: 'CPU socket link', one: 'CPU link', many: 'CPU links' },
  nic: { alone: 'the NICs', one: 'NIC', many: 'NICs' },
  fabric: { alone: 'the fabric', one: 'NIC', many: 'NICs' },
} as const
