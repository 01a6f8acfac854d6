/** English: findings that read the shape of a curve, its repeats, and several hosts' curves side by side. */
import type { FindingTexts } from '../findings.ts'
import { sizeOption, testProgram } from '../nccl-tests.ts'

type CurveFindings = Pick<
  FindingTexts,
  | 'latency-bound'
  | 'size-dip'
  | 'size-collapse'
  | 'constant-time'
  | 'tail-latency'
  | 'changed-since-baseline'
  | 'slow-node'
>

export const curveFindings: CurveFindings = {
  'latency-bound': {
    title: ({ collective, from, to, seconds, upTo }, print) =>
      `From ${print.bytes(from)} to ${print.bytes(to)} ${collective} takes ${span(print.duration(seconds), print.duration(upTo))}: latency counts there, not bandwidth`,
    detail: ({ halfBytes }, print) =>
      `busbw says nothing there.${halfBytes === undefined ? '' : ` A fit of latency and bandwidth puts half of the bandwidth at about ${print.bytes(rounded(halfBytes))}.`} Many small calls in a job cost this time each.`,
    actions: () => ['Join small tensors into larger buckets, so that fewer calls are made'],
  },
  'size-dip': {
    title: ({ collective, bytes, measured, before, beforeBytes, drop }, print) =>
      `${collective} dips by ${print.percent(drop)} at ${print.bytes(bytes)}: ${print.rate(measured)} after ${print.rate(before)} at ${print.bytes(beforeBytes)}`,
    detail: ({ after, afterBytes, others }, print) =>
      `${others === 0 ? '' : `The deepest of ${print.count(others + 1)}. `}It recovers to ${print.rate(after)} at ${print.bytes(afterBytes)}, so that the links are fine: NCCL changes algorithm or protocol about there, and a setting (NCCL_MIN_NCHANNELS, NCCL_PROTO, NCCL_ALGO, a tuner file) can have moved that point.`,
    actions: ({ collective, beforeBytes, afterBytes }) => [
      "env | grep -E 'NCCL_(ALGO|PROTO|MIN_NCHANNELS|MAX_NCHANNELS|TUNER)'; grep NCCL /etc/nccl.conf ~/.nccl.conf: unset what is set, and measure again",
      `NCCL_ALGO=RING, then NCCL_ALGO=TREE: ${testProgram(collective)} -b ${sizeOption(beforeBytes)} -e ${sizeOption(afterBytes)} -f 2 shows which one dips`,
      'If it stays without any setting: repeat the run (-n 100) and try another NCCL version',
    ],
    verify: ({ collective, beforeBytes, afterBytes }) =>
      `${testProgram(collective)} -b ${sizeOption(beforeBytes)} -e ${sizeOption(afterBytes)} -f 2 rises from row to row`,
  },
  'size-collapse': {
    title: ({ collective, bytes, best, fromBytes, measured }, print) =>
      `${collective} collapses above ${print.bytes(bytes)}: from ${print.rate(best)} to ${print.rate(measured)} from ${print.bytes(fromBytes)} on`,
    cause: ({ bytes, drop }, print) => `it loses ${print.percent(drop)} above ${print.bytes(bytes)}`,
    detail: ({ drop, nodes }, print) =>
      `All larger sizes lose ${print.percent(drop)} of the bandwidth. ${
        nodes === 1
          ? 'Inside one node this is a buffer or a path that larger messages take.'
          : 'Across nodes this is how congestion and packet loss look (RoCE without flow control that works): small bursts pass, long ones overflow the switch.'
      }`,
    actions: ({ nodes, collective, bytes }) =>
      nodes === 1
        ? [
            `NCCL_DEBUG=INFO ${testProgram(collective)} -b ${sizeOption(bytes)} -e 8G -f 2 2>&1 | tee nccl.log: which path is taken?`,
            'df -h /dev/shm; env | grep NCCL_BUFFSIZE',
          ]
        : [
            "On each node, before and after the run: ethtool -S IFACE | grep -E 'discard|pause|out_of_buffer'; growing numbers are loss",
            'mlnx_qos -i IFACE, and the same on the switch: is PFC on for the priority of RoCE, end to end?',
            'Two nodes on one leaf switch, then two on different ones: loss on one path only is the spine',
          ],
    verify: ({ collective, best }, print) =>
      `${testProgram(collective)} -b 1M -e 8G -f 2 stays at ${print.rate(best)} or more up to the end`,
  },
  'constant-time': {
    title: ({ collective, seconds, from, to }, print) =>
      `${collective} takes ${print.duration(seconds)} at every size from ${print.bytes(from)} to ${print.bytes(to)}`,
    detail: ({ seconds, latency }, print) =>
      `A transfer would take longer the more it carries. ${print.duration(seconds)} is ${print.number(seconds / latency)} times what the smallest call may take (${print.duration(latency)}): each call waits for something else, as where GPUs reach each other by a path that the platform only emulates.`,
    actions: ({ collective }) => [
      `NCCL_P2P_DISABLE=1 ${testProgram(collective)} -b 8 -e 64M -f 2: fast then means that peer-to-peer is what hangs (ACS, IOMMU, a virtual machine)`,
      'lspci -vvv | grep ACSCtl (as root): ReqRedir+ or CmpltRedir+ above a GPU redirects its traffic',
      'NCCL_DEBUG=INFO ... 2>&1 | tee nccl.log: which transport is used?',
    ],
    verify: ({ collective, latency }, print) =>
      `${testProgram(collective)} -b 8 -e 1M -f 2 starts at about ${print.duration(latency)} or below`,
  },
  'tail-latency': {
    title: ({ collective, bytes, p50, p99, mean }, print) =>
      `1 of 100 calls of ${collective} at ${print.bytes(bytes)} takes ${print.duration(p99)} or more; the ${mean ? 'mean' : 'median'} is ${print.duration(p50)}`,
    detail: ({ p50, p99, iterations, mean, nodes }, print) =>
      `P99 is ${print.number(p99 / p50)} times the ${mean ? 'mean (the file has no median)' : 'median'} over ${print.count(iterations)} iterations. A training step waits for its slowest call${nodes === 1 ? '' : '; over RoCE or TCP this is how retransmission looks'}.`,
    actions: ({ nodes }) => [
      ...(nodes === 1
        ? ['numactl or mpirun --bind-to numa: keep each process beside its GPU, away from busy cores']
        : [
            "On each node, before and after the run: ethtool -S IFACE | grep -E 'discard|retrans|out_of_sequence'",
          ]),
      'nvidia-smi -q -d PERFORMANCE,CLOCK while it runs: does a GPU slow down?',
      'Other jobs on these machines? Repeat when it is quiet',
    ],
    verify: ({ collective, bytes }) =>
      `${testProgram(collective)} -b ${sizeOption(bytes)} -e ${sizeOption(bytes)} -n 1000 -I 1: i_p99 below three times the median`,
  },
  'changed-since-baseline': {
    title: ({ collective, bytes, measured, was, change, only, settings }, print) =>
      only
        ? `${print.count(settings.length)} ${settings.length === 1 ? 'setting has' : 'settings have'} changed since the baseline: ${settings.map(({ name }) => name).join(', ')}`
        : `${collective} at ${print.bytes(bytes)} is ${print.percent(Math.abs(change))} ${change < 0 ? 'slower' : 'faster'} than the baseline: ${print.rate(measured)}, was ${print.rate(was)}`,
    detail: ({ lowest, highest, runs, settings, only }, print) =>
      [
        ...(settings.length > 0
          ? [
              `Settings that changed: ${settings.map(({ name, was, now }) => `${name} ${was ?? absent(name)} -> ${now ?? absent(name)}`).join('; ')}.`,
            ]
          : ['No setting that these files hold has changed.']),
        ...(only
          ? []
          : [
              runs > 1
                ? `The baseline's ${print.count(runs)} runs lie between ${print.rate(lowest)} and ${print.rate(highest)}.`
                : 'The baseline is one run: how far it scatters is not known.',
            ]),
      ].join(' '),
    actions: ({ change, settings, runs, collective, bytes, only }) =>
      change > 0 || only
        ? []
        : [
            ...(settings.length > 0
              ? [`Set back what changed, one by one: ${settings.map(({ name }) => name).join(', ')}`]
              : []),
            ...(runs > 1
              ? []
              : [
                  `Repeat three times, to know the spread: ${testProgram(collective)} -b ${sizeOption(bytes)} -e ${sizeOption(bytes)} -n 100`,
                ]),
            'What these files do not hold: driver, firmware, BIOS, cabling, other jobs on the fabric',
          ],
  },
  'slow-node': {
    title: ({ host, collective, measured, siblings, below }, print) =>
      `${host} is ${print.percent(below)} slower than its siblings: ${collective} ${print.rate(measured)}, theirs ${print.rate(siblings)}`,
    cause: ({ host }) => `${host} is slow`,
    detail: ({ hosts, bytes, siblings }, print) =>
      bytes === undefined
        ? `By the table of pairs this host is slow with nearly every partner; ${print.rate(siblings)} is the median of ${print.count(hosts)} hosts. A job that includes it runs at its pace.`
        : `${print.count(hosts)} hosts ran the same test; ${print.rate(siblings)} is the median of all at ${print.bytes(bytes)}, and the others lie close to it. A job that includes this host runs at its pace.`,
    actions: ({ host }) => [
      `On ${host} and on a sibling, then compare: nvidia-smi nvlink -s; nvidia-smi topo -m; nvidia-smi -q -d PERFORMANCE,CLOCK; ibstat`,
      `Until it is found: drain ${host}`,
    ],
    verify: ({ collective, siblings }, print) =>
      `${testProgram(collective)} -b 1G -e 8G -f 2 on this host reaches about ${print.rate(siblings)}`,
  },
}

/** A fitted size is no exact one: the nearest power of two. */
const rounded = (bytes: number): number => 2 ** Math.round(Math.log2(bytes))

/** One time, or the shortest and the longest. */
const span = (from: string, to: string): string => (from === to ? from : `${from} to ${to}`)

/** A variable that is not there was not set; of a version or an option the file only says nothing. */
const absent = (name: string): string => (name.includes('_') ? 'unset' : 'not said')
