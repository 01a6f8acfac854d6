/** 中文：有关设置的规则，用于 `list rules`、`explain` 和文档。 */
import type { RuleExplanation } from '../explain-rules.ts'
import type { SettingsFindings } from '../findings-settings.ts'
import type { RuleText } from '../rules.ts'

export const settingsRules: Readonly<Record<keyof SettingsFindings, RuleText>> = {
  'env-unknown': {
    title: '没有人读取的变量',
    about:
      '明显想写某个已知名称时为警告（NCCL_BUFFER_SIZE 应为 NCCL_BUFFSIZE），名称属于别的版本或来源不明时为信息。对不读取的变量 NCCL 什么也不说；插件、PyTorch 和镜像的名称不在其列。',
  },
  'env-override': {
    title: '损失带宽的设置',
    about: '在任何机器上都有代价，或测量值偏低时为警告；取决于机器，或测量值仍然健康时为信息。',
  },
  'env-not-propagated': {
    title: '只到达部分 rank 的变量',
    about:
      '警告。在 shell 中设置但没有经 mpirun -x 或 srun --export 传递；或在一些主机上设置，在另一些上没有或不同。只有看得到环境的主机才算在内。',
  },
  'stale-config-file': {
    title: '看不见却有害的 nccl.conf',
    about:
      '/etc/nccl.conf 或 ~/.nccl.conf 在任何机器上都损失带宽，或各主机不同时为警告；其设置不起作用或取决于机器时为信息。',
  },
  'buffsize-too-small': {
    title: 'NCCL_BUFFSIZE 远小于默认值',
    about: '小于 1 MiB 为警告，小于 64 KiB 为错误（默认 4 MiB）。NCCL 只读数字：8M 是 8 字节。',
  },
}

export const settingsExplained: Readonly<Record<keyof SettingsFindings, RuleExplanation>> = {
  'env-unknown': {
    known: 'env、nccl.conf、启动命令或日志中的名称，对照 NCCL 和 RCCL 各版本读取的全部名称。',
    costs: '设置它想要的效果不会发生。',
    todo: '去掉它；设置真正想要的那个。',
    verify: 'NCCL_DEBUG=INFO 对正确的名称记录 "set by environment"。',
  },
  'env-override': {
    known: 'env、nccl.conf、启动命令或日志中的值，对照默认值。',
    costs: '从没有到十分之九，取决于设置；发现中说明它做了什么。',
    todo: '在各处去掉并重新测量；只在测量表明有用的地方设置。',
    verify: '有它和没有它时各跑一次 all_reduce_perf。',
  },
  'env-not-propagated': {
    known: '多台主机的 env、多个 rank 的 "set by environment"，或 shell 与启动命令所传递的变量。',
    costs: '选择不同的 rank 按较慢的一方运行，或挂起。',
    todo: 'mpirun -x NAME，srun --export=ALL；所有主机用相同的启动脚本和镜像。',
    verify: 'NCCL_DEBUG=INFO：每台主机都有相同的 "set by environment"。',
  },
  'stale-config-file': {
    known: '各主机 /etc/nccl.conf 和 ~/.nccl.conf 的内容。',
    costs: '与每个设置相同，影响该主机上的每个作业。',
    todo: '删除这些行；作业需要的，在作业中设置。',
    verify: '日志只显示作业所设的变量。',
  },
  'buffsize-too-small': {
    known: 'NCCL 读到的 NCCL_BUFFSIZE，对照默认的 4 MiB。',
    costs: '大消息只达到部分带宽：每次在途的只有缓冲区的八分之一。',
    todo: '去掉它；值以字节为单位，不带字母。',
    verify: '曲线重新升到平台值。',
  },
}

export const settingsInOrder: Readonly<Partial<Record<keyof SettingsFindings, string>>> = {
  'env-unknown': 'NCCL 变量都是已知的',
  'env-override': '没有损失带宽的设置',
  'env-not-propagated': '所有主机设置相同',
  'stale-config-file': 'nccl.conf 无害',
  'buffsize-too-small': '缓冲区足够大',
}
