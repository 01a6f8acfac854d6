/** Chinese: graph-search-failed. */
import type { GraphSearchFailedValues } from '../../../rules/path/graph-search-failed.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/paths.ts'

export const graphSearchFailed: RuleText<GraphSearchFailedValues> = {
  name: 'NCCL 找不到 ring',
  about:
    '警告，有 NVLink 时为错误："Could not find a path for pattern ..., falling back to simple order"，或只有一个 channel、0.1 GB/s 的图。NVLS 和 CollNet 的 pattern 在交换机不支持时失败是正常的。',

  title: ({ hosts, nvlink }, print) =>
    `${on(hosts, print)}NCCL 找不到符合拓扑的${nvlink ? ' NVLink 路径' : ' ring'}`,
  cause: () => 'NCCL 搜索 ring 失败',
  detail: ({ pattern }) =>
    `它按简单顺序排列 rank（pattern ${pattern}）：一个 channel，模型中只有 0.1 GB/s。常见原因：GPU 型号不同或没有点对点，某个 GPU 的 NVLink 断了，容器只显示部分 GPU，虚拟机隐藏了 PCIe 树，过时的 NCCL_TOPO_FILE。`,
  actions: () => [
    'nvidia-smi topo -m 和 nvidia-smi nvlink -s：所有 GPU 的链路相同吗？',
    'unset NCCL_TOPO_FILE NCCL_GRAPH_FILE NCCL_P2P_LEVEL NCCL_P2P_DISABLE CUDA_VISIBLE_DEVICES，再试一次',
    'NCCL_TOPO_DUMP_FILE=topo.xml ...；ringscope topo topo.xml',
  ],
  verify: () => 'NCCL_DEBUG_SUBSYS=INIT,GRAPH："Pattern 4" 有多个 channel 和几十 GB/s',
  inOrder: '找到了 ring',
  explained: {
    knownBy: '搜索的那一行，或 "Pattern 4" 为 nChannels 1、bw 0.1；图文件（NCCL_GRAPH_DUMP_FILE）中也一样。',
    costs: '只有一个慢 ring 而不是多个：十分之一的带宽或更少。',
    todo: '所有 GPU 的链路、过时的拓扑文件、容器、虚拟机。',
    verify: 'Pattern 4 显示多个 channel。',
  },
}
