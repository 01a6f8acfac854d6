/** English: collectives-disagree. */

import type { CollectivesDisagreeValues } from '../../../rules/number/collectives-disagree.ts'
import type { Reached } from '../../../rules/reached.ts'
import type { RuleText } from '../../rule-text.ts'
import { reaches, shares } from '../phrases/number.ts'

export const collectivesDisagree: RuleText<CollectivesDisagreeValues> = {
  name: 'collectives on one machine point to different causes',
  about:
    'Warning. All collectives low together: the link. Only all_reduce low: algorithm or NVLS. Only all_to_all low: NICs or rails.',

  title: ({ why, low, fine }, print) => {
    switch (why) {
      case 'all-low':
        return `${print.count(low.length)} collectives are low together (${reaches(low, print)}): the links that they share`
      case 'only-all-reduce':
        return `Only all_reduce is low (${reaches(low, print)}); ${names(fine)} ${fine.length === 1 ? 'is' : 'are'} fine: the algorithm, not the links`
      case 'only-all-to-all':
        return `Only all_to_all is low (${reaches(low, print)}); ${names(fine)} ${fine.length === 1 ? 'is' : 'are'} fine: NICs or rails, not the links inside the node`
    }
  },
  detail: ({ why, low, fine }, print) => {
    const all = `Low: ${shares(low, print)}.${fine.length > 0 ? ` Fine: ${shares(fine, print)}.` : ''}`
    switch (why) {
      case 'all-low':
        return `${all} What all of them cross is what is slow: a GPU's links, its PCIe path, or the NICs.`
      case 'only-all-reduce':
        return `${all} The others cross the same links. What all_reduce has to itself is its choice of algorithm and NVLS (NVLink SHARP).`
      case 'only-all-to-all':
        return `${all} Only all_to_all sends between all pairs, so that every NIC and every rail carries its own data.`
    }
  },
  actions: ({ why, nodes }) => {
    switch (why) {
      case 'all-low':
        return [
          'nvidia-smi nvlink -s: every GPU the same number of links, none inactive',
          'nvidia-smi topo -m: is the path what you expect?',
          ...(nodes > 1
            ? ["ibstat | grep -E 'State|Rate' on each node: every port Active at full rate"]
            : []),
        ]
      case 'only-all-reduce':
        return [
          'env | grep NCCL_ALGO; grep NCCL /etc/nccl.conf ~/.nccl.conf: is an algorithm forced?',
          'NCCL_DEBUG=INFO ... 2>&1 | grep NVLS: is it in use where the hardware has it?',
        ]
      case 'only-all-to-all':
        return [
          "ibstat | grep -E 'State|Rate' on each node: every port Active at full rate",
          'NCCL_IB_HCA=mlx5_0, then mlx5_1, ...: one NIC at a time shows which one falls behind',
        ]
    }
  },
  inOrder: 'collectives agree',
  explained: {
    knownBy: 'Each collective beside its own expectation on the same machine.',
    costs: 'What the lowest of them costs; the point is where to look.',
    todo: 'All low: links, PCIe, NICs. Only all_reduce: NCCL_ALGO, NVLS. Only all_to_all: NICs, one at a time by NCCL_IB_HCA.',
    verify: 'All stand at the same share of what is expected.',
  },
}

const names = (all: readonly Reached[]): string => all.map(({ collective }) => collective).join(', ')
