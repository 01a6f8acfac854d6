/** Chinese: gpu-throttled. */
import type { GpuThrottledValues } from '../../../rules/machine/gpu-throttled.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const gpuThrottled: RuleText<GpuThrottledValues> = {
  name: '因过热或功率降速，或在负载下比同伴慢的 GPU',
  about: '警告；时钟低于同伴的 80 % 时为错误。仅有功率上限是满载 GPU 的正常状态，空闲不是故障。',

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
  inOrder: 'GPU 时钟不受限',
  explained: {
    knownBy:
      'nvidia-smi -q（Clocks Event Reasons、时钟、功率上限）和负载下的 nvidia-smi dmon，GPU 之间比较。',
    costs: '每个集合操作都等待最慢的 GPU。',
    todo: '那块 GPU 的散热、供电、功率上限。',
    verify: '负载下所有 GPU 时钟相同。',
  },
}

const HELD_BACK = {
  thermal: '因过热而降速',
  'power-brake': '因供电而降速',
  'power-cap': '因功率上限而降速',
  hardware: '被硬件降速',
  slower: '在负载下比同伴慢',
} as const
