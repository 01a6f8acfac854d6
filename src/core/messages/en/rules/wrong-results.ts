/** English: wrong-results. */
import type { WrongResultsValues } from '../../../rules/number/wrong-results.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const wrongResults: RuleText<WrongResultsValues> = {
  name: 'the test found wrong values',
  about:
    'Error, and the verdict is broken. #wrong above 0, FAILED, or an error far above rounding: data is corrupted. Nothing else is judged before that is repaired. Usual causes: peer-to-peer through an IOMMU, NCCL_PROTO=LL128 where it is not safe, mixed GPU models, bad memory.',

  title: ({ collective, wrong, rows, of, error }, print) =>
    wrong > 0
      ? `${collective} gives wrong results: ${print.count(wrong)} values out of bounds`
      : `${collective} gives wrong results: errors up to ${print.number(error ?? 0)} in ${print.count(rows)} of ${print.count(of)} rows`,
  detail: ({ rows, of, bytes }, print) =>
    [
      ...(bytes === undefined
        ? ['The summary says so.']
        : [
            `${print.count(rows)} of ${print.count(of)} rows are wrong, the smallest at ${print.bytes(bytes)}.`,
          ]),
      'A job on these GPUs computes wrong gradients; how fast it does so is not judged.',
    ].join(' '),
  actions: () => [
    'NCCL_P2P_DISABLE=1, same test: right then means that peer-to-peer is broken (ACS or IOMMU redirects it, or the GPUs are of several models)',
    'Unset NCCL_PROTO: a forced LL128 corrupts data where the hardware does not keep 128 bytes together',
    'Per GPU: dcgmi diag -r 3; nvidia-smi -q -d ECC',
  ],
  verify: ({ collective }) =>
    `${testProgram(collective)} -b 8 -e 8G -f 2 -c 1 shows 0 in every #wrong column`,
  inOrder: 'results correct',
  explained: {
    knownBy:
      'The #wrong column, "Out of bounds values", or before nccl-tests 2.13 an error above 1e-5 (float), 1e-2 (half), 1e-12 (double).',
    costs: 'Gradients are wrong, silently.',
    todo: 'NCCL_P2P_DISABLE=1 to see whether peer-to-peer is the cause (ACS, IOMMU); unset NCCL_PROTO; dcgmi diag -r 3.',
    verify: '-c 1 shows 0 in every #wrong column.',
  },
}
