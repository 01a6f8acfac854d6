/** Chinese: collectives-disagree. */

import type { CollectivesDisagreeValues } from '../../../rules/number/collectives-disagree.ts'
import type { Reached } from '../../../rules/reached.ts'
import type { RuleText } from '../../rule-text.ts'
import { reaches, shares } from '../phrases/number.ts'

export const collectivesDisagree: RuleText<CollectivesDisagreeValues> = {
  name: '同一机器上各集合操作指向不同原因',
  about: '警告。全部偏低：链路。只有 all_reduce 偏低：算法或 NVLS。只有 all_to_all 偏低：网卡或轨。',

  title: ({ why, low, fine }, print) => {
    switch (why) {
      case 'all-low':
        return `${print.count(low.length)} 种集合操作一起偏低（${reaches(low, print)}）：问题在它们共用的链路`
      case 'only-all-reduce':
        return `只有 all_reduce 偏低（${reaches(low, print)}）；${names(fine)} 正常：问题在算法，不在链路`
      case 'only-all-to-all':
        return `只有 all_to_all 偏低（${reaches(low, print)}）；${names(fine)} 正常：问题在网卡或轨道，不在节点内的链路`
    }
  },
  detail: ({ why, low, fine }, print) => {
    const all = `偏低：${shares(low, print)}。${fine.length > 0 ? `正常：${shares(fine, print)}。` : ''}`
    switch (why) {
      case 'all-low':
        return `${all}慢的是它们都要经过的地方：某块 GPU 的链路、它的 PCIe 路径，或网卡。`
      case 'only-all-reduce':
        return `${all}其他操作走的是同样的链路。all_reduce 独有的是算法的选择和 NVLS（NVLink SHARP）。`
      case 'only-all-to-all':
        return `${all}只有 all_to_all 在所有 GPU 两两之间传输，因此每块网卡、每条轨道都要承担自己的数据。`
    }
  },
  actions: ({ why, nodes }) => {
    switch (why) {
      case 'all-low':
        return [
          'nvidia-smi nvlink -s：各 GPU 条数应相同，没有 inactive',
          'nvidia-smi topo -m：路径是否如你所想？',
          ...(nodes > 1 ? ["各节点上 ibstat | grep -E 'State|Rate'：每个端口都应为 Active 且满速"] : []),
        ]
      case 'only-all-reduce':
        return [
          'env | grep NCCL_ALGO；grep NCCL /etc/nccl.conf ~/.nccl.conf：是否强制了某种算法？',
          'NCCL_DEBUG=INFO ... 2>&1 | grep NVLS：硬件支持时是否用上了？',
        ]
      case 'only-all-to-all':
        return [
          "各节点上 ibstat | grep -E 'State|Rate'：每个端口都应为 Active 且满速",
          'NCCL_IB_HCA=mlx5_0，再 mlx5_1，……：一次只用一块网卡，就能看出哪一块落后',
        ]
    }
  },
  inOrder: '各集合操作一致',
  explained: {
    knownBy: '同一台机器上，每种集合操作对照各自的预期值。',
    costs: '以其中最低的为准；意义在于该看哪里。',
    todo: '一起偏低：链路、PCIe、网卡。只有 all_reduce：NCCL_ALGO、NVLS。只有 all_to_all：网卡，用 NCCL_IB_HCA 逐块试。',
    verify: '各种操作达到预期值的比例相同。',
  },
}

const names = (all: readonly Reached[]): string => all.map(({ collective }) => collective).join('、')
