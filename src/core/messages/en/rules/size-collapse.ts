/** English: size-collapse. */
import type { SizeCollapseValues } from '../../../rules/number/size-collapse.ts'
import { sizeOption, testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const sizeCollapse: RuleText<SizeCollapseValues> = {
  name: 'bandwidth drops above a certain size and stays low',
  about:
    'Error. busbw drops by more than 50 % above a certain size and does not recover: congestion or packet loss (RoCE without working flow control), or a buffer that is too small.',

  title: ({ collective, bytes, best, fromBytes, measured }, print) =>
    `${collective} collapses above ${print.bytes(bytes)}: from ${print.rate(best)} to ${print.rate(measured)} at ${print.bytes(fromBytes)} and larger`,
  cause: ({ bytes, drop }, print) => `bandwidth drops by ${print.percent(drop)} above ${print.bytes(bytes)}`,
  detail: ({ drop, nodes }, print) =>
    `All larger sizes lose ${print.percent(drop)} of the bandwidth. ${
      nodes === 1
        ? 'Inside one node the cause is a buffer, or a path that only larger messages take.'
        : 'Across nodes this is typical of congestion and packet loss (RoCE without working flow control): short bursts get through, long ones overflow the switch.'
    }`,
  actions: ({ nodes, collective, bytes }) =>
    nodes === 1
      ? [
          `NCCL_DEBUG=INFO ${testProgram(collective)} -b ${sizeOption(bytes)} -e 8G -f 2 2>&1 | tee nccl.log: which path is taken?`,
          'df -h /dev/shm; env | grep NCCL_BUFFSIZE',
        ]
      : [
          "On each node, before and after the run: ethtool -S IFACE | grep -E 'discard|pause|out_of_buffer'; growing counters mean loss",
          'mlnx_qos -i IFACE, and the switch configuration: is PFC on for the RoCE priority, end to end?',
          'Test two nodes on one leaf switch, then two on different ones: if only the second pair collapses, the loss is in the spine',
        ],
  verify: ({ collective, best }, print) =>
    `${testProgram(collective)} -b 1M -e 8G -f 2 stays at ${print.rate(best)} or more up to the end`,
  inOrder: 'no collapse at large sizes',
  explained: {
    knownBy: 'All sizes above a certain one reach less than half of the best below it.',
    costs: 'Large gradients take several times as long as they should.',
    todo: 'Compare the counters of NICs and switch ports before and after a run (discards, pause frames). Check PFC end to end. Compare one leaf switch with two.',
    verify: 'busbw stays at its best up to the end of the sweep.',
  },
}
