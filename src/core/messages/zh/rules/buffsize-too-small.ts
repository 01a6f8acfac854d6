/** Chinese: buffsize-too-small. */
import type { BuffsizeTooSmallValues } from '../../../rules/settings/buffsize-too-small.ts'
import type { RuleText } from '../../rule-text.ts'
import { where } from '../phrases/settings.ts'

export const buffsizeTooSmall: RuleText<BuffsizeTooSmallValues> = {
  name: 'NCCL_BUFFSIZE 远小于默认值',
  about: '小于 1 MiB 为警告，小于 64 KiB 为错误（默认 4 MiB）。NCCL 只读数字：8M 是 8 字节。',

  title: ({ name, value, bytes, ...source }, print) =>
    `${where(source, print)}${name}=${value} 使每个通道的缓冲区只有 ${print.bytes(bytes)}`,
  cause: ({ name, bytes }, print) => `${name} 只有 ${print.bytes(bytes)}`,
  detail: ({ bytes, byDefaultBytes, unitIgnored }, print) =>
    `NCCL 把缓冲区分成 8 个先后传送的槽：每个 ${print.bytes(bytes / 8)}，而默认的 ${print.bytes(byDefaultBytes)} 给出 ${print.bytes(byDefaultBytes / 8)}。这么小的槽盖不住链路的延迟，大消息会变慢。${unitIgnored ? 'NCCL 只读数字，后面的字母被忽略。' : ''}`,
  actions: ({ name, byDefaultBytes }) => [`unset ${name}，或给出字节数：${name}=${byDefaultBytes}`],
  verify: () => 'all_reduce_perf -b 1M -e 8G -f 2 重新升到平台值',
  inOrder: '缓冲区足够大',
  explained: {
    knownBy: 'NCCL 读到的 NCCL_BUFFSIZE，对照默认的 4 MiB。',
    costs: '大消息只达到部分带宽：每次在途的只有缓冲区的八分之一。',
    todo: '去掉它；值以字节为单位，不带字母。',
    verify: '曲线重新升到平台值。',
  },
}
