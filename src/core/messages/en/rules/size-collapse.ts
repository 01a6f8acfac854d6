/** English: size-collapse. */
import type { SizeCollapseValues } from '../../../rules/number/size-collapse.ts'
import { sizeOption, testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const sizeCollapse: RuleText<SizeCollapseValues> = {
  name: 'bandwidth falls above a size and stays down',
  about:
    'Error. busbw falls by more than 50 % above a size and does not come back: congestion or packet loss (RoCE without working flow control), or a buffer that is too small.',

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
  inOrder: 'no collapse at large sizes',
  explained: {
    knownBy: 'All sizes above one reach less than half of the best below it.',
    costs: 'Large gradients take several times as long as they should.',
    todo: 'Counters of NICs and switch ports before and after a run (discards, pause frames); PFC end to end; one leaf switch against two.',
    verify: 'busbw stays at its best up to the end of the sweep.',
  },
}
