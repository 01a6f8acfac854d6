/** English: gpu-throttled. */
import type { GpuThrottledValues } from '../../../rules/machine/gpu-throttled.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const gpuThrottled: RuleText<GpuThrottledValues> = {
  name: 'a GPU throttled by heat or power, or slower than the others under load',
  about:
    'Warning; error if its clock is below 80 % of the other GPUs’ clock. A power cap alone is normal for a loaded GPU, and an idle GPU is not reported.',

  title: ({ gpu, why, clockMhz, usualMhz, celsius, limitWatts, usualWatts, host }, print) =>
    why === 'power-limit'
      ? `GPU${gpu}${on(host)} has a power limit of ${print.number(limitWatts ?? 0)} W, the other GPUs ${print.number(usualWatts ?? 0)} W`
      : `GPU${gpu}${on(host)} ${HELD_BACK[why]}${celsius === undefined ? '' : ` at ${print.number(celsius)} C`}${clockMhz === undefined || usualMhz === undefined ? '' : `: ${print.number(clockMhz)} of ${print.number(usualMhz)} MHz`}`,
  cause: ({ gpu, why }) => `GPU${gpu} ${why === 'power-limit' ? 'has a lower power limit' : HELD_BACK[why]}`,
  detail: ({ why }) =>
    why === 'slower'
      ? 'Under load its clock is below the median of the other GPUs. Every collective waits for the slowest GPU; the others show 100 % utilisation while they wait.'
      : why === 'power-limit'
        ? 'With a lower limit the GPU is slower under load, and every collective waits for the slowest GPU.'
        : 'The hardware lowers the clock on its own. Every collective waits for the slowest GPU; the others show 100 % utilisation while they wait.',
  actions: ({ gpu, why, usualWatts, host }, print) =>
    why === 'power-limit'
      ? [
          `nvidia-smi -i ${gpu} -pl ${print.number(usualWatts ?? 0)} as root, or find out why the limit was lowered`,
        ]
      : [
          `nvidia-smi -q -i ${gpu} -d PERFORMANCE,CLOCK,POWER,TEMPERATURE while the job runs`,
          why === 'power-brake'
            ? 'Check the power supplies and power cables of this host, and the power cap of the rack'
            : `Check fans, air flow and inlet temperature of ${host ?? 'this host'}, and the heat sink of the GPU`,
        ],
  verify: () => 'nvidia-smi dmon -s pucv under load shows the same clocks on all GPUs and no violations',
  inOrder: 'no GPU throttled',
  explained: {
    knownBy:
      'nvidia-smi -q (Clocks Event Reasons, clocks, power limit) and nvidia-smi dmon under load, compared between GPUs.',
    costs: 'Every collective waits for the slowest GPU.',
    todo: 'Check cooling, power supply and power limit of that GPU.',
    verify: 'The same clocks on all GPUs under load.',
  },
}

const HELD_BACK = {
  thermal: 'is throttled by heat',
  'power-brake': 'is throttled by the power brake (power supply)',
  'power-cap': 'is throttled by its power limit',
  hardware: 'is throttled by its hardware',
  slower: 'is slower than the other GPUs under load',
} as const
