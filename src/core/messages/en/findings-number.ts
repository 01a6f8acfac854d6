/** English: findings that read the number. Numbers arrive in SI units and are printed by `print`. */
import type { Print } from '../../base/print.ts'
import type { BasisKind } from '../../expectation/expectation.ts'
import type { FaultGuess, FindingTexts, Reached } from '../findings.ts'
import { testProgram } from '../nccl-tests.ts'
import { expect } from './expect.ts'
import { report } from './report.ts'

/** From here on waiting is worth a sentence. */
const MUCH_WAITING = 0.3
/** share-of-limit: more, and the limit is none. */
const LIMIT_DISTURBED = 1.5

type NumberFindings = Pick<
  FindingTexts,
  | 'number-is-healthy'
  | 'bandwidth-below-expected'
  | 'share-of-limit'
  | 'average-misread'
  | 'sweep-not-saturated'
  | 'busbw-above-link'
  | 'single-rank'
  | 'wrong-results'
  | 'collectives-disagree'
  | 'test-proves-less'
  | 'insufficient-evidence'
>

export const numberFindings: NumberFindings = {
  'number-is-healthy': {
    title: ({ collective, measured, expected, share, low, high }, print) =>
      share < 0.9
        ? `${collective} reaches ${print.rate(measured)}, within the ${print.rate(low)} to ${print.rate(high)} of healthy machines of this kind`
        : `${collective} reaches ${print.rate(measured)}, ${print.percent(share)} of the ${print.rate(expected)} expected here`,
    detail: ({ bytes, low, high, source, basis, spread, assumed }, print) =>
      [
        `Read at the largest size, ${print.bytes(bytes)}: ${band({ low, high, source, basis }, print)} there, and 90 % of the middle is enough.`,
        ...(spread
          ? [
              `${print.count(spread.repeats)} runs, between ${print.rate(spread.lowest)} and ${print.rate(spread.highest)}.`,
            ]
          : []),
        ...supposed(assumed),
      ].join(' '),
    actions: () => [],
  },
  'bandwidth-below-expected': {
    title: ({ collective, measured, expected, share, bytes }, print) =>
      `${collective} reaches ${print.rate(measured)} of ${print.rate(expected)} (${print.percent(share)}) at ${print.bytes(bytes)}`,
    detail: (v, print) =>
      [
        capital(`${band(v, print)}.`),
        `What takes 1 s there takes ${print.duration(1 / v.share)} here.`,
        ...(v.asFound === undefined
          ? []
          : [`With the links that topo -m shows, ${print.rate(v.asFound)} can be expected.`]),
        ...(v.fits.length > 0
          ? [
              `Each of these alone would give about this, but nothing here shows it: ${guesses(v.fits, print)}.`,
            ]
          : []),
        ...(v.ruledOut.length > 0
          ? [`Too far off to be it alone: ${guesses(v.ruledOut.slice(0, MOST_RULED_OUT), print)}.`]
          : []),
        ...supposed(v.assumed),
      ].join(' '),
    actions: ({ fits, collective }) => [
      ...fits.map(({ fault }) => expect.faults[fault].check),
      ...(fits.length === 0
        ? [
            `NCCL_DEBUG=INFO ${testProgram(collective)} -b 1G -e 8G -f 2 2>&1 | tee nccl.log: the path that the data took`,
          ]
        : []),
    ],
    verify: ({ collective, low }, print) =>
      `${testProgram(collective)} -b 1G -e 16G -f 2 should show at least ${print.rate(low)}`,
  },
  'share-of-limit': {
    title: ({ collective, bytes, seconds, share }, print) =>
      `${collective} of ${print.bytes(bytes)} on CPUs takes ${print.duration(seconds)}: ${share > LIMIT_DISTURBED ? `faster than what was measured as the limit (${print.percent(share)} of it)` : `${print.percent(share)} of what this machine allows`}`,
    detail: ({ ranks, algorithm, limitSeconds, share, waiting }, print) =>
      [
        `${ranks} ranks, by ${algorithm}; the machine's own limit, measured in the same run, is ${print.duration(limitSeconds)}. No GPU took part, so this says nothing of NCCL.`,
        ...(share > LIMIT_DISTURBED
          ? [
              'The limit is none then: caches served the collective and not the limit, or something else held the machine while it was measured.',
            ]
          : []),
        ...(waiting >= MUCH_WAITING
          ? [`${print.percent(waiting)} of the time ranks waited for the late one.`]
          : []),
      ].join(' '),
    actions: ({ share, waiting }) =>
      share > LIMIT_DISTURBED
        ? ['ringscope perf COLLECTIVE -b 64M -e 64M, while nothing else runs here']
        : share >= 0.6
          ? []
          : [
              'ringscope perf COLLECTIVE --algo all: which algorithm is nearest to the limit',
              ...(waiting >= MUCH_WAITING
                ? ['no more ranks than idle cores: ranks that share a core wait for each other']
                : []),
            ],
  },
  'average-misread': {
    title: ({ collective, average, measured, bytes }, print) =>
      `The number of ${collective} is ${print.rate(measured)} (at ${print.bytes(bytes)}), not the average of ${print.rate(average)}`,
    detail: ({ smallest, bytes }, print) =>
      `"Avg bus bandwidth" is the mean over all sizes from ${print.bytes(smallest)} to ${print.bytes(bytes)}; where small ones are among them, it says nothing of what the links carry.`,
    actions: () => ['Compare the busbw of the last row; for an average that counts, start at -b 1G'],
  },
  'sweep-not-saturated': {
    title: ({ collective, gain, bytes }, print) =>
      `The sweep of ${collective} ends at ${print.bytes(bytes)} while it still rises: the last doubling gained ${print.percent(gain)}`,
    detail: ({ measured, expected, share }, print) =>
      `${print.rate(measured)} is ${print.percent(share)} of ${print.rate(expected)}, but the curve is not flat yet, so that this says nothing against the machine.`,
    actions: ({ collective }) => [
      `${testProgram(collective)} -b 1G -e 16G -f 2: go on until a doubling gains less than 5 %`,
    ],
  },
  'busbw-above-link': {
    title: ({ collective, measured, link, of }, print) =>
      `${collective} shows ${print.rate(measured)} busbw, more than the ${print.rate(link)} that ${of === 'nics' ? "a node's NICs" : "a GPU's links"} carry in one direction`,
    detail: ({ why, wire, ranks }, print) => {
      switch (why) {
        case 'nvls':
          return `That is right: with NVLS the switch adds, and less crosses each link than busbw supposes. On the wire it is algbw x ${ranks + 1}/${ranks}${wire === undefined ? '' : ` = ${print.rate(wire)}`}.`
        case 'tree-on-two-nodes':
          return 'That is right: on two nodes a tree sends the data across once in each direction, while busbw counts as if it were a ring. It says nothing of the NICs.'
        case 'more-than-said':
          return 'Neither NVLS nor a tree on two nodes accounts for it here: the machine has more links or NICs than was said, or the number is not busbw in GB/s.'
      }
    },
    actions: ({ why, collective }) =>
      why === 'more-than-said'
        ? [
            'Say the machine with --on as it is, for instance --on 8xH100-SXM5+8x400G',
            'Was it Gb/s, or both directions added? Give GB/s of one direction',
          ]
        : [
            `NCCL_ALGO=RING ${testProgram(collective)} -b 1G -e 16G -f 2: with a ring, busbw is what the links carry`,
          ],
  },
  'single-rank': {
    title: ({ runs, together }, print) =>
      together
        ? `${print.count(runs)} runs of one rank each ran side by side: nothing was sent between GPUs`
        : 'The test ran with one rank: nothing was sent between GPUs',
    cause: ({ together }) => (together ? 'nccl-tests was built without MPI' : 'one rank alone'),
    detail: ({ together }) =>
      together
        ? 'The device lists of several runs stand before the first row, each with rank 0 alone: mpirun started programs that do not know of each other. busbw of one rank is 0 by its formula.'
        : 'busbw of one rank is 0 by its formula (factor (n-1)/n), and algbw is a copy inside the GPU.',
    actions: ({ together }) =>
      together
        ? [
            'Build nccl-tests with make MPI=1 MPI_HOME=/path/to/mpi',
            'Then mpirun -np N ... all_reduce_perf -g 1',
          ]
        : [
            'All GPUs of one node from one process: all_reduce_perf -b 8 -e 8G -f 2 -g 8',
            'Several nodes: make MPI=1, then mpirun with one process a GPU and -g 1',
          ],
    verify: () => 'The device list shows Rank 0 to Rank N-1 under one header',
  },
  'wrong-results': {
    title: ({ collective, wrong, rows, of, error }, print) =>
      wrong > 0
        ? `${collective} gives wrong results: ${print.count(wrong)} values out of bounds`
        : `${collective} gives wrong results: errors up to ${print.number(error ?? 0)} in ${print.count(rows)} of ${print.count(of)} rows`,
    detail: ({ rows, of, bytes }, print) =>
      [
        ...(bytes === undefined
          ? ['The summary says so.']
          : [
              `${print.count(rows)} of ${print.count(of)} rows are wrong, the smallest at ${print.bytes(bytes)}.`,
            ]),
        'A job on these GPUs computes wrong gradients; how fast it does so is not judged.',
      ].join(' '),
    actions: () => [
      'NCCL_P2P_DISABLE=1, same test: right then means that peer-to-peer is broken (ACS or IOMMU redirects it, or the GPUs are of several models)',
      'Unset NCCL_PROTO: a forced LL128 corrupts data where the hardware does not keep 128 bytes together',
      'Per GPU: dcgmi diag -r 3; nvidia-smi -q -d ECC',
    ],
    verify: ({ collective }) =>
      `${testProgram(collective)} -b 8 -e 8G -f 2 -c 1 shows 0 in every #wrong column`,
  },
  'collectives-disagree': {
    title: ({ why, low, fine }, print) => {
      switch (why) {
        case 'all-low':
          return `${print.count(low.length)} collectives are low together (${reaches(low, print)}): the links that they share`
        case 'only-all-reduce':
          return `Only all_reduce is low (${reaches(low, print)}); ${names(fine)} ${fine.length === 1 ? 'is' : 'are'} fine: the algorithm, not the links`
        case 'only-all-to-all':
          return `Only all_to_all is low (${reaches(low, print)}); ${names(fine)} ${fine.length === 1 ? 'is' : 'are'} fine: NICs or rails, not the links inside the node`
      }
    },
    detail: ({ why, low, fine }, print) => {
      const all = `Low: ${shares(low, print)}.${fine.length > 0 ? ` Fine: ${shares(fine, print)}.` : ''}`
      switch (why) {
        case 'all-low':
          return `${all} What all of them cross is what is slow: a GPU's links, its PCIe path, or the NICs.`
        case 'only-all-reduce':
          return `${all} The others cross the same links. What all_reduce has to itself is its choice of algorithm and NVLS (NVLink SHARP).`
        case 'only-all-to-all':
          return `${all} Only all_to_all sends between all pairs, so that every NIC and every rail carries its own data.`
      }
    },
    actions: ({ why, nodes }) => {
      switch (why) {
        case 'all-low':
          return [
            'nvidia-smi nvlink -s: every GPU the same number of links, none inactive',
            'nvidia-smi topo -m: is the path what you expect?',
            ...(nodes > 1
              ? ["ibstat | grep -E 'State|Rate' on each node: every port Active at full rate"]
              : []),
          ]
        case 'only-all-reduce':
          return [
            'env | grep NCCL_ALGO; grep NCCL /etc/nccl.conf ~/.nccl.conf: is an algorithm forced?',
            'NCCL_DEBUG=INFO ... 2>&1 | grep NVLS: is it in use where the hardware has it?',
          ]
        case 'only-all-to-all':
          return [
            "ibstat | grep -E 'State|Rate' on each node: every port Active at full rate",
            'NCCL_IB_HCA=mlx5_0, then mlx5_1, ...: one NIC at a time shows which one falls behind',
          ]
      }
    },
  },
  'test-proves-less': {
    title: ({ why, collective, bytes, measured, nics = 0 }, print) => {
      switch (why) {
        case 'two-nodes-by-tree':
          return `${collective} on two nodes does not test the network: the default algorithm exceeds the NICs`
        case 'one-rail':
          return `One GPU a node uses one of ${print.count(nics)} NICs: this run says nothing of the others`
        case 'tiny-sizes':
          return `${collective} ends at ${print.bytes(bytes)}: it measures latency and says nothing of bandwidth`
        case 'cpu-time':
          return `The times of ${collective} are CPU times (-C): how long the calls took, not the transfer`
        case 'host-memory':
          return `${collective} reaches ${print.rate(measured)} from host memory: it says nothing of the way to the GPU`
      }
    },
    detail: ({ why, measured, wire, nics = 0 }, print) => {
      switch (why) {
        case 'two-nodes-by-tree':
          return `A tree between two nodes sends each byte across once in each direction, while busbw counts as for a ring${wire === undefined ? '' : `: ${print.rate(measured)} stands beside ${print.rate(wire)} of ${print.count(nics)} NICs`}. A slow NIC can stay hidden, and the fall at the third node is no fault.`
        case 'one-rail':
          return `NCCL drives a NIC from the GPU beside it. With one GPU a node, ${print.rate(measured)} is to be held against one NIC, not against ${print.count(nics)}.`
        case 'tiny-sizes':
          return 'Below 1 MiB the launch of the kernel and the steps of the algorithm decide; a machine with half its links looks the same.'
        case 'cpu-time':
          return 'With -C the time column is cputime; bandwidths made of it are not judged.'
        case 'host-memory':
          return 'GPUDirect RDMA takes another path through PCIe, which ACS, the IOMMU or a missing module can close while host memory is at line rate.'
      }
    },
    actions: ({ why, collective, ring }, print) => {
      switch (why) {
        case 'two-nodes-by-tree':
          return [
            `NCCL_ALGO=RING ${testProgram(collective)} -b 4G -e 16G -f 2${ring === undefined ? '' : `: about ${print.rate(ring)} if the network is fine`}`,
            'Or take three nodes or more',
          ]
        case 'one-rail':
          return [`One rank for each GPU: mpirun with 8 processes a node, ${testProgram(collective)} -g 1`]
        case 'tiny-sizes':
          return [`${testProgram(collective)} -b 8 -e 16G -f 2`]
        case 'cpu-time':
          return [`${testProgram(collective)} -b 8 -e 16G -f 2 without -C`]
        case 'host-memory':
          return [`${collective} --use_cuda=0 (perftest built with CUDA) on both sides`]
      }
    },
  },
  'insufficient-evidence': {
    title: ({ wanted }) =>
      wanted.includes('rows')
        ? 'The test printed its header and no row: it hung, or the output was cut'
        : wanted.includes('measurement')
          ? 'Nothing was measured in these files: they show how the machine is built, not how fast it is'
          : wanted.includes('machine')
            ? 'Whether the number is good depends on the machine: name it with --on (ringscope list presets)'
            : 'These files do not decide whether the number is good',
    detail: ({ wanted }) =>
      wanted.includes('rows')
        ? 'A hang before the first row is seen in the log alone.'
        : 'A verdict needs a measurement, the machine that it was taken on, and sizes large enough for the curve to be flat.',
    actions: ({ wanted }) => wanted.map((what) => report.collectNext[what]),
  },
}

