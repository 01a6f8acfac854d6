/** Chinese: unexplained-warning. */
import type { UnexplainedWarningValues } from '../../../rules/failure/unexplained-warning.ts'
import type { RuleText } from '../../rule-text.ts'
import { failureText } from '../phrases/failure.ts'
import { listSome } from '../phrases/words.ts'

export const unexplainedWarning: RuleText<UnexplainedWarningValues> = {
  name: '没有其他规则能解释的 NCCL 警告',
  about:
    '警告：NCCL 打印了一条此处不认识的 WARN 级别的行，或一条表示性能降低但继续运行的行。只要它在，就不下“正常”的结论。INFO 级别的行为提示。',

  title: (values, print) =>
    known(values)
      ? failureText.title(values)
      : values.trouble
        ? `有 ${print.count(values.lines)} 行像是报错而目录中没有：${values.text ?? ''}`
        : `NCCL 警告：${values.text ?? ''}`,
  detail: (values, print) =>
    known(values)
      ? failureText.detail(values, print)
      : values.trouble
        ? '这里没有规则读取这些行，它们是否影响测得的数值尚不清楚。在弄清之前，不对这些文件中的数值下“正常”的结论。'
        : `这一行不在目录中（共 ${print.count(values.lines)} 行${values.hosts.length === 0 ? '' : `，来自 ${listSome(values.hosts, print)}`}）。NCCL 用 WARN 级别打印它认为的故障，所以旁边的数值未必代表正常的机器。`,
  actions: (values) =>
    known(values)
      ? failureText.actions(values)
      : values.trouble
        ? ['连同前后的行一起看：作业是否继续运行？']
        : [
            '查看它前后的行：NCCL_DEBUG=INFO 会打印出处（"file.cc:LINE -> N"）',
            '去掉数字和地址，在 NVIDIA/nccl 的 issue 中搜索这段文字',
          ],
  explained: {
    knownBy: '含 "NCCL WARN" 而目录中没有的行，或目录中表示性能降低但继续运行的行。',
    costs: '未知。',
    todo: '查看它前后的行。',
    verify: '这一行不再出现。',
  },
}

type Known = UnexplainedWarningValues & Parameters<typeof failureText.title>[0]

const known = (values: UnexplainedWarningValues): values is Known => values.message !== undefined
