/** Chinese: run-aborted. */
import type { RunAbortedValues } from '../../../rules/failure/run-aborted.ts'
import type { RuleText } from '../../rule-text.ts'
import { failureText } from '../phrases/failure.ts'

export const runAborted: RuleText<RunAbortedValues> = {
  name: '没有跑完全部数据量的运行',
  about: '错误，结论为故障：基准测试没有打印下一行数据而是报错，或作业被取消、超出时限。',

  title: ({ run, failure }, print) => {
    if (!run) return failure ? failureText.title(failure) : ''
    const { host, lastBytes, nextBytes, maxBytes, said } = run
    const on = host === undefined ? '' : `在 ${host} 上`
    const reason = said === undefined ? '' : `，报错 "${said}"`
    if (lastBytes === undefined) return `运行${on}没有打印任何数据行就结束了${reason}`
    return nextBytes === undefined
      ? `运行${on}在 ${print.bytes(lastBytes)} 之后中止${reason}`
      : `运行${on}在 ${print.bytes(nextBytes)} 处中止${maxBytes === undefined || maxBytes === nextBytes ? '' : `（应到 ${print.bytes(maxBytes)}）`}${reason}`
  },
  detail: ({ run, failure }, print) =>
    run
      ? `${run.rows === 0 ? '没有测到任何数据。' : `之前的 ${print.count(run.rows)} 行仍可参考，但运行没有完成。`}测试只说某个调用失败；是哪个调用、在哪个 rank 上，要看 NCCL 自己打印的行。`
      : failure
        ? failureText.detail(failure, print)
        : '',
  actions: ({ run, failure }) =>
    run || !failure
      ? [
          '用 NCCL_DEBUG=WARN 重跑：第一条 WARN 级别的行给出原因',
          '如果只在大数据量时失败，可能是显存不够：nvidia-smi，或减小 -e',
          '在该主机上运行 dmesg | grep -e Xid -e oom',
        ]
      : failureText.actions(failure),
  verify: () => '测试打印出全部数据量以及 "Avg bus bandwidth" 一行',
  explained: {
    knownBy: '数据行之下的 "Test NCCL failure" 或 "Test CUDA failure"；调度器取消作业的行。',
    costs: '没有测到的数据量，以及故障本身。',
    todo: '用 NCCL_DEBUG=WARN 重跑，看第一条警告。',
    verify: '测试打印出全部数据量。',
  },
}
