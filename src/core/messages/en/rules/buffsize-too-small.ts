/** English: buffsize-too-small. */
import type { BuffsizeTooSmallValues } from '../../../rules/settings/buffsize-too-small.ts'
import type { RuleText } from '../../rule-text.ts'
import { where } from '../phrases/settings.ts'

export const buffsizeTooSmall: RuleText<BuffsizeTooSmallValues> = {
  name: 'NCCL_BUFFSIZE far below its default',
  about:
    'Warning below 1 MiB, error below 64 KiB (default 4 MiB). NCCL reads the number alone: 8M is 8 bytes.',

  title: ({ name, value, bytes, ...source }, print) =>
    `${name}=${value} gives each channel a buffer of ${print.bytes(bytes)}${where(source, print)}`,
  cause: ({ name, bytes }, print) => `${name} is only ${print.bytes(bytes)}`,
  detail: ({ bytes, byDefaultBytes, unitIgnored }, print) =>
    `NCCL cuts the buffer into 8 slots that travel one behind the other: ${print.bytes(bytes / 8)} each, where the default of ${print.bytes(byDefaultBytes)} gives ${print.bytes(byDefaultBytes / 8)}. Slots this small do not cover the latency of a link, and large messages get slow.${unitIgnored ? ' NCCL reads the number alone; the letter behind it is ignored.' : ''}`,
  actions: ({ name, byDefaultBytes }) => [
    `unset ${name}, or set the number of bytes: ${name}=${byDefaultBytes}`,
  ],
  verify: () => 'all_reduce_perf -b 1M -e 8G -f 2 rises to its plateau again',
  inOrder: 'buffers large enough',
  explained: {
    knownBy: 'NCCL_BUFFSIZE as NCCL reads it, beside the default of 4 MiB.',
    costs: 'Large messages reach a part of the bandwidth: an eighth of the buffer is in flight at a time.',
    todo: 'unset it; values are in bytes, without a letter.',
    verify: 'The curve rises to its plateau again.',
  },
}
