/** English: group-placement. */
import type { GroupPlacementValues } from '../../../rules/path/group-placement.ts'
import type { RuleText } from '../../rule-text.ts'
import { some } from '../phrases/network.ts'

export const groupPlacement: RuleText<GroupPlacementValues> = {
  name: 'a group of ranks that fits into one host spans several',
  about:
    'Warning with NVLink, else info. Only where groups of the same size in the same job lie inside hosts, and where none of the GPUs of the group has a group inside its host: data-parallel groups rightly span hosts. Multi-node NVLink is one domain.',

  title: ({ ranks, spanning, inside, hosts }, print) =>
    `${print.count(spanning)} ${spanning === 1 ? 'group' : 'groups'} of ${print.count(ranks)} ranks ${spanning === 1 ? 'spans' : 'span'} hosts (${some(hosts, print)}), ${print.count(inside)} of the same size ${inside === 1 ? 'lies' : 'lie'} inside one`,
  cause: ({ ranks }, print) => `groups of ${print.count(ranks)} ranks are spread over hosts`,
  detail: ({ gpus }, print) =>
    `A host has ${print.count(gpus)} GPUs here: such a group fits into one, and none of its GPUs has a group inside its host. A tensor- or expert-parallel group that leaves the NVLink domain sends every layer’s traffic over the NICs, and the groups that lie well wait for it.`,
  actions: () => [
    'Order of ranks and hosts: the ranks of a group must follow each other on one host (hostfile, srun --distribution=block, --ntasks-per-node)',
    'A group’s size that divides the number of GPUs of a host',
  ],
  verify: () => 'NCCL_DEBUG=INFO: all ranks of each such commId come from one host (nNodes 1)',
  inOrder: 'groups of ranks inside hosts',
  explained: {
    knownBy: 'The ranks, hosts and GPUs of each commId, all ranks logged.',
    costs: 'The NIC instead of NVLink, in every layer.',
    todo: 'Block order of ranks; a group’s size that divides the GPUs of a host.',
    verify: 'nNodes 1 for each such group.',
  },
}
