/** English: group-placement. */

import type { GroupPlacementValues } from '../../../rules/path/group-placement.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted, listSome } from '../phrases/words.ts'

export const groupPlacement: RuleText<GroupPlacementValues> = {
  name: 'a group of ranks that fits on one host spans several',
  about:
    'Warning with NVLink, otherwise info. Reported only if groups of the same size in the same job stay inside hosts, and none of the GPUs of the group also belongs to a group inside its host: data-parallel groups are meant to span hosts. Multi-node NVLink counts as one domain.',

  title: ({ ranks, spanning, inside, hosts }, print) =>
    `${counted(spanning, print, 'group')} of ${print.count(ranks)} ranks spread over several hosts (${listSome(hosts, print)}), but ${print.count(inside)} of the same size within one host`,
  cause: ({ ranks }, print) => `groups of ${print.count(ranks)} ranks are spread over hosts`,
  detail: ({ gpus }, print) =>
    `Each host has ${print.count(gpus)} GPUs, so such a group fits on one, and none of its GPUs belongs to a group inside its host. A tensor- or expert-parallel group that leaves the NVLink domain sends the traffic of every layer over the NICs, and the well-placed groups wait for it.`,
  actions: () => [
    'Order the ranks so that those of a group are consecutive on one host (hostfile, srun --distribution=block, --ntasks-per-node)',
    'Choose a group size that divides the number of GPUs per host',
  ],
  verify: () => 'NCCL_DEBUG=INFO: all ranks of each such commId come from one host (nNodes 1)',
  inOrder: 'groups of ranks inside hosts',
  explained: {
    knownBy: 'The ranks, hosts and GPUs of each commId, if all ranks are in the log.',
    costs: 'Every layer’s traffic uses the NICs instead of NVLink.',
    todo: 'Place ranks in block order, with a group size that divides the number of GPUs per host.',
    verify: 'nNodes 1 for each such group.',
  },
}
