/** English: gpu-asymmetry. */

import type { GpuAsymmetryValues } from '../../../rules/machine/gpu-asymmetry.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted, list, plural } from '../phrases/words.ts'

export const gpuAsymmetry: RuleText<GpuAsymmetryValues> = {
  name: 'GPUs of one host with unequal numbers of links',
  about:
    'From nvidia-smi topo -m: a GPU has fewer NVLinks than the other GPUs of the same model. The collective runs at the pace of the weakest GPU.',

  title: ({ gpus, links, of, siblings, host, link }, print) =>
    `${list(gpus)}${host === undefined ? '' : ` on ${host}`} ${plural(gpus.length, 'has', 'have')} ${counted(links, print, link)}, compared with ${print.count(of)} on ${counted(siblings, print, 'other GPU')}`,
  cause: ({ gpus, links, of, link }, print) =>
    `${list(gpus)} ${plural(gpus.length, 'has', 'have')} lost ${print.count(of - links)} of ${plural(gpus.length, 'its', 'their')} ${print.count(of)} ${link}s`,
  detail: ({ reached, source }, print) =>
    [
      `${COUNTED[source]} shows the number of links of each GPU. Every ring passes through every GPU, so all run at the pace of the one with the fewest links.`,
      ...(reached === undefined
        ? []
        : reached.accountsFor
          ? [
              `With these links ${reached.collective} should reach ${print.rate(reached.asFound)} instead of ${print.rate(reached.expected)}. It reached ${print.rate(reached.measured)}, so the missing links explain the result.`,
            ]
          : [
              `With these links ${reached.collective} should reach ${print.rate(reached.asFound)}. It reached ${print.rate(reached.measured)}, so the missing links do not explain all of the loss.`,
            ]),
    ].join(' '),
  actions: ({ indices, host, link }) => [
    ...(link === 'NVLink'
      ? [
          ...indices.map((index) => `nvidia-smi nvlink -s -i ${index}: which links are inactive?`),
          `dmesg | grep -i -E 'nvlink|xid': Xid 74 is an NVLink error`,
        ]
      : ['rocm-smi --showtopo; rocm-smi --showxgmierr', 'dmesg | grep -i xgmi']),
    `Reset the GPU${link === 'NVLink' ? ` (nvidia-smi --gpu-reset -i ${indices.join(',')})` : ''} or reboot the host; if the links stay down, drain ${host ?? 'the host'} and have it repaired`,
  ],
  verify: ({ reached, of, link }, print) =>
    reached === undefined
      ? `${link === 'NVLink' ? 'nvidia-smi nvlink -s' : 'rocm-smi --showtopo'} shows ${print.count(of)} active links for every GPU`
      : `${testProgram(reached.collective)} -b 1G -e 8G -f 2 -g ${reached.ranks / reached.nodes} should show at least ${print.rate(reached.low)}`,
  inOrder: 'GPUs have equal numbers of links',
  explained: {
    knownBy:
      'nvidia-smi topo -m or a topology file (NCCL_TOPO_DUMP_FILE): fewer NVLinks in one row than in most others. In a mesh the totals are compared, not the pairs. Truncated listings are not judged.',
    costs:
      'All GPUs run at the pace of the one with the fewest links. The finding estimates the loss from what these links should reach.',
    todo: 'Check nvidia-smi nvlink -s -i GPU and reset the GPU. If the links stay down, drain the host and have it repaired.',
    verify: 'All rows of topo -m are alike, and busbw is back in its band.',
  },
}

const COUNTED = {
  'topo-m': 'topo -m',
  'topology-xml': 'The topology file',
  'rocm-smi': 'rocm-smi --showtopo',
} as const
