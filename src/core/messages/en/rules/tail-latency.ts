/** English: tail-latency. */
import type { TailLatencyValues } from '../../../rules/number/tail-latency.ts'
import { sizeOption, testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const tailLatency: RuleText<TailLatencyValues> = {
  name: 'some iterations take much longer than most',
  about:
    'Warning if the slowest percent takes more than 3 times the median, error above 10 times, at any size with at least 100 iterations (nccl-tests -I or JSON). Usual causes: retransmission on RoCE or TCP, interrupts, or another job.',

  title: ({ collective, bytes, p50, p99, mean }, print) =>
    `1 of 100 calls of ${collective} at ${print.bytes(bytes)} takes ${print.duration(p99)} or more; the ${mean ? 'mean' : 'median'} is ${print.duration(p50)}`,
  detail: ({ p50, p99, iterations, mean, nodes }, print) =>
    `P99 is ${print.number(p99 / p50)} times the ${mean ? 'mean (the file has no median)' : 'median'} over ${print.count(iterations)} iterations. A training step waits for its slowest call.${nodes === 1 ? '' : ' Over RoCE or TCP, this is typical of retransmission.'}`,
  actions: ({ nodes }) => [
    ...(nodes === 1
      ? ['Keep each process near its GPU and away from busy cores, with numactl or mpirun --bind-to numa']
      : [
          "On each node, before and after the run: ethtool -S IFACE | grep -E 'discard|retrans|out_of_sequence'",
        ]),
    'nvidia-smi -q -d PERFORMANCE,CLOCK while the test runs: does a GPU slow down?',
    'Are other jobs running on these machines? Repeat the test without them',
  ],
  verify: ({ collective, bytes }) =>
    `${testProgram(collective)} -b ${sizeOption(bytes)} -e ${sizeOption(bytes)} -n 1000 -I 1: is i_p99 below three times the median?`,
  inOrder: 'no slow tail',
  explained: {
    knownBy: 'i_p99 of nccl-tests -I 1, or of its JSON output, compared with the median.',
    costs: 'A step waits for its slowest collective, and with many ranks almost every step has a slow one.',
    todo: 'Check retransmission and discard counters, clocks and power, and other jobs on the fabric.',
    verify: 'With -I 1 -n 1000, P99 is below three times the median.',
  },
}
