/** English: nic-list-differs. */

import type { NicListDiffersValues } from '../../../rules/path/nic-list-differs.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted, listSome, plural } from '../phrases/words.ts'

export const nicListDiffers: RuleText<NicListDiffersValues> = {
  name: 'a host with fewer NICs than the others',
  about: 'Warning. "NET/IB : Using" lists fewer NICs on one host of the job than on most others.',

  title: ({ fewer, usual, fewest }, print) =>
    fewer.length === 0
      ? `Some ranks see ${counted(fewest, print, 'NIC')}, others ${print.count(usual)}`
      : `NCCL finds ${counted(fewest, print, 'NIC')} on ${listSome(fewer, print)}, but ${print.count(usual)} on most hosts`,
  cause: ({ fewer, usual, fewest }, print) =>
    fewer.length === 0
      ? 'hosts have different numbers of NICs'
      : `${listSome(fewer, print)} ${plural(fewer.length, 'has', 'have')} ${print.count(fewest)} of ${print.count(usual)} NICs`,
  detail: ({ missing, usualHosts }, print) =>
    `${usualHosts > 0 ? `${counted(usualHosts, print, 'host')} ${plural(usualHosts, 'has', 'have')} the full list. ` : ''}${missing.length > 0 ? `Missing: ${listSome(missing, print)}. ` : ''}A host with fewer NICs limits every ring that passes through it. Possible causes: a port that is down, a card that fell off the bus, or NCCL_IB_HCA set on only one host.`,
  actions: ({ fewer }) => [
    `ibstat${fewer[0] === undefined ? '' : ` on ${fewer[0]}`}: is a port Down or Initializing?`,
    'lspci | grep -i -E "mellanox|infiniband": is a card missing? dmesg | grep mlx5',
    'env | grep NCCL_IB_HCA on all hosts: is it the same?',
  ],
  verify: () => 'The line "NET/IB : Using" lists the same NICs on every host',
  inOrder: 'the same NICs on all hosts',
  explained: {
    knownBy: '"NET/IB : Using" on each host, as most of its ranks log it.',
    costs: 'All rings through that host are limited to its share of the bandwidth.',
    todo: 'Check ibstat, lspci and dmesg on that host, and use the same NCCL_IB_HCA everywhere.',
    verify: 'All hosts list the same NICs.',
  },
}
