/** English: cross-socket-path. */
import type { CrossSocketPathValues } from '../../../rules/path/cross-socket-path.ts'
import type { RuleText } from '../../rule-text.ts'
import { indices } from '../phrases/machine.ts'

export const crossSocketPath: RuleText<CrossSocketPathValues> = {
  name: 'GPUs that reach each other only across CPU sockets',
  about:
    'Info. Without NVLink, traffic between sockets passes the CPU interconnect, which bounds rings over all GPUs.',

  title: ({ groups, host }, print) =>
    `GPUs stand on ${print.count(groups.length)} CPU sockets without NVLink between them${host === undefined ? '' : ` (${host})`}: every ring crosses the CPUs`,
  detail: ({ groups, socket }, print) =>
    `Groups: ${groups.map((its) => its.join(' ')).join(' | ')}.${socket === undefined ? '' : ` The link between the sockets carries about ${print.rate(socket)} in one direction.`} That is how the host is built, not a fault; a job within one group does not pay for it.`,
  // A log names GPUs by their bus ids, which that variable does not take.
  actions: ({ groups: [first = []] }) =>
    /^GPU\d/.test(first[0] ?? '')
      ? [`Small jobs: keep them in one group, for instance CUDA_VISIBLE_DEVICES=${indices(first)}`]
      : [],
  explained: {
    knownBy: 'nvidia-smi topo -m: groups of GPUs joined by SYS alone.',
    costs:
      'A ring over all GPUs is bound by the link between the sockets, about 10 GB/s in NCCL’s model of Intel CPUs.',
    todo: 'Keep small jobs within one group; for large ones it is how the host is built.',
    verify: 'A run within one group is faster.',
  },
}
