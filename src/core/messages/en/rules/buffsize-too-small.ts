/** English: buffsize-too-small. */
import type { BuffsizeTooSmallValues } from '../../../rules/settings/buffsize-too-small.ts'
import type { RuleText } from '../../rule-text.ts'
import { where } from '../phrases/settings.ts'

export const buffsizeTooSmall: RuleText<BuffsizeTooSmallValues> = {
  name: 'NCCL_BUFFSIZE far below its default',
  about:
    'Warning below 1 MiB, error below 64 KiB (default 4 MiB). NCCL ignores unit letters: it reads 8M as 8 bytes.',

  title: ({ name, value, bytes, ...source }, print) =>
    `${name}=${value} gives each channel a buffer of ${print.bytes(bytes)}${where(source, print)}`,
  cause: ({ name, bytes }, print) => `${name} is only ${print.bytes(bytes)}`,
  detail: ({ bytes, byDefaultBytes, unitIgnored }, print) =>
    `NCCL splits the buffer into 8 slots and sends them one after another. Each slot has ${print.bytes(bytes / 8)} here; the default of ${print.bytes(byDefaultBytes)} gives ${print.bytes(byDefaultBytes / 8)}. Slots this small do not hide the latency of a link, so large messages are slow.${unitIgnored ? ' NCCL ignores the letter after the number.' : ''}`,
  actions: ({ name, byDefaultBytes }) => [
    `unset ${name}, or give the size in bytes: ${name}=${byDefaultBytes}`,
  ],
  verify: () => 'all_reduce_perf -b 1M -e 8G -f 2 reaches its plateau again',
  inOrder: 'buffers large enough',
  explained: {
    knownBy: 'NCCL_BUFFSIZE as NCCL reads it, compared with the default of 4 MiB.',
    costs: 'Large messages reach only part of the bandwidth: an eighth of the buffer is in flight at a time.',
    todo: 'Unset it, or give the size in bytes without a unit letter.',
    verify: 'The curve reaches its plateau again.',
  },
}
