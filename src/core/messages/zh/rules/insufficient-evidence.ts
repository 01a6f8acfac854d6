/** Chinese: insufficient-evidence. */
import type { Print } from '../../../base/print.ts'
import type {
  InsufficientEvidenceValues,
  UndecidedValues,
} from '../../../rules/number/insufficient-evidence.ts'
import type { RuleText } from '../../rule-text.ts'
import { either } from '../phrases/words.ts'
import { report } from '../report.ts'

export const insufficientEvidence: RuleText<InsufficientEvidenceValues> = {
  name: '文件不足以判定',
  about: '说明判定还缺什么：机器、更大的大小、是哪个集合操作，或根本没有测量。',

  title: ({ wanted, unread, undecided, beyond }, print) =>
    beyond
      ? `${beyond.collective} 达到 ${print.rate(beyond.measured)}，超过这台机器的上限 ${print.rate(beyond.most)}：不是这台机器，或者不是这个量`
      : undecided
        ? readings(undecided, print)
        : unread
          ? `表头之下有 ${print.count(unread.lines)} 行像是数据行，但没有读懂${unread.line === undefined ? '' : `（第一处：第 ${unread.line} 行）`}`
          : wanted.includes('rows')
            ? '测试只打印了表头，没有数据行：要么挂起了，要么输出被截断'
            : wanted.includes('measurement')
              ? '这些文件里没有测量：它们说明机器是怎么搭的，不说明有多快'
              : wanted.includes('machine')
                ? '这个数好不好取决于机器：用 --on 指明（ringscope list presets）'
                : '这些文件不足以判断这个数好不好',
  detail: ({ wanted, unread }) =>
    unread
      ? '数据行按 nccl-tests 打印的格式读取：size、count、type、redop、root，然后是每种放置方式的 time、algbw、busbw 和 #wrong；小数用点，不用千位分隔符。'
      : wanted.includes('rows')
        ? '在第一行之前挂起，只能从日志中看出原因。'
        : '要下结论，需要一次测量、测量所用的机器，以及足够大、使曲线变平的消息。',
  actions: ({ wanted, machine }) => wanted.map((what) => report.collectNext(machine)[what]),
  explained: {
    knownBy: '没有测量，或者测量所用的机器、集合操作、rank 数、大小不明。',
    costs: '没有结论。',
    todo: '收集结论中列出的内容。',
    verify: '下一次运行能得出结论。',
  },
}

/** 两种解读，以及由哪项事实决定。 */
function readings({ collective, measured, fact, fine, low }: UndecidedValues, print: Print): string {
  const reached = `${collective} 达到 ${print.rate(measured)}`
  const names = (values: UndecidedValues['fine']) => either(values.map(({ value }) => value))
  if (fine.length === 0) return `${reached}，在各种常见机器上都偏低，但这些文件没有说明${report.open[fact]}`
  if (low.length === 0) return `${reached}：好坏取决于${report.open[fact]}`
  return `${reached}：${names(fine)} 时正常，${names(low)} 时偏低；这些文件没有说明是哪一种`
}
