/** Chinese: nic-list-differs. */
import type { NicListDiffersValues } from '../../../rules/path/nic-list-differs.ts'
import type { RuleText } from '../../rule-text.ts'
import { some } from '../phrases/network.ts'

export const nicListDiffers: RuleText<NicListDiffersValues> = {
  name: '网卡比别的主机少',
  about: '警告。作业中某台主机的 "NET/IB : Using" 列出的网卡比多数主机少。',

  title: ({ fewer, usual, fewest }, print) =>
    fewer.length === 0
      ? `各 rank 看到的网卡数在 ${print.count(fewest)} 与 ${print.count(usual)} 之间`
      : `${some(fewer, print)} 列出 ${print.count(fewest)} 块网卡，多数主机有 ${print.count(usual)} 块`,
  cause: ({ fewer, usual, fewest }, print) =>
    fewer.length === 0
      ? '各主机网卡数不同'
      : `${some(fewer, print)} 只有 ${print.count(usual)} 块网卡中的 ${print.count(fewest)} 块`,
  detail: ({ missing, usualHosts }, print) =>
    `${usualHosts > 0 ? `${print.count(usualHosts)} 台主机列表完整。` : ''}${missing.length > 0 ? `缺少：${some(missing, print)}。` : ''}凡是经过网卡较少主机的 ring 都受它限制。端口没有启用、网卡从总线上掉线，或只在一台主机上设置了 NCCL_IB_HCA，都会是这样。`,
  actions: ({ fewer }) => [
    `${fewer[0] === undefined ? '' : `在 ${fewer[0]} 上 `}ibstat：有端口是 Down 或 Initializing 吗？`,
    'lspci | grep -i -E "mellanox|infiniband"：缺网卡吗？dmesg | grep mlx5',
    '在所有主机上 env | grep NCCL_IB_HCA：相同吗？',
  ],
  verify: () => '"NET/IB : Using" 一行在每台主机上列出相同的网卡',
  inOrder: '所有主机网卡相同',
  explained: {
    knownBy: '各主机的 "NET/IB : Using"，以其多数 rank 所说为准。',
    costs: '经过那台主机的所有 ring 都只有它那一份带宽。',
    todo: '在那台主机上看 ibstat、lspci 和 dmesg；各处 NCCL_IB_HCA 相同。',
    verify: '列表相同。',
  },
}
