/** English: size-dip. */
import type { SizeDipValues } from '../../../rules/number/size-dip.ts'
import { sizeOption, testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const sizeDip: RuleText<SizeDipValues> = {
  name: 'bandwidth drops at one or two sizes and recovers',
  about:
    'Warning. busbw drops by more than 15 % at one or two sizes: NCCL changes algorithm or protocol there, often because NCCL_MIN_NCHANNELS or a tuner file moves that point.',

  title: ({ collective, bytes, measured, before, beforeBytes, drop }, print) =>
    `${collective} dips by ${print.percent(drop)} at ${print.bytes(bytes)}: ${print.rate(measured)} after ${print.rate(before)} at ${print.bytes(beforeBytes)}`,
  detail: ({ after, afterBytes, others }, print) =>
    `${others === 0 ? '' : `This is the deepest of ${print.count(others + 1)} dips. `}Bandwidth recovers to ${print.rate(after)} at ${print.bytes(afterBytes)}, so the links are healthy. NCCL changes algorithm or protocol near this size, and a setting (NCCL_MIN_NCHANNELS, NCCL_PROTO, NCCL_ALGO, a tuner file) may have moved that point.`,
  actions: ({ collective, beforeBytes, afterBytes }) => [
    "env | grep -E 'NCCL_(ALGO|PROTO|MIN_NCHANNELS|MAX_NCHANNELS|TUNER)'; grep NCCL /etc/nccl.conf ~/.nccl.conf: unset what is set, and measure again",
    `NCCL_ALGO=RING, then NCCL_ALGO=TREE: ${testProgram(collective)} -b ${sizeOption(beforeBytes)} -e ${sizeOption(afterBytes)} -f 2 shows which one dips`,
    'If the dip remains without any setting, repeat the run (-n 100) and try another NCCL version',
  ],
  verify: ({ collective, beforeBytes, afterBytes }) =>
    `${testProgram(collective)} -b ${sizeOption(beforeBytes)} -e ${sizeOption(afterBytes)} -f 2 rises from row to row`,
  inOrder: 'no dips',
  explained: {
    knownBy: 'busbw of a size of 1 MiB or more, compared with its neighbours on both sides.',
    costs: 'Messages of that size are slower than smaller ones; the job’s buckets may be exactly that size.',
    todo: 'Unset NCCL_ALGO, NCCL_PROTO, NCCL_MIN_NCHANNELS, NCCL_MAX_NCHANNELS and tuner files, then measure again.',
    verify: 'busbw rises from row to row.',
  },
}
