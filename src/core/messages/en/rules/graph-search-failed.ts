/** English: graph-search-failed. */
import type { GraphSearchFailedValues } from '../../../rules/path/graph-search-failed.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/paths.ts'

export const graphSearchFailed: RuleText<GraphSearchFailedValues> = {
  name: 'NCCL found no rings',
  about:
    'Warning; error with NVLink: "Could not find a path for pattern ..., falling back to simple order", or a graph with one channel at 0.1 GB/s. NVLS and CollNet patterns are expected to fail if the switch does not support them.',

  title: ({ hosts, nvlink }, print) =>
    `NCCL found no ${nvlink ? 'rings over NVLink' : 'rings'} for this topology${on(hosts, print)}`,
  cause: () => 'NCCL’s search for rings failed',
  detail: ({ pattern }) =>
    `It fell back to simple order (pattern ${pattern}): one channel, 0.1 GB/s in its model. Usual causes: GPUs of different models or without peer-to-peer, NVLinks that are down on one GPU, a container that shows only some of the GPUs, a virtual machine that hides the PCIe tree, or a stale NCCL_TOPO_FILE.`,
  actions: () => [
    'nvidia-smi topo -m and nvidia-smi nvlink -s: do all GPUs have the same links?',
    'unset NCCL_TOPO_FILE NCCL_GRAPH_FILE NCCL_P2P_LEVEL NCCL_P2P_DISABLE CUDA_VISIBLE_DEVICES, and try again',
    'NCCL_TOPO_DUMP_FILE=topo.xml ...; ringscope topo topo.xml',
  ],
  verify: () => 'NCCL_DEBUG_SUBSYS=INIT,GRAPH: "Pattern 4" with several channels and tens of GB/s',
  inOrder: 'rings found',
  explained: {
    knownBy:
      'The log line of the search, or "Pattern 4" with nChannels 1 and bw 0.1; the same in a graph file (NCCL_GRAPH_DUMP_FILE).',
    costs: 'One slow ring instead of many: a tenth of the bandwidth or less.',
    todo: 'Check the links of all GPUs, and look for stale topology files, containers and virtual machines.',
    verify: 'Pattern 4 shows several channels.',
  },
}
