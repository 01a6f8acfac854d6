/** English: the words of a report. */
import type { Print } from '../../base/print.ts'
import type { ReportTexts } from '../report.ts'
import { counted, either, list, plural } from './phrases/words.ts'

export const report: ReportTexts = {
  status: { broken: 'BROKEN', degraded: 'DEGRADED', healthy: 'HEALTHY', unknown: 'UNDECIDED' },
  severity: { error: 'ERROR', warning: 'WARNING', info: 'INFO', ok: 'OK' },
  confidence: { certain: 'certain', likely: 'likely', possible: 'possible' },
  headline: {
    below: ({ what, measured, expected, share, cause }, print) =>
      `${what} reaches ${print.rate(measured)} of ${print.rate(expected)} (${print.percent(share)})${cause ? `: ${cause}` : ''}.`,
    healthy: ({ what, measured, expected, share, machine, undecided, of }, print) =>
      `${what} reaches ${print.rate(measured)}, ${print.percent(share)} of the ${print.rate(expected)} expected on ${machine}.${unjudged(undecided, of, print)}`,
    undecided: ({ what, measured, bytes }, print) =>
      `${what} reaches ${print.rate(measured)} at ${print.bytes(bytes)}; these files do not show whether that is good.`,
    healthyOnEvery: ({ what, measured, low, high, machine, undecided, of }, print) =>
      `${what} reaches ${print.rate(measured)}: healthy on every machine that ${machine} can be (${print.rate(low)} to ${print.rate(high)} expected).${unjudged(undecided, of, print)}`,
    healthyAbove: ({ what, measured, low, high, machine, undecided, of }, print) =>
      `${what} reaches ${print.rate(measured)}, above the ${print.rate(low)} to ${print.rate(high)} expected on ${machine}.${unjudged(undecided, of, print)}`,
    withRanks: ({ what, ranks }) => `${what} with ${ranks} ranks`,
    finding: ({ title }) => `${title}.`,
    nothingMeasured: () => 'These files hold no measurement that could be judged.',
    nothingUnderstood: () => 'No input was recognised.',
  },
  labels: {
    machine: 'machine',
    measured: 'measured',
    expected: 'expected',
    size: 'size',
    time: 'time',
    share: 'share',
    latencyBound: 'latency-bound',
    do: 'do',
    verify: 'verify',
    inOrder: 'In order',
    notSeen: 'Not seen',
    read: 'Read',
    next: 'Next',
    supposed: 'Unknown',
    asBuilt: 'as built',
    asFound: 'as found',
    explains: 'explains',
    hosts: 'hosts',
    host: 'run',
    fromSiblings: 'vs siblings',
    verdict: 'verdict',
    findings: 'Findings',
    evidence: 'evidence',
    notes: 'Notes',
    yours: 'Yours',
    more: 'more',
  },
  system: ({ title, nodes, mostNodes = nodes, hosts, preset, used, gpus }) => {
    const named = hosts.length > 3 ? `${hosts.slice(0, 2).join(', ')}, … (${hosts.length})` : hosts.join(', ')
    const count = mostNodes > nodes ? `${nodes}-${mostNodes}` : `${nodes}`
    const machine = mostNodes > 1 ? `${count} x (${title})` : title
    return `${named ? `${named}: ` : ''}${machine}${preset && preset !== title ? ` (${preset})` : ''}${used === undefined ? '' : `, ${used} of ${gpus} GPUs used${nodes > 1 ? ' on each node' : ''}`}`
  },
  measuredAt: ({ quantity, rate, bytes, flatFrom }, print) =>
    `${print.rate(rate)} ${quantity} at ${print.bytes(bytes)}${flatFrom === undefined ? '' : `, flat from ${print.bytes(flatFrom)} up`}`,
  reason: ({ bound, count, each, share, sendsLess, algorithm }, print) => {
    const what = BOUNDS[bound]
    return count === undefined || each === undefined || share === undefined
      ? `${algorithm}, bound by ${what}`
      : `${print.count(count)} ${what} x ${print.rate(each)}, ${print.percent(share)} of it ${sendsLess ? `(${algorithm} sends less than busbw counts)` : 'reached'}`
  },
  basis: {
    published: ({ low, high, source, bytes }, print) =>
      `published ${print.number(low)}-${print.number(high)}${bytes === undefined ? '' : ` at ${print.bytes(bytes)}`}: ${source}`,
    'nccl-model': ({ source }) => `model: ${source}`,
    'closed-form': ({ source }) => `closed form: ${source}`,
    simulated: ({ source }) => `simulated: ${source}`,
  },
  explainsMeasured: ({ measured }, print) => `explains ${print.number(measured)}`,
  bound: {
    latency: 'latency-bound',
    protocol: 'protocol-bound',
    nvlink: 'link-bound',
    nvls: 'switch-bound (NVLS)',
    xgmi: 'link-bound (xGMI)',
    pcie: 'PCIe-bound',
    'cpu-interconnect': 'socket-bound',
    nic: 'NIC-bound',
    fabric: 'fabric-bound',
  },
  assumed: {
    gpu: 'the GPU model',
    'gpu-count': 'the number of GPUs per node',
    nvlinks: 'how the GPUs are linked (as usual for this model)',
    nodes: 'the number of nodes',
    nics: 'the number and speed of the NICs',
    'nic-rate': 'the speed of the NICs',
    'nic-placement': 'that the NICs are attached to the GPUs’ PCIe switches',
    fabric: 'the fabric between the nodes',
    cpu: 'the CPU (Intel)',
    pcie: 'the PCIe layout',
    ranks: 'that all GPUs were used',
  },
  contradicted: ({ given, read }) => `--on says ${given}, the file says ${read}: the file is judged`,
  open: {
    gpu: 'the GPU model',
    'gpu-count': 'how many GPUs the board has',
    'nvlink-domain': 'whether one NVLink domain joins the hosts',
    nvlinks: 'whether the cards are bridged',
    host: 'the CPU and the slots of the host',
    network: 'the NICs',
    nvls: 'the version of NCCL',
  },
  reading: {
    follows: 'follows from the number',
    value: ({ values, expected }, print) => `${print.rate(expected)} with ${either(values.slice(0, 3))}`,
    band: ({ low, high }, print) => `${print.rate(low)} to ${print.rate(high)}`,
    grade: {
      healthy: 'yours is healthy',
      acceptable: 'yours is healthy',
      low: 'yours is low',
      bad: 'yours is far too low',
    },
  },
  notSeen: {
    'topo-matrix': 'how GPUs and NICs are connected (nvidia-smi topo -m)',
    'topo-matrix-amd': 'how GPUs are connected (rocm-smi --showtopo)',
    'nccl-log': 'the path the data took (NCCL_DEBUG=INFO)',
    clocks: 'clocks, PCIe width, NIC counters',
    'gpu-clocks': 'clocks (nvidia-smi -q)',
    'pcie-links': 'PCIe width (lspci -vvv)',
    'nic-counters': 'NIC counters',
  },
  onSomeHosts: ({ what }) => `whether on all hosts: ${list(what)}`,
  collectNext: (machine) => {
    const { shortForm, gpus, vendor } = machine ?? ANY_MACHINE
    const [list, topology] =
      vendor === 'amd'
        ? ['rocm-smi --showproductname', 'rocm-smi --showtopo']
        : ['nvidia-smi -L', 'nvidia-smi topo -m']
    return {
      gpu: `the GPU model: ${list} shows it; pass it with --on`,
      'gpu-count': `the number of GPUs per node: ${list} shows it; pass it with --on`,
      nvlinks: `how the GPUs are linked: add the output of ${topology}`,
      nodes: 'the number of nodes of the run: pass it with --nodes N',
      nics: `the NICs: ibstat shows them; pass them with --on, for instance --on ${shortForm}+8x400G`,
      'nic-rate': `the speed of the NICs: ibstat shows it; pass it with --on, for instance --on ${shortForm}+8x400G`,
      'nic-placement': `where the NICs are attached: add the output of ${topology}`,
      fabric: 'the fabric: add --fabric ib, roce, efa or tcp',
      cpu: `the CPU: lscpu shows it; pass it with --on, for instance --on ${shortForm},amd`,
      pcie: `the PCIe layout: add the output of ${topology}`,
      'nvlink-domain':
        'whether NVLink joins the hosts: NCCL_DEBUG=INFO prints the clique, or pass the rack with --on gb200-nvl72',
      library: 'the version of NCCL: NCCL_DEBUG=VERSION prints it',
      'larger-size': 'larger sizes: rerun with -e 8G or -e 16G',
      ring: 'the network itself: rerun with NCCL_ALGO=RING',
      machine: 'the machine: name it with --on, for instance --on dgx-h100 (ringscope list presets)',
      measurement: `a measurement: all_reduce_perf -b 1M -e 16G -f 2 -g ${gpus} (nccl-tests)`,
      collective: 'which collective was measured: keep the command line, or the whole output',
      ranks: 'the number of ranks: keep the device lines of the output, or add --ranks N',
      rows: 'what happened before the first row: rerun with NCCL_DEBUG=INFO ... 2>&1 | tee nccl.log, and look at the last lines of each rank',
      'row-format':
        'the rows as nccl-tests prints them: keep its output unchanged, or pass two columns, size and busbw, as CSV',
      'all-logs':
        'the logs of all ranks: the rank that failed first is not in these files (NCCL_DEBUG=INFO NCCL_DEBUG_FILE=nccl.%h.%p.log)',
      format:
        'a known format, such as the output of nccl-tests, rccl-tests or nvidia-smi topo -m (ringscope list formats shows all)',
      plausible:
        'check the machine, the number of nodes and the unit (GB/s in one direction): this machine cannot carry that much',
      log: 'the path the data took: rerun with NCCL_DEBUG=INFO and keep the log',
    }
  },
  inputs: ({ files, lines, bytes, skipped }, print) =>
    `${counted(files, print, 'file')}, ${[
      ...(lines > 0 || bytes === 0 ? [counted(lines, print, 'line')] : []),
      ...(bytes > 0 ? [print.bytes(bytes)] : []),
    ].join(' and ')}${skipped === 0 ? '' : `, ${print.count(skipped)} skipped`}`,
  moreRows: ({ rows }, print) => `${print.count(rows)} more ${plural(rows, 'size')} with --verbose`,
  join: { items: ', ', names: ', ', sentences: '; ', after: ': ', aside: (text) => ` (${text})` },
  alike: ({ findings }, print) => ` (and ${print.count(findings)} similar)`,
  moreFindings: ({ findings }, print) => `${print.count(findings)} more with --verbose`,
  repeated: ({ repeats }, print) => `median of ${counted(repeats, print, 'run')}`,
}

/** Where the files name none. */
const ANY_MACHINE = { shortForm: '8xH100-SXM5', gpus: '<GPUs per node>', vendor: 'nvidia' } as const

const unjudged = (undecided: number, of: number, print: Print): string =>
  undecided === 0 ? '' : ` ${print.count(undecided)} of ${print.count(of)} runs could not be judged.`

const BOUNDS: Readonly<Record<string, string>> = {
  latency: 'latency',
  protocol: 'protocol',
  nvlink: 'NVLinks',
  nvls: 'the NVSwitch (NVLS)',
  xgmi: 'xGMI links',
  pcie: 'PCIe links',
  'cpu-interconnect': 'the link between the CPU sockets',
  nic: 'NICs',
  fabric: 'the fabric',
}
