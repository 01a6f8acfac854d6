/** busy-waiting: evidence on which it must speak, and as near to it as possible, on which it must not. */

import type { Facts } from '../../analysis/facts.ts'
import { facts, printed } from '../../analysis/hand-made.fixtures.ts'
import { printedByTool } from '../printed-hosts.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** GPUs with this power, three seconds long, and their limits. */
function drawing(watts: readonly number[], busy: readonly number[] = [], limits = true): Facts {
  const rows = watts.map(
    (its, gpu) =>
      `    ${gpu}    ${its}     50      -    ${busy[gpu] ?? 100}     10   2619   1755      0      0`,
  )
  const dmon = '# gpu    pwr  gtemp  mtemp     sm    mem   mclk   pclk  pviol  tviol'
  const all = [...(limits ? [printedByTool()['nvidia-smi -q']] : []), dmon, ...rows, ...rows, ...rows]
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
}
