/** English: gpu-asymmetry. */
import type { GpuAsymmetryValues } from '../../../rules/machine/gpu-asymmetry.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const gpuAsymmetry: RuleText<GpuAsymmetryValues> = {
  name: 'GPUs of one host that are linked unequally',
  about:
    'From nvidia-smi topo -m: a GPU has fewer NVLinks than its siblings of the same model. The collective runs at the pace of the weakest.',

  title: ({ gpus, links, of, siblings, host, link }, print) =>
    `${gpus.join(' and ')} ${gpus.length === 1 ? 'has' : 'have'} ${print.count(links)} ${link}s${host === undefined ? '' : ` on ${host}`}, ${print.count(siblings)} siblings have ${print.count(of)}`,
  cause: ({ gpus, links, of, link }, print) =>
    `${gpus.join(' and ')} ${gpus.length === 1 ? 'has' : 'have'} lost ${print.count(of - links)} of ${gpus.length === 1 ? 'its' : 'their'} ${print.count(of)} ${link}s`,
  detail: ({ gpus, reached, source }, print) =>
    [
      `${COUNTED[source]} counts the links of each GPU; ${gpus.join(' and ')} ${gpus.length === 1 ? 'stands' : 'stand'} out. Every ring passes through every GPU, so all run at the pace of the one with the fewest links.`,
      ...(reached === undefined
        ? []
        : reached.accountsFor
          ? [
              `With these links ${reached.collective} should reach ${print.rate(reached.asFound)} instead of ${print.rate(reached.expected)}; ${print.rate(reached.measured)} were measured: that explains it.`,
            ]
          : [
              `With these links ${reached.collective} should reach ${print.rate(reached.asFound)}; ${print.rate(reached.measured)} were measured: the lost links do not account for that.`,
            ]),
    ].join(' '),
  actions: ({ indices, host, link }) => [
    ...(link === 'NVLink'
      ? [
          ...indices.map((index) => `nvidia-smi nvlink -s -i ${index}: which links are inactive?`),
          `dmesg | grep -i -E 'nvlink|xid': Xid 74 is an NVLink error`,
        ]
      : ['rocm-smi --showtopo; rocm-smi --showxgmierr', 'dmesg | grep -i xgmi']),
    `Reset the GPU${link === 'NVLink' ? ` (nvidia-smi --gpu-reset -i ${indices.join(',')})` : ''} or restart the host; still down: drain ${host ?? 'the host'} and have it repaired`,
  ],
  verify: ({ reached, of, link }, print) =>
    reached === undefined
      ? `${link === 'NVLink' ? 'nvidia-smi nvlink -s' : 'rocm-smi --showtopo'} shows ${print.count(of)} active links for every GPU`
      : `${testProgram(reached.collective)} -b 1G -e 8G -f 2 -g ${reached.ranks / reached.nodes} should show at least ${print.rate(reached.low)}`,
  inOrder: 'GPUs linked alike',
  explained: {
    knownBy:
      'nvidia-smi topo -m or a topology file (NCCL_TOPO_DUMP_FILE): fewer NVLinks in one row than in most others. In a mesh the totals are compared, not the pairs; cut excerpts are not judged.',
    costs:
      'All GPUs run at the pace of the one with the fewest links; the finding says how much by a second expectation.',
    todo: 'nvidia-smi nvlink -s -i GPU; reset the GPU; still down: drain the host, repair.',
    verify: 'All rows of topo -m alike, and busbw back in its band.',
  },
}

const COUNTED = {
  'topo-m': 'topo -m',
  'topology-xml': 'The topology file',
  'rocm-smi': 'rocm-smi --showtopo',
} as const
