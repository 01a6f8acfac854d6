/** English: wrong-results. */

import type { WrongResultsValues } from '../../../rules/number/wrong-results.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'
import { counted } from '../phrases/words.ts'

export const wrongResults: RuleText<WrongResultsValues> = {
  name: 'the test found wrong values',
  about:
    'Error, and the verdict is broken. #wrong above 0, FAILED, or an error far above rounding means that data is corrupted. Nothing else is judged until this is fixed. Usual causes: peer-to-peer through an IOMMU, NCCL_PROTO=LL128 where it is not safe, mixed GPU models, or bad memory.',

  title: ({ collective, wrong, rows, of, error }, print) =>
    wrong > 0
      ? `${collective} gives wrong results: ${counted(wrong, print, 'value')} out of bounds`
      : `${collective} gives wrong results: errors up to ${print.number(error ?? 0)} in ${print.count(rows)} of ${print.count(of)} rows`,
  detail: ({ rows, of, bytes }, print) =>
    [
      ...(bytes === undefined
        ? ['The summary of the test reports this.']
        : [
            `Wrong in ${print.count(rows)} of ${print.count(of)} rows, the smallest at ${print.bytes(bytes)}.`,
          ]),
      'A job on these GPUs computes wrong gradients, so its speed is not judged.',
    ].join(' '),
  actions: () => [
    'Repeat the test with NCCL_P2P_DISABLE=1: if the results are then correct, peer-to-peer is broken (ACS or IOMMU redirects it, or the GPU models are mixed)',
    'Unset NCCL_PROTO: forcing LL128 corrupts data on hardware that does not keep 128 bytes together',
    'For each GPU: dcgmi diag -r 3; nvidia-smi -q -d ECC',
  ],
  verify: ({ collective }) =>
    `${testProgram(collective)} -b 8 -e 8G -f 2 -c 1 shows 0 in every #wrong column`,
  inOrder: 'results correct',
  explained: {
    knownBy:
      'The #wrong column, "Out of bounds values", or, before nccl-tests 2.13, an error above 1e-5 (float), 1e-2 (half), 1e-12 (double).',
    costs: 'Gradients are wrong, silently.',
    todo: 'Set NCCL_P2P_DISABLE=1 to see whether peer-to-peer is the cause (ACS, IOMMU), unset NCCL_PROTO, and run dcgmi diag -r 3.',
    verify: 'With -c 1, every #wrong column shows 0.',
  },
}
