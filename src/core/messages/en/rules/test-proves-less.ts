/** English: test-proves-less. */

import type { TestProvesLessValues } from '../../../rules/number/test-proves-less.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted } from '../phrases/words.ts'

export const testProvesLess: RuleText<TestProvesLessValues> = {
  name: 'the test does not measure what it seems to',
  about:
    'Info. A tree on two nodes does not test the network, tiny sizes do not test bandwidth, and transfers from host memory do not test the GPU path.',

  title: ({ why, collective, bytes, measured, nics = 0 }, print) => {
    switch (why) {
      case 'two-nodes-by-tree':
        return `${collective} on two nodes does not test the network: the default algorithm exceeds the NICs`
      case 'one-rail':
        return `One GPU per node uses one of ${counted(nics, print, 'NIC')}: this run says nothing about the others`
      case 'tiny-sizes':
        return `${collective} ends at ${print.bytes(bytes)}: it measures latency and says nothing about bandwidth`
      case 'cpu-time':
        return `The times of ${collective} are CPU times (-C): they show how long the calls took, not the transfers`
      case 'host-memory':
        return `${collective} reaches ${print.rate(measured)} from host memory: this says nothing about the path to the GPU`
    }
  },
  detail: ({ why, measured, wire, nics = 0 }, print) => {
    switch (why) {
      case 'two-nodes-by-tree':
        return `A tree between two nodes sends each byte across once in each direction, but busbw is computed as for a ring${wire === undefined ? '' : `: it shows ${print.rate(measured)}, although ${counted(nics, print, 'NIC')} can carry only ${print.rate(wire)}`}. A slow NIC can stay hidden, and the drop with a third node is not a fault.`
      case 'one-rail':
        return `NCCL uses the NIC closest to each GPU. With one GPU per node, compare ${print.rate(measured)} with the rate of one NIC, not of ${print.count(nics)}.`
      case 'tiny-sizes':
        return 'Below 1 MiB, kernel launches and the steps of the algorithm dominate the time; a machine with half its links would look the same.'
      case 'cpu-time':
        return 'With -C the time column is cputime; ringscope does not judge bandwidths computed from it.'
      case 'host-memory':
        return 'GPUDirect RDMA takes a different path through PCIe, which ACS, the IOMMU or a missing module can block while host memory runs at line rate.'
    }
  },
  actions: ({ why, collective, ring, gpus = 0 }, print) => {
    switch (why) {
      case 'two-nodes-by-tree':
        return [
          `NCCL_ALGO=RING ${testProgram(collective)} -b 4G -e 16G -f 2${ring === undefined ? '' : `: expect about ${print.rate(ring)} if the network is healthy`}`,
          'Or use three or more nodes',
        ]
      case 'one-rail':
        return [
          `Use one rank per GPU: mpirun with ${counted(gpus, print, 'process', 'processes')} per node, ${testProgram(collective)} -g 1`,
        ]
      case 'tiny-sizes':
        return [`${testProgram(collective)} -b 8 -e 16G -f 2`]
      case 'cpu-time':
        return [`${testProgram(collective)} -b 8 -e 16G -f 2 without -C`]
      case 'host-memory':
        return [`${collective} --use_cuda=0 (perftest built with CUDA) on both sides`]
    }
  },
  explained: {
    knownBy:
      'The number of nodes, the algorithm that NCCL picks for it, the ranks per node, the largest size, and -C.',
    costs: 'A fault stays hidden until the job runs on more nodes.',
    todo: 'Use NCCL_ALGO=RING on two nodes, or use three nodes; one rank per GPU; -e 16G.',
    verify: 'The number stays within what the NICs can carry.',
  },
}
