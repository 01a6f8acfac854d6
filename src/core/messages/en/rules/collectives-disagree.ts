/** English: collectives-disagree. */

import type { CollectivesDisagreeValues } from '../../../rules/number/collectives-disagree.ts'
import type { Reached } from '../../../rules/reached.ts'
import type { RuleText } from '../../rule-text.ts'
import { reaches, shares } from '../phrases/number.ts'
import { either } from '../phrases/words.ts'

export const collectivesDisagree: RuleText<CollectivesDisagreeValues> = {
  name: 'collectives on one machine point to different causes',
  about:
    'Warning. If all collectives are low, suspect the links; if only all_reduce is low, the algorithm or NVLS; if only all_to_all is low, the NICs or rails.',

  title: ({ why, low, fine }, print) => {
    switch (why) {
      case 'all-low':
        return `All ${print.count(low.length)} collectives are low (${reaches(low, print)}): suspect the links that they share`
      case 'only-all-reduce':
        return `Only all_reduce is low (${reaches(low, print)}), not ${namesOf(fine)}: suspect the algorithm, not the links`
      case 'only-all-to-all':
        return `Only all_to_all is low (${reaches(low, print)}), not ${namesOf(fine)}: suspect NICs or rails, not the links inside the node`
    }
  },
  detail: ({ why, low, fine }, print) => {
    const all = `Low: ${shares(low, print)}.${fine.length > 0 ? ` Healthy: ${shares(fine, print)}.` : ''}`
    switch (why) {
      case 'all-low':
        return `${all} They all use the same links, so one of those is slow: a GPU's links, its PCIe path, or the NICs.`
      case 'only-all-reduce':
        return `${all} The others use the same links. Only the choice of algorithm and NVLS (NVLink SHARP) are specific to all_reduce.`
      case 'only-all-to-all':
        return `${all} Only all_to_all sends between all pairs, so every NIC and every rail carries its own data.`
    }
  },
  actions: ({ why, nodes }) => {
    switch (why) {
      case 'all-low':
        return [
          'nvidia-smi nvlink -s: does every GPU have the same number of links, none inactive?',
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
          'NCCL_IB_HCA=mlx5_0, then mlx5_1, ...: test one NIC at a time to find the slow one',
        ]
    }
  },
  inOrder: 'collectives agree with each other',
  explained: {
    knownBy: 'Each collective compared with its own expected value on the same machine.',
    costs: 'As much as the lowest of them; the finding tells where to look.',
    todo: 'All low: check links, PCIe and NICs. Only all_reduce: check NCCL_ALGO and NVLS. Only all_to_all: test the NICs one at a time with NCCL_IB_HCA.',
    verify: 'All reach the same share of their expected values.',
  },
}

const namesOf = (all: readonly Reached[]): string => either(all.map(({ collective }) => collective))
