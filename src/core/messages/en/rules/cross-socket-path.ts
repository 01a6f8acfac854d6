/** English: cross-socket-path. */
import type { CrossSocketPathValues } from '../../../rules/path/cross-socket-path.ts'
import type { RuleText } from '../../rule-text.ts'
import { indices } from '../phrases/machine.ts'

export const crossSocketPath: RuleText<CrossSocketPathValues> = {
  name: 'GPUs that reach each other only across CPU sockets',
  about:
    'Info. Without NVLink, traffic between sockets goes through the CPU interconnect, which limits rings over all GPUs.',

  title: ({ groups, host }, print) =>
    `GPUs are on ${print.count(groups.length)} CPU sockets without NVLink between them${host === undefined ? '' : ` (${host})`}: every ring crosses the CPU interconnect`,
  detail: ({ groups, socket }, print) =>
    `Groups: ${groups.map((group) => group.join(' ')).join(' | ')}.${socket === undefined ? '' : ` The link between the sockets carries about ${print.rate(socket)} in one direction.`} This is how the host is built, not a fault. A job that stays within one group is not affected.`,
  // A log names GPUs by their bus ids, which that variable does not take.
  actions: ({ groups: [first = []] }) =>
    /^GPU\d/.test(first[0] ?? '')
      ? [`Keep small jobs within one group, for example with CUDA_VISIBLE_DEVICES=${indices(first)}`]
      : [],
  explained: {
    knownBy: 'nvidia-smi topo -m: groups of GPUs connected only by SYS.',
    costs:
      'The link between the sockets limits a ring over all GPUs: about 10 GB/s in NCCL’s model of Intel CPUs.',
    todo: 'Keep small jobs within one group. Large jobs cannot avoid it.',
    verify: 'A run within one group is faster.',
  },
}
