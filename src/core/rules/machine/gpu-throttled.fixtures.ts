/** gpu-throttled: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { one, well } from '../host.fixtures.ts'
import { lines } from '../lines.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** Four GPUs of which the last runs at 1300 MHz, with this utilisation. */
const busy = (utilisation: number) =>
  lines(
    '# gpu    pwr  gtemp  mtemp     sm    mem   mclk   pclk  pviol  tviol',
    ...[1755, 1755, 1755, 1300].map(
      (clock, gpu) =>
        `    ${gpu}    690     64      -    ${utilisation}     40   2619   ${clock}      3      0`,
    ),
  )

export const fixture: RuleFixture = {
  speaks: one({ hot: 3, clocks: { 3: 1095 } }),
  severity: 'error',
  silent: well,
  variants: [
    { name: 'slower', facts: one({ clocks: { 2: 1300 } }) },
    { name: 'power limit', facts: one({ powerLimits: { 2: 400 } }) },
  ],
  thresholds: {
    // An error, a warning: 78 % and 81 % of the 1755 MHz of the others.
    'gpu-throttled.far-slower': {
      speaks: one({ clocks: { 2: 1370 } }),
      silent: one({ clocks: { 2: 1430 } }),
    },
    // 88 % and 91 %.
    'gpu-throttled.slower': { speaks: one({ clocks: { 2: 1550 } }), silent: one({ clocks: { 2: 1600 } }) },
    'gpu-throttled.loaded': { speaks: busy(55), silent: busy(45) },
    'gpu-throttled.gpus': {
      speaks: one({ gpus: 3, clocks: { 1: 1300 } }),
      silent: one({ gpus: 2, clocks: { 1: 1300 } }),
    },
  },
}
