/** Chinese: changed-since-baseline. */
import type { ChangedSinceBaselineValues } from '../../../rules/number/changed-since-baseline.ts'
import { sizeOption, testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const changedSinceBaseline: RuleText<ChangedSinceBaselineValues> = {
  name: '与 --baseline 的运行相比有何变化',
  about:
    '只有超出基线波动范围且大于 2 % 才算变化。变差为警告，变差 20 % 以上为错误，变好为信息。先列出改变了的设置。',

  title: ({ collective, bytes, measured, was, change, only, settings }, print) =>
    only
      ? `与基线相比有 ${print.count(settings.length)} 项设置改变：${settings.map(({ name }) => name).join('，')}`
      : `${collective} 在 ${print.bytes(bytes)} 时比基线${change < 0 ? '慢' : '快'} ${print.percent(Math.abs(change))}：现为 ${print.rate(measured)}，原为 ${print.rate(was)}`,
  detail: ({ lowest, highest, runs, settings, only }, print) =>
    [
      ...(settings.length > 0
        ? [
            `有变化的设置：${settings.map(({ name, was, now }) => `${name} ${was ?? absent(name)} -> ${now ?? absent(name)}`).join('；')}。`,
          ]
        : ['这些文件所含的设置都没有变化。']),
      ...(only
        ? []
        : [
            runs > 1
              ? `基线的 ${print.count(runs)} 次运行在 ${print.rate(lowest)} 与 ${print.rate(highest)} 之间。`
              : '基线只有一次运行：不知道它的波动有多大。',
          ]),
    ].join(''),
  actions: ({ change, settings, runs, collective, bytes, only }) =>
    change > 0 || only
      ? []
      : [
          ...(settings.length > 0
            ? [`把有变化的设置逐个改回去：${settings.map(({ name }) => name).join('、')}`]
            : []),
          ...(runs > 1
            ? []
            : [
                `重复三次以了解波动：${testProgram(collective)} -b ${sizeOption(bytes)} -e ${sizeOption(bytes)} -n 100`,
              ]),
          '这些文件里没有的：驱动、固件、BIOS、布线、网络上的其他作业',
        ],
  inOrder: '与基线相比没有变化',
  explained: {
    knownBy: '用 --baseline 给出的运行中，同样的测试、同样的大小；超出其波动且大于 2 % 才算变化。',
    costs: '如结论所示；原来来得及的作业现在来不及了。',
    todo: '先看有变化的设置；再看驱动、固件、布线、其他作业。基线至少留三次运行。',
    verify: '数值回到基线的波动范围之内。',
  },
}

/** 环境变量不出现即未设置；版本或选项不出现只是文件没有写明。 */
const absent = (name: string): string => (name.includes('_') ? '未设' : '未写明')
