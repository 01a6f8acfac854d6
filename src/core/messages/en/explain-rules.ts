/** English: the rules in full. */
import type { ExplainRuleTexts } from '../explain-rules.ts'
import { hostExplained } from './explain-host.ts'
import { networkExplained } from './explain-network.ts'
import { pathExplained } from './explain-paths.ts'
import { settingsExplained } from './explain-settings.ts'

export const explainRules: ExplainRuleTexts = {
  labels: { known: 'known by', costs: 'costs', todo: 'do', verify: 'verify', sources: 'sources' },
  rules: {
    ...networkExplained,
    ...pathExplained,
    ...settingsExplained,
    ...hostExplained,
    'number-is-healthy': {
      known: 'busbw of the largest size, beside what this machine should reach at that size.',
      costs: 'Nothing. If the job is slow all the same, look at what it does between the collectives.',
      todo: 'Keep the table: it is the baseline of later runs (--baseline).',
      verify: 'ringscope expect COLLECTIVE --on MACHINE shows the expected value and its sources.',
    },
    'bandwidth-below-expected': {
      known: 'busbw of the largest size over the middle of the expected band at that size.',
      costs: 'At two thirds of the bandwidth every large collective takes half as long again.',
      todo: 'Check what the finding lists as possible, the cheapest first; then NCCL_DEBUG=INFO for the path that the data took.',
      verify: 'all_reduce_perf -b 1G -e 16G -f 2 reaches the band.',
    },
    'share-of-limit': {
      known:
        'The median of the largest size, beside what the limit of memory, socket or fabric allows, both from the same run.',
      costs: 'Nothing by itself: it tells a slow algorithm, or too many ranks, from a slow machine.',
      todo: 'Compare algorithms (--algo all); use no more ranks than idle cores.',
      verify: 'ringscope perf COLLECTIVE -b 64M -e 64M, on a quiet machine.',
    },
    'average-misread': {
      known: 'The line "Avg bus bandwidth" beside the busbw of the last row.',
      costs:
        'A healthy machine is taken for a slow one, or two machines are compared by the sizes that were swept.',
      todo: 'Compare plateaus; start at -b 1G where an average has to count.',
      verify: 'With -b 1G -e 16G average and plateau lie close together.',
    },
    'sweep-not-saturated': {
      known: 'busbw of the largest size over that of half of it.',
      costs: 'A verdict on such a number would blame the machine for the size.',
      todo: 'Run on to -e 8G or 16G.',
      verify: 'The last doubling gains less than 5 %.',
    },
    'busbw-above-link': {
      known: 'busbw beside the links of a GPU (one node) or all NICs of a node (several) in one direction.',
      costs: 'Nothing by itself; but such a number says nothing of the wire.',
      todo: 'NCCL_ALGO=RING where the wire is to be tested.',
      verify: 'The ring stays below the links.',
    },
    'single-rank': {
      known: 'One device line, or several device lists with rank 0 alone before the first row.',
      costs: 'Nothing was measured.',
      todo: 'One process for all GPUs (-g 8), or nccl-tests built with make MPI=1 and started by mpirun.',
      verify: 'The device list shows ranks 0 to N-1 under one header.',
    },
    'wrong-results': {
      known:
        'The #wrong column, "Out of bounds values", or before nccl-tests 2.13 an error above 1e-5 (float), 1e-2 (half), 1e-12 (double).',
      costs: 'Gradients are wrong, silently.',
      todo: 'NCCL_P2P_DISABLE=1 to see whether peer-to-peer is the cause (ACS, IOMMU); unset NCCL_PROTO; dcgmi diag -r 3.',
      verify: '-c 1 shows 0 in every #wrong column.',
    },
    'latency-bound': {
      known: 'Times that stay within 1.5 times the smallest size’s time.',
      costs: 'Each small call costs that time, whatever it carries.',
      todo: 'Fewer and larger calls: larger buckets.',
      verify: 'The job makes fewer calls for the same bytes.',
    },
    'size-dip': {
      known: 'busbw of a size of 1 MiB or more, beside its neighbours on both sides.',
      costs: 'Messages of that size are slower than smaller ones; buckets may have just that size.',
      todo: 'Unset NCCL_ALGO, NCCL_PROTO, NCCL_MIN_NCHANNELS, NCCL_MAX_NCHANNELS and tuner files, then measure again.',
      verify: 'busbw rises from row to row.',
    },
    'size-collapse': {
      known: 'All sizes above one reach less than half of the best below it.',
      costs: 'Large gradients take several times as long as they should.',
      todo: 'Counters of NICs and switch ports before and after a run (discards, pause frames); PFC end to end; one leaf switch against two.',
      verify: 'busbw stays at its best up to the end of the sweep.',
    },
    'constant-time': {
      known:
        'One time within 20 % over a thousandfold range of sizes, more than ten times what the smallest size should take.',
      costs: 'Each call costs that time; training hardly moves.',
      todo: 'NCCL_P2P_DISABLE=1; ACS and IOMMU on the host (for a virtual machine: on the machine that carries it); NCCL_DEBUG=INFO.',
      verify: 'Small sizes take tens of microseconds again.',
    },
    'tail-latency': {
      known: 'i_p99 of nccl-tests -I 1, or the JSON form, beside the median.',
      costs: 'A step waits for its slowest collective; with many ranks almost every step meets one.',
      todo: 'Counters of retransmission and discards; clocks and power; other jobs on the fabric.',
      verify: '-I 1 -n 1000: P99 below three times the median.',
    },
    'collectives-disagree': {
      known: 'Each collective beside its own expectation on the same machine.',
      costs: 'What the lowest of them costs; the point is where to look.',
      todo: 'All low: links, PCIe, NICs. Only all_reduce: NCCL_ALGO, NVLS. Only all_to_all: NICs, one at a time by NCCL_IB_HCA.',
      verify: 'All stand at the same share of what is expected.',
    },
    'test-proves-less': {
      known: 'Number of nodes and the algorithm that NCCL picks there, ranks a node, the largest size, -C.',
      costs: 'A fault stays hidden until the job runs on more nodes.',
      todo: 'NCCL_ALGO=RING on two nodes, or three nodes; one rank for each GPU; -e 16G.',
      verify: 'The number stays within what the NICs carry.',
    },
    'changed-since-baseline': {
      known:
        'The same size of the same test in the runs given with --baseline; a change counts outside their spread and above 2 %.',
      costs: 'As the finding says; a job that used to fit its time no longer does.',
      todo: 'Settings that changed first; then driver, firmware, cabling, other jobs. Keep at least three runs as a baseline.',
      verify: 'The value is back inside the spread of the baseline.',
    },
    'slow-node': {
      known:
        'The same test on three hosts or more: one more than 10 % below the median of all, and beyond three times the spread of the others.',
      costs: 'Every job with this host runs at its pace.',
      todo: 'Compare the host with a sibling: nvlink -s, topo -m, clocks, ibstat; drain it until it is found.',
      verify: 'It stands with its siblings again.',
    },
    'nic-far': {
      known: 'nvidia-smi topo -m: PHB, NODE or SYS where PIX or PXB would join a GPU and its nearest NIC.',
      costs:
        'Across nodes about a third of a 200G NIC on the same socket, two thirds from the other. Nothing inside one node.',
      todo: 'A NIC under each PCIe switch; look for one that is missing or in the wrong slot.',
      verify: 'PIX or PXB between each GPU and a NIC.',
    },
    'cross-socket-path': {
      known: 'nvidia-smi topo -m: groups of GPUs joined by SYS alone.',
      costs:
        'A ring over all GPUs is bound by the link between the sockets, about 10 GB/s in NCCL’s model of Intel CPUs.',
      todo: 'Keep small jobs within one group; for large ones it is how the host is built.',
      verify: 'A run within one group is faster.',
    },
    'gpu-asymmetry': {
      known:
        'nvidia-smi topo -m or a topology file (NCCL_TOPO_DUMP_FILE): fewer NVLinks in one row than in most others. In a mesh the totals are compared, not the pairs; cut excerpts are not judged.',
      costs:
        'All GPUs run at the pace of the one with the fewest links; the finding says how much by a second expectation.',
      todo: 'nvidia-smi nvlink -s -i GPU; reset the GPU; still down: drain the host, repair.',
      verify: 'All rows of topo -m alike, and busbw back in its band.',
    },
    'p2p-unavailable': {
      known: 'The GPU model: the driver denies peer-to-peer on GeForce since Ada.',
      costs: 'Transfers go through host memory: a few GB/s where PCIe alone would give more.',
      todo: 'Nothing to repair. Small jobs: take the faster pair.',
      verify: 'nvidia-smi topo -p2p r',
    },
    'insufficient-evidence': {
      known: 'No measurement, or one whose machine, collective, ranks or sizes are not known.',
      costs: 'No verdict.',
      todo: 'Collect what the finding lists.',
      verify: 'The next run gives a verdict.',
    },
  },
}
