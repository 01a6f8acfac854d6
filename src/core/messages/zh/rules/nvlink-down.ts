/** Chinese: nvlink-down. */
import type { NvlinkDownValues } from '../../../rules/machine/nvlink-down.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const nvlinkDown: RuleText<NvlinkDownValues> = {
  name: '一块 GPU 中不活动、同伴中活动的 NVLink',
  about:
    '错误。逐条与所有主机上多数同型号 GPU 比较，从不接线的链路不计。NVLink 板上全部链路不活动：fabric manager。',

  title: ({ gpu, down, active, of, host, all }, print) =>
    all
      ? `${on(host)}没有一块 GPU 有活动的 NVLink`
      : `${on(host)}GPU${gpu} 只有 ${print.count(active)} 条 NVLink，应为 ${print.count(of)} 条：链路 ${down.join('，')} 不活动`,
  cause: ({ gpu, down, of, all }, print) =>
    all
      ? '没有活动的 NVLink'
      : `GPU${gpu} 的 ${print.count(of)} 条 NVLink 丢了 ${print.count(down.length)} 条`,
  detail: ({ name, siblings, all }, print) =>
    all
      ? `${name} 除了 PCIe 没有别的路到达同伴。最常见的原因是 fabric manager 没有运行，或其版本与驱动不符。`
      : `另有 ${print.count(siblings)} 块 ${name} 的这些链路全部活动。每个环都经过每块 GPU，因此全体都按链路最少的那块的速度运行。`,
  actions: ({ gpu, host, all }) =>
    all
      ? [
          'systemctl status nvidia-fabricmanager；其版本必须与驱动相同',
          'nvidia-smi -q | grep -A2 Fabric：State 和 Status',
        ]
      : [
          `nvidia-smi nvlink -e -i ${gpu}；dmesg | grep -i xid：Xid 74 是 NVLink 错误`,
          `重置 GPU（nvidia-smi --gpu-reset -i ${gpu}）或重启主机；仍未恢复：把${host === undefined ? '该主机' : ` ${host} `}移出调度（drain）并报修`,
        ],
  verify: ({ of }, print) => `nvidia-smi nvlink -s 显示每块 GPU 有 ${print.count(of)} 条活动链路`,
  inOrder: 'NVLink 都活动',
  explained: {
    knownBy: '所有 GPU 的 nvidia-smi nvlink -s，逐条比较。',
    costs: '所有 GPU 都按链路最少的那块的速度运行。',
    todo: '重置 GPU；仍未恢复：把主机移出调度并报修。全部不活动：fabric manager。',
    verify: 'nvidia-smi nvlink -s 显示所有 GPU 的相同链路活动。',
  },
}
