/** English: test-proves-less. */
import type { TestProvesLessValues } from '../../../rules/number/test-proves-less.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const testProvesLess: RuleText<TestProvesLessValues> = {
  name: 'the test cannot show what it is taken for',
  about:
    'Info. Two nodes by tree do not test the network, tiny sizes do not test bandwidth, host memory does not test the GPU path.',

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
  explained: {
    knownBy: 'Number of nodes and the algorithm that NCCL picks there, ranks a node, the largest size, -C.',
    costs: 'A fault stays hidden until the job runs on more nodes.',
    todo: 'NCCL_ALGO=RING on two nodes, or three nodes; one rank for each GPU; -e 16G.',
    verify: 'The number stays within what the NICs carry.',
  },
}
