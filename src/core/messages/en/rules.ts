/** English: the rules. Conditions and thresholds as in rules/<id>.ts. */
import type { RuleTexts } from '../rules.ts'
import { hostRules } from './explain-host.ts'
import { networkRules } from './explain-network.ts'
import { pathRules } from './explain-paths.ts'
import { settingsRules } from './explain-settings.ts'

export const rules: RuleTexts = {
  ...networkRules,
  ...pathRules,
  ...settingsRules,
  ...hostRules,
  'single-rank': {
    title: 'a run with one rank, or many one-rank runs instead of one job',
    about:
      'Error. With one rank busbw is 0 by formula: nothing was communicated. Several device lists of one rank before any row mean that nccl-tests was built without MPI=1 and started by mpirun: each process measured itself. Complete one-rank runs after one another in a file are no sign of it.',
  },
  'wrong-results': {
    title: 'the test found wrong values',
    about:
      'Error, and the verdict is broken. #wrong above 0, FAILED, or an error far above rounding: data is corrupted. Nothing else is judged before that is repaired. Usual causes: peer-to-peer through an IOMMU, NCCL_PROTO=LL128 where it is not safe, mixed GPU models, bad memory.',
  },
  'number-is-healthy': {
    title: 'the number is as good as this machine gives',
    about:
      'The plateau is at 90 % or more of what is expected on this machine, results are right, and the sweep is long enough. The commonest true answer.',
  },
  'bandwidth-below-expected': {
    title: 'the plateau is below what this machine should reach',
    about:
      'Below 90 % of the middle of the expected band info, below 80 % a warning, below 60 % an error. Names what single fault would give this number within 8 %, and which faults are too far off to be it. Where fabric, NICs or nodes are only supposed, it is at most info.',
  },
  'share-of-limit': {
    title: 'what ringscope perf reached of the limit of the CPUs that it ran on',
    about:
      'Of the largest size: the time beside what memory, a socket or the fabric allows, measured in the same run. Healthy from 60 % to 150 %, else info, since with more the measured limit is none; never an error. It is no number of any GPU.',
  },
  'sweep-not-saturated': {
    title: 'the largest size is too small to judge',
    about:
      'Info. The last doubling of size still gains more than 5 % and the expected value is not reached: rerun with a larger -e (8G or 16G) before judging.',
  },
  'average-misread': {
    title: '"Avg bus bandwidth" is not the result',
    about:
      'Info. The average over all sizes differs from the plateau by more than 10 %. The average mixes in small sizes that are bound by latency; the plateau counts.',
  },
  'busbw-above-link': {
    title: 'busbw above the link or the NICs, and why that is right',
    about:
      'Info. With NVLS the switch adds, and the wire carries algbw x (n+1)/n; on two nodes a tree sends half of what a ring sends. Such a number does not test the wire: NCCL_ALGO=RING does.',
  },
  'latency-bound': {
    title: 'sizes where latency counts and bandwidth says nothing',
    about:
      'Info. Sizes whose time is within 1.5 times that of the smallest size. Low bandwidth there is no fault.',
  },
  'size-dip': {
    title: 'bandwidth falls at one or two sizes and recovers',
    about:
      'Warning. busbw drops by more than 15 % at one or two sizes: NCCL changes algorithm or protocol there, often because NCCL_MIN_NCHANNELS or a tuning file moves the border.',
  },
  'size-collapse': {
    title: 'bandwidth falls above a size and stays down',
    about:
      'Error. busbw falls by more than 50 % above a size and does not come back: congestion or packet loss (RoCE without working flow control), or a buffer that is too small.',
  },
  'constant-time': {
    title: 'the time does not depend on the size',
    about:
      'Error. Over three decades of size the time varies by less than 20 % and is more than ten times what the fabric needs: each call waits for something, such as a path that is set up anew or a timeout.',
  },
  'tail-latency': {
    title: 'some iterations take far longer than most',
    about:
      'Warning when the slowest percent takes more than 3 times the median, error above 10 times, at any size with at least 100 iterations (nccl-tests -I or JSON). Usual causes: retransmission on RoCE or TCP, interrupts, another job.',
  },
  'collectives-disagree': {
    title: 'collectives on one machine point to different causes',
    about:
      'Warning. All collectives low together: the link. Only all_reduce low: algorithm or NVLS. Only all_to_all low: NICs or rails.',
  },
  'test-proves-less': {
    title: 'the test cannot show what it is taken for',
    about:
      'Info. Two nodes by tree do not test the network, tiny sizes do not test bandwidth, host memory does not test the GPU path.',
  },
  'changed-since-baseline': {
    title: 'what changed since the runs given with --baseline',
    about:
      'A change counts only outside the spread of the baseline and above 2 %. Worse is a warning, more than 20 % worse an error, better is info. Settings that changed are listed first.',
  },
  'slow-node': {
    title: 'one host is slower than its siblings',
    about:
      'Several hosts measured the same: the one far below their median is named, and the others show what it should reach.',
  },
  'gpu-asymmetry': {
    title: 'GPUs of one host that are linked unequally',
    about:
      'From nvidia-smi topo -m: a GPU has fewer NVLinks than its siblings of the same model. The collective runs at the pace of the weakest.',
  },
  'nic-far': {
    title: 'a NIC that reaches no GPU without the CPU',
    about:
      'From nvidia-smi topo -m: the path from GPU to NIC is PHB, NODE or SYS where its siblings have PIX or PXB. NCCL does not use GPUDirect RDMA there: about two thirds of the rate, across sockets one third.',
  },
  'cross-socket-path': {
    title: 'GPUs that reach each other only across CPU sockets',
    about:
      'Info. Without NVLink, traffic between sockets passes the CPU interconnect, which bounds rings over all GPUs.',
  },
  'p2p-unavailable': {
    title: 'GPUs that have no peer-to-peer at all',
    about:
      'Info. GeForce cards since Ada exchange data through host memory: a few GB/s are normal there and no fault.',
  },
  'insufficient-evidence': {
    title: 'the files do not decide',
    about:
      'Says what is missing for a verdict: the machine, larger sizes, the collective, or any measurement at all.',
  },
}
