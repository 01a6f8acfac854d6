/** Chinese: hang. */

import type { Print } from '../../../base/print.ts'
import type { HangValues } from '../../../rules/failure/hang.ts'
import type { RuleText } from '../../rule-text.ts'

export const hang: RuleText<HangValues> = {
  name: '没有结束的集合通信',
  about:
    '错误，结论为故障：PyTorch 的 watchdog 或 NCCL 的 RAS 这样说；列出落后的 rank。日志在建立通信器时结束为信息。',

  title: ({ by, operation, behind, silent, seconds, why, hosts }, print) =>
    by === 'setup'
      ? `通信器开始建立，但在此日志中没有结束${silent.length > 0 ? `；${ranksOf(silent, print)} 没有任何一行` : ''}`
      : by === 'ras'
        ? why === 'unknown'
          ? `${ranksOf(silent, print)}${on(hosts)} 没有应答`
          : `${ranksOf(behind, print)}${on(hosts)} ${operation === '' ? '' : `在 ${operation} 上`}落后于其他 rank`
        : `${operation} 在 ${print.duration(seconds)} 内没有结束${behind.length > 0 ? `；${ranksOf(behind, print)} 落后于其他 rank` : silent.length > 0 ? `；${ranksOf(silent, print)} 没有任何输出` : ''}`,
  cause: ({ operation, behind, silent }, print) =>
    behind.length > 0
      ? `${ranksOf(behind, print)} 没有到达 ${operation}`
      : silent.length > 0
        ? `${ranksOf(silent, print)} 没有任何输出`
        : `${operation} 没有结束`,
  detail: ({ by, sequence, waiting, why, group, behind, silent, repeated, calls }, print) =>
    by === 'setup'
      ? `${print.count(waiting)} 个 rank 记录了 "Init START"，没有一个记录 "Init COMPLETE"。日志也许只是到此为止；如果作业仍在运行，就是有 rank 没有启动，或到达不了其他 rank（防火墙、NCCL_SOCKET_IFNAME）。`
      : by === 'ras'
        ? silent.length > 0
          ? `NCCL 的 RAS 得不到它们的应答${repeated ? '，并已放弃它们：其进程已结束，或挂在内核中' : '：它们可能被暂停，或暂时繁忙'}。其他 rank 都在等它们。`
          : repeated
            ? `NCCL 的 RAS 两次查询计数相同（操作 ${sequence}）：没有进展。领先的 ${print.count(waiting)} 个 rank 在等待；应当查看落后的 rank。`
            : `NCCL 的 RAS 一次查询显示它们在操作 ${sequence}，落后于另外 ${print.count(waiting)} 个 rank。各 rank 从不完全同步：只有几秒后再次查询计数仍相同，才是故障。`
        : `PyTorch 的 watchdog 停止了 ${print.count(waiting)} 个 rank${sequence === undefined || calls ? '' : `，停在第 ${sequence} 个 work`}${group === undefined ? '' : `（进程组 ${group}）`}。${
            calls
              ? `它们停在不同的调用：${callsOf(calls, print)}。${group === undefined ? '要么是编号较小的 rank 落后，要么这些调用属于不同的进程组。' : '编号较小的 rank 落后：走了别的分支，或到得太晚。'}`
              : behind.length === 0
                ? '所有报告的 rank 都停在同一次调用：它们在等待一个没有报告的 rank，或等待网络。'
                : why === 'enqueued'
                  ? '落后的 rank 提交得比其余少：它们根本没有调用（卡在数据加载、检查点或别的分支），其他 rank 在等它们。'
                  : '落后的 rank 完成得比其余少。'
          }等待的 rank 没有责任。`,
  actions: ({ behind, silent }) => [
    behind.length + silent.length > 0
      ? `对 rank ${[...behind, ...silent][0]} 运行 py-spy dump --pid PID：它停在哪里？`
      : '在每台主机上 py-spy dump --pid PID：哪个 rank 停在别处？',
    'TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1：每个 rank 最后的调用；NCCL 2.24 及以后：ncclras -v',
    '在那台主机上 dmesg | grep -i xid；NCCL_DEBUG=WARN 看之前的网络错误',
  ],
  verify: () => '作业通过这一点；TORCH_DISTRIBUTED_DEBUG=DETAIL 不再列出任何 rank',
  explained: {
    knownBy: '"Watchdog caught collective operation timeout"、每个 rank 最后提交和完成的 work；RAS。',
    costs: '作业在时限后停止。',
    todo: '看落后的 rank：py-spy，其主机的 dmesg。',
    verify: '作业通过这一点。',
  },
}

const on = (hosts: readonly string[]): string =>
  hosts.length === 0 || hosts.length > 3 ? '' : `（${hosts.join('、')}）`

/** "rank 3 在第 5207 个 work，rank 0、1、2 在第 5210 个 work" */
const callsOf = (calls: NonNullable<HangValues['calls']>, print: Print): string =>
  [...calls.slice(0, 3), ...calls.slice(3).slice(-1)]
    .map(({ sequence, ranks }) => `${ranksOf(ranks, print)} 在第 ${sequence} 个 work`)
    .join('，')

function ranksOf(ranks: readonly number[], print: Print): string {
  if (ranks.length === 1) return `rank ${ranks[0]}`
  return ranks.length > 6
    ? `${print.count(ranks.length)} 个 rank（${ranks.slice(0, 4).join('、')}、…）`
    : `rank ${ranks.join('、')}`
}
