/** English: nic-list-differs. */
import type { NicListDiffersValues } from '../../../rules/path/nic-list-differs.ts'
import type { RuleText } from '../../rule-text.ts'
import { some } from '../phrases/network.ts'

export const nicListDiffers: RuleText<NicListDiffersValues> = {
  name: 'a host with fewer NICs than its siblings',
  about: 'Warning. "NET/IB : Using" names fewer NICs on one host of the job than on most.',

  title: ({ fewer, usual, fewest }, print) =>
    fewer.length === 0
      ? `Ranks see between ${print.count(fewest)} and ${print.count(usual)} NICs`
      : `${some(fewer, print)} ${fewer.length === 1 ? 'lists' : 'list'} ${print.count(fewest)} ${fewest === 1 ? 'NIC' : 'NICs'}, most hosts ${print.count(usual)}`,
  cause: ({ fewer, usual, fewest }, print) =>
    fewer.length === 0
      ? 'hosts have unequal numbers of NICs'
      : `${some(fewer, print)} has ${print.count(fewest)} of ${print.count(usual)} NICs`,
  detail: ({ missing, usualHosts }, print) =>
    `${usualHosts > 0 ? `${print.count(usualHosts)} ${usualHosts === 1 ? 'host has' : 'hosts have'} the full list. ` : ''}${missing.length > 0 ? `Missing: ${some(missing, print)}. ` : ''}Every ring through a host with fewer NICs is bound by it. A port that is down, a card that fell off the bus, or NCCL_IB_HCA set on one host looks like this.`,
  actions: ({ fewer }) => [
    `ibstat${fewer[0] === undefined ? '' : ` on ${fewer[0]}`}: is a port Down or Initializing?`,
    'lspci | grep -i -E "mellanox|infiniband": is a card missing? dmesg | grep mlx5',
    'env | grep NCCL_IB_HCA on all hosts: the same?',
  ],
  verify: () => 'The line "NET/IB : Using" names the same NICs on every host',
  inOrder: 'the same NICs on all hosts',
  explained: {
    knownBy: '"NET/IB : Using" of each host, by what most of its ranks say.',
    costs: 'All rings through that host have its share of the bandwidth.',
    todo: 'ibstat, lspci and dmesg on that host; NCCL_IB_HCA equal everywhere.',
    verify: 'The lists are equal.',
  },
}
