/** 中文：关于主机上 GPU 的发现。 */
import type { FindingTexts } from '../findings.ts'
import type { GpuFindings } from '../findings-gpu.ts'

export const gpuFindings: Pick<FindingTexts, keyof GpuFindings> = {
  'nvlink-down': {
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
  },
  'gpu-throttled': {
    title: ({ gpu, why, clockMhz, usualMhz, celsius, limitWatts, usualWatts, host }, print) =>
      why === 'power-limit'
        ? `${on(host)}GPU${gpu} 的功率上限为 ${print.number(limitWatts ?? 0)} W，同伴为 ${print.number(usualWatts ?? 0)} W`
        : `${on(host)}GPU${gpu} ${HELD_BACK[why]}${celsius === undefined ? '' : `，温度 ${print.number(celsius)} C`}${clockMhz === undefined || usualMhz === undefined ? '' : `：${print.number(clockMhz)}，应为 ${print.number(usualMhz)} MHz`}`,
    cause: ({ gpu, why }) => `GPU${gpu} ${why === 'power-limit' ? '的功率上限较低' : HELD_BACK[why]}`,
    detail: ({ why }) =>
      why === 'slower'
        ? '在负载下它的时钟低于同伴的中位数。每个集合操作都等待最慢的 GPU：其他 GPU 在等待时显示 100 % 的利用率。'
        : why === 'power-limit'
          ? '上限较低时，它在负载下更慢，每个集合操作都等待最慢的 GPU。'
          : '硬件自己降低了时钟。每个集合操作都等待最慢的 GPU：其他 GPU 在等待时显示 100 % 的利用率。',
    actions: ({ gpu, why, usualWatts, host }, print) =>
      why === 'power-limit'
        ? [`nvidia-smi -i ${gpu} -pl ${print.number(usualWatts ?? 0)}（需要 root），或查明是谁降低了它`]
        : [
            `作业运行时执行 nvidia-smi -q -i ${gpu} -d PERFORMANCE,CLOCK,POWER,TEMPERATURE`,
            why === 'power-brake'
              ? '检查该主机的电源及其线缆；机柜的功率上限'
              : `检查${host === undefined ? '该主机' : ` ${host} `}的风扇、风道和进风温度；GPU 的散热器`,
          ],
    verify: () => '负载下 nvidia-smi dmon -s pucv：所有 GPU 时钟相同，没有 violation',
  },
  'busy-waiting': {
    title: ({ waiting, watts, ofWatts, by, host }, print) =>
      `${on(host)}${gpuNames(waiting)} 看似繁忙，却只消耗 ${print.number(watts)} W（${by === 'limit' ? '上限' : '最忙的同伴'}：${print.number(ofWatts)} W）：在等待`,
    detail: ({ computing, idle }) =>
      `满利用率只说明有 kernel 在运行。功率这么低时，多半是集合操作的 kernel 在等待另一个 rank；耗电少的 kernel 看起来也一样。等待的 GPU 没有过错。${computing.length > 0 ? `同时 ${gpuNames(computing)} 在计算：若属于同一作业，其他 GPU 等的就是它们。` : idle.length > 0 ? `${gpuNames(idle)} 什么也不做：迟到了，或不属于该作业。` : '所有采样到的 GPU 都在等待：迟到者在另一台主机上，或者是网络。'}`,
    actions: ({ computing, idle }) => [
      `对 ${gpuNames([...computing, ...idle]) || '另一台主机上不在等待的 GPU'} 的进程执行 py-spy dump --pid PID：它停在哪里？`,
      '同时在所有主机上执行 nvidia-smi dmon -s pucv：找出不在等待的 GPU',
    ],
    verify: () => 'nvidia-smi dmon -s pucv：所有 GPU 的功率大致相同',
  },
  'nvlink-errors': {
    title: ({ counters, xids, host, ...gpu }, print) =>
      xids.length > 0
        ? `${on(host)}内核记录了 ${nameOf(gpu)} 的 NVLink 错误：Xid ${xids.join('、')}`
        : `${on(host)}${nameOf(gpu)} 的 NVLink ${counters[0]?.link ?? 0} 计有 ${print.count(counters[0]?.count ?? 0)} 个 ${counters[0]?.what ?? ''} 错误`,
    cause: (gpu) => `${nameOf(gpu)} 的 NVLink 有错误`,
    detail: ({ counters, usual, others, xids }, print) =>
      [
        ...(counters.length === 0
          ? []
          : [
              `${counters
                .slice(0, 4)
                .map(
                  ({ link, what, count, grown }) =>
                    `链路 ${link}：${what} ${print.count(count)}${grown === undefined ? '' : `（比前一次多 ${print.count(grown)}）`}`,
                )
                .join(
                  '；',
                )}。${others === 1 ? '另一条链路' : `其他 ${print.count(others)} 条链路的中位数`}：${print.count(usual)}。`,
              'replay 是重发一个包，recovery 是重新训练链路：数据仍然正确，但其间每个集合通信都在等。计数从驱动加载时开始。',
            ]),
        ...(xids.length === 0
          ? []
          : ['内核这样记录的链路自己报告了错误；致命错误会结束使用它的作业，链路在 GPU 重置之前一直断开。']),
      ].join(''),
    actions: ({ host, ...gpu }) => [
      `在一次运行前后执行 nvidia-smi nvlink -e -i ${pick(gpu)}：哪些计数在增长？`,
      `nvidia-smi nvlink -s -i ${pick(gpu)}：所有链路都活动吗？`,
      `计数增长：没有作业时重置 GPU（nvidia-smi --gpu-reset -i ${pick(gpu)}）；再次出现：把${host === undefined ? '该主机' : ` ${host} `}移出调度（drain）并报修`,
    ],
    verify: () => '一次运行前后两次 nvidia-smi nvlink -e 的计数相同',
  },
  'gpu-error': {
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
  },
}

const on = (host: string | undefined): string => (host === undefined ? '' : `${host} 上 `)

const HELD_BACK = {
  thermal: '因过热而降速',
  'power-brake': '因供电而降速',
  'power-cap': '因功率上限而降速',
  hardware: '被硬件降速',
  slower: '在负载下比同伴慢',
} as const

const gpuNames = (gpus: readonly number[]): string => gpus.map((gpu) => `GPU${gpu}`).join('、')

const nameOf = ({ gpu, seat }: { readonly gpu?: number; readonly seat?: string }): string =>
  gpu === undefined ? `位于 ${seat ?? '?'} 的 GPU` : `GPU${gpu}`
/** nvidia-smi -i 所取的形式。 */
const pick = ({ gpu, seat }: { readonly gpu?: number; readonly seat?: string }): string =>
  gpu === undefined ? `${seat}.0` : `${gpu}`
const names = (gpus: GpuFindings['gpu-error']['gpus']): string => gpus.map(nameOf).join('、')
const codes = (xids: GpuFindings['gpu-error']['xids']): string => xids.map(({ code }) => code).join('、')

const ERROR: Readonly<
  Record<
    GpuFindings['gpu-error']['why'],
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
