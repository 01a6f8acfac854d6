/** English: gpu-throttled. */
import type { GpuThrottledValues } from '../../../rules/machine/gpu-throttled.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const gpuThrottled: RuleText<GpuThrottledValues> = {
  name: 'a GPU held back by heat or power, or slower than its siblings under load',
  about:
    'Warning; error where its clock lies below 80 % of its siblings’. A power cap alone is how a loaded GPU works, and an idle GPU is no fault.',

  title: ({ gpu, why, clockMhz, usualMhz, celsius, limitWatts, usualWatts, host }, print) =>
    why === 'power-limit'
      ? `GPU${gpu}${on(host)} may draw ${print.number(limitWatts ?? 0)} W, its siblings ${print.number(usualWatts ?? 0)} W`
      : `GPU${gpu}${on(host)} ${HELD_BACK[why]}${celsius === undefined ? '' : ` at ${print.number(celsius)} C`}${clockMhz === undefined || usualMhz === undefined ? '' : `: ${print.number(clockMhz)} of ${print.number(usualMhz)} MHz`}`,
  cause: ({ gpu, why }) => `GPU${gpu} ${why === 'power-limit' ? 'has a lower power limit' : HELD_BACK[why]}`,
  detail: ({ why }) =>
    why === 'slower'
      ? 'Under load its clock lies below the median of its siblings. Every collective waits for the slowest GPU: the others show 100 % utilisation while they wait.'
      : why === 'power-limit'
        ? 'With a lower limit it is slower under load, and every collective waits for the slowest GPU.'
        : 'The hardware lowers the clock by itself. Every collective waits for the slowest GPU: the others show 100 % utilisation while they wait.',
  actions: ({ gpu, why, usualWatts, host }, print) =>
    why === 'power-limit'
      ? [`nvidia-smi -i ${gpu} -pl ${print.number(usualWatts ?? 0)}, as root, or find out who lowered it`]
      : [
          `nvidia-smi -q -i ${gpu} -d PERFORMANCE,CLOCK,POWER,TEMPERATURE while the job runs`,
          why === 'power-brake'
            ? 'Power supplies and their cables of this host; the power cap of the rack'
            : `Fans, air flow and inlet temperature of ${host ?? 'this host'}; heat sink of the GPU`,
        ],
  verify: () => 'nvidia-smi dmon -s pucv under load: the same clocks on all GPUs, no violations',
  inOrder: 'GPU clocks free',
  explained: {
    knownBy:
      'nvidia-smi -q (Clocks Event Reasons, clocks, power limit) and nvidia-smi dmon under load, GPU beside GPU.',
    costs: 'Every collective waits for the slowest GPU.',
    todo: 'Cooling, power supply, power limit of that GPU.',
    verify: 'The same clocks on all GPUs under load.',
  },
}

const HELD_BACK = {
  thermal: 'is held back by heat',
  'power-brake': 'is held back by its power supply',
  'power-cap': 'is held back by its power limit',
  hardware: 'is held back by its hardware',
  slower: 'is slower than its siblings under load',
} as const
