/** Chinese: stale-config-file. */
import type { StaleConfigFileValues } from '../../../rules/settings/stale-config-file.ts'
import type { RuleText } from '../../rule-text.ts'
import { EFFECT } from '../phrases/settings.ts'

export const staleConfigFile: RuleText<StaleConfigFileValues> = {
  name: '看不见却有害的 nccl.conf',
  about:
    '/etc/nccl.conf 或 ~/.nccl.conf 在任何机器上都损失带宽，或各主机不同时为警告；其设置不起作用或取决于机器时为信息。',

  title: ({ file, host, settings }, print) =>
    `${host === undefined ? '' : `${host} 上的 `}${file} 设置了 ${print.count(settings.length)} 个有害或无用的变量：${names(settings)}`,
  cause: ({ file, settings }) => `${file} 设置了 ${names(settings)}`,
  detail: ({ file, settings, unlike }, print) =>
    `${file} 对这台主机上的每个作业都等同于环境变量，而脚本里看不到它。${settings.map(({ name, value, why, effect }) => `${name}=${value}：${effect === undefined ? WHY[why] : EFFECT[effect].title}`).join('；')}。${unlike > 0 ? `另有 ${print.count(unlike)} 台主机的文件不同。` : ''}`,
  actions: ({ file }) => [
    `cat /etc/${file} ~/.${file}：谁需要这些行？`,
    '在所有主机上删除它们，或在作业中覆盖：环境变量优先于文件',
  ],
  verify: () => 'NCCL_DEBUG=INFO ... 2>&1 | grep "set by environment" 只显示作业想要的变量',
  inOrder: 'nccl.conf 无害',
  explained: {
    knownBy: '各主机 /etc/nccl.conf 和 ~/.nccl.conf 的内容。',
    costs: '与每个设置相同，影响该主机上的每个作业。',
    todo: '删除这些行；作业需要的，在作业中设置。',
    verify: '日志只显示作业所设的变量。',
  },
}

const names = (settings: readonly { readonly name: string }[]): string =>
  settings.map(({ name }) => name).join('，')

const WHY = {
  costly: '损失带宽',
  unknown: '没有版本读取它',
  dead: '现在的版本都不读取它',
  differs: '其他主机没有它',
} as const
