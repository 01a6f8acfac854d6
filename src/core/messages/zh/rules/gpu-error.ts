/** Chinese: gpu-error. */
import type { GpuErrorValues } from '../../../rules/machine/gpu-error.ts'
import type { RuleText } from '../../rule-text.ts'
import { nameOf, on } from '../phrases/host.ts'

export const gpuError: RuleText<GpuErrorValues> = {
  name: '报告了错误的 GPU：Xid、ECC、行重映射',
  about:
    '从总线消失或显存行无法替换时为错误；出现过不可纠正的显存错误、或固件停止应答时为警告；等待重置的行、多由应用引起的 Xid 和其他 Xid 为信息。已纠正的错误不是发现。',

  title: ({ gpus, why, xids, uncorrected, back, host }, print) =>
    `${on(host)}${names(gpus)} ${back ? '曾从总线掉线，现已恢复' : ERROR[why].title}${xids.length > 0 ? `（Xid ${codes(xids)}）` : uncorrected > 0 ? `：驱动加载以来有 ${print.count(uncorrected)} 个不可纠正错误` : ''}`,
  cause: ({ gpus, why }) => `${names(gpus)} ${ERROR[why].title}`,
  detail: ({ why, xids }, print) =>
    `${ERROR[why].detail}${xids.some(({ times }) => times > 1) ? `行数：${xids.map(({ code, times }) => `Xid ${code} ${print.count(times)}`).join('，')}。` : ''}`,
  actions: ({ gpus, why, host }) => [
    ...ERROR[why].actions,
    ...(why === 'application' || why === 'remapped' || why === 'other'
      ? []
      : [
          `处理好之前把${host === undefined ? '该主机' : ` ${host} `}移出调度（drain）；${names(gpus)} 再次出现：更换 GPU`,
        ]),
  ],
  verify: () => 'dmesg -T | grep -i xid：没有新的行；nvidia-smi -q -d ECC,ROW_REMAPPER 正常',
  inOrder: 'GPU 没有错误',
  explained: {
    knownBy:
      'dmesg："NVRM: Xid"；nvidia-smi -q：ECC Errors、Remapped Rows。nvidia-smi -q 或 NCCL 日志能说明时，地址换成 GPU 编号。',
    costs: '整个作业：该 GPU 上的进程结束，其他都在等它。',
    todo: '按种类：重启、重置、更换；由应用引起的，看程序。',
    verify: '没有新的 Xid；nvidia-smi -q -d ECC,ROW_REMAPPER 正常。',
  },
}

const names = (gpus: GpuErrorValues['gpus']): string => gpus.map(nameOf).join('、')

const codes = (xids: GpuErrorValues['xids']): string => xids.map(({ code }) => code).join('、')

const ERROR: Readonly<
  Record<
    GpuErrorValues['why'],
    { readonly title: string; readonly detail: string; readonly actions: readonly string[] }
  >
> = {
  'off-the-bus': {
    title: '从总线掉线：主机访问不到它',
    detail: '它上面的进程会结束或挂起，作业的所有 rank 也随之如此。原因是供电、温度、插槽或 GPU 本身。',
    actions: ['重启主机（只重置往往不够）；nvidia-smi -L：所有 GPU 都在吗？'],
  },
  'remap-failed': {
    title: '无法替换一个坏的显存行',
    detail: '需要的地方没有备用行了：错误会再来。',
    actions: ['nvidia-smi -q -d ROW_REMAPPER,ECC：Remapping Failure Occurred'],
  },
  memory: {
    title: '出现过不可纠正的显存错误',
    detail:
      '这种错误会结束使用该显存的进程；其他 rank 随后挂起，或报告它已离开。重置后坏行被替换，GPU 与以前一样好。',
    actions: ['nvidia-smi -q -d ECC,ROW_REMAPPER；有待替换的行时，在没有作业时重置 GPU'],
  },
  firmware: {
    title: '的固件停止应答',
    detail: 'GPU 自己的处理器（GSP）或某个控制器没有应答驱动：命令在等，集合通信也在等。',
    actions: ['没有作业时重置 GPU，或重启主机；再次出现：换一个驱动版本'],
  },
  remapped: {
    title: '将在下次重置时替换一个坏的显存行',
    detail: '修复正在进行。在此之前作业照常运行：带宽不会因此损失。',
    actions: ['没有作业时重置 GPU'],
  },
  other: {
    title: '向内核报告了错误',
    detail: '这里不知道它对通信意味着什么。',
    actions: ['在 NVIDIA 的 Xid 目录中查这个编号'],
  },
  application: {
    title: '报告了多由应用引起的错误',
    detail: '某个 kernel 越界读写，或某个进程被结束：多半是程序的问题，也常常只是另一个故障的后果。',
    actions: ['是哪个进程（行中的 pid=）？对相应的 kernel 使用 compute-sanitizer'],
  },
}
