/** busy-waiting: evidence on which it must speak, and as near to it as possible, on which it must not. */

import type { Facts } from '../../analysis/facts.ts'
import { facts, printed } from '../../analysis/hand-made.fixtures.ts'
import { printedByTool } from '../printed-hosts.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** GPUs with this power, so many seconds long, and their limits. */
function drawing(watts: readonly number[], busy: readonly number[] = [], limits = true, seconds = 3): Facts {
  const rows = watts.map(
    (gpuWatts, gpu) =>
      `    ${gpu}    ${gpuWatts}     50      -    ${busy[gpu] ?? 100}     10   2619   1755      0      0`,
  )
  const dmon = '# gpu    pwr  gtemp  mtemp     sm    mem   mclk   pclk  pviol  tviol'
  const samples = Array.from({ length: seconds }, () => rows).flat()
  const all = [...(limits ? [printedByTool()['nvidia-smi -q']] : []), dmon, ...samples]
  return facts(printed('gpu-01', all.join('\n')))
}

export const fixture: RuleFixture = {
  speaks: drawing([210, 205, 640, 208]),
  severity: 'warning',
  silent: drawing([610, 605, 640, 608]),
  variants: [
    { name: 'all wait', facts: drawing([210, 205, 201, 208]) },
    { name: 'one is idle', facts: drawing([210, 205, 80, 208], [100, 100, 0, 100]) },
    {
      name: 'beside siblings',
      facts: drawing([210, 205, 640, 208], [100, 100, 98, 100], false),
    },
  ],
  thresholds: {
    'busy-waiting.samples': {
      speaks: drawing([210, 205, 640, 208], [], true, 3),
      silent: drawing([210, 205, 640, 208], [], true, 2),
    },
    'busy-waiting.gpus': {
      speaks: drawing([210, 640, 208], [], false),
      silent: drawing([210, 640], [], false),
    },
    'busy-waiting.full': {
      speaks: drawing([210, 205, 640, 208], [95, 95, 95, 95]),
      silent: drawing([210, 205, 640, 208], [94, 94, 94, 94]),
    },
    // A GPU that computes, and one that is idle.
    'busy-waiting.idle': {
      speaks: drawing([210, 205, 90, 208], [100, 100, 6, 100]),
      silent: drawing([210, 205, 90, 208], [100, 100, 5, 100]),
    },
    // 39 % and 41 % of 700 W.
    'busy-waiting.power': {
      speaks: drawing([275, 275, 640, 275]),
      silent: drawing([285, 285, 640, 285]),
    },
  },
}