/** The nearest of those that would not give it; all stand in the JSON. */
const MOST_RULED_OUT = 3

interface Band {
  readonly low: number
  readonly high: number
  readonly source: string
  readonly basis?: BasisKind | undefined
}

/** What should be reached: what healthy machines were seen to show, or what a model makes of this one. */
const band = ({ low, high, source, basis }: Band, print: Print): string =>
  `${basis === 'published' ? 'healthy machines of this kind show' : 'the model expects'} ${print.rate(low)} to ${print.rate(high)}${source ? ` (${source})` : ''}`

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)

const supposed = (assumed: readonly (keyof typeof report.assumed)[]): string[] =>
  assumed.length === 0
    ? []
    : [
        `No verdict: it rests on what was supposed (${assumed.map((what) => report.assumed[what]).join('; ')}).`,
      ]

const guesses = (faults: readonly FaultGuess[], print: Print): string =>
  faults
    .map(
      ({ fault, values, reaches }) => `${expect.faults[fault].name(values, print)} (${print.rate(reaches)})`,
    )
    .join('; ')

const names = (all: readonly Reached[]): string => all.map(({ collective }) => collective).join(', ')

const reaches = (all: readonly Reached[], print: Print): string => {
  const shares = all.map(({ share }) => share)
  const [least, most] = [print.percent(Math.min(...shares)), print.percent(Math.max(...shares))]
  return least === most ? least : `${least} to ${most}`
}

const shares = (all: readonly Reached[], print: Print): string =>
  all
    .map(
      ({ collective, measured, expected, share }) =>
        `${collective} ${print.rate(measured)} of ${print.rate(expected)} (${print.percent(share)})`,
    )
    .join(', ')
