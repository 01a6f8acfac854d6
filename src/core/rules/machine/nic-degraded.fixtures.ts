/** nic-degraded: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { many, one } from '../host.fixtures.ts'
import { lines } from '../lines.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

const PORT = (device: number, rate: number) =>
  `CA 'mlx5_${device}'\n\tCA type: MT4129\n\tPort 1:\n\t\tState: Active\n\t\tRate: ${rate}\n\t\tLink layer: InfiniBand`

/** The last of these ports at half of the others' rate. */
const lastSlow = (count: number) =>
  lines(...Array.from({ length: count }, (_, at) => PORT(at, at === count - 1 ? 200 : 400)))

/** Symbol errors of three ports, and of a fourth. */
const erring = (others: number, one: number) =>
  lines(
    ...[others, others, others, one].map(
      (count, at) => `/sys/class/infiniband/mlx5_${at}/ports/1/counters/symbol_error:${count}`,
    ),
  )

export const fixture: RuleFixture = {
  speaks: many(3, { ports: { 2: '200' } }),
  severity: 'warning',
  // Storage NICs of the same model, on every host.
  silent: many(3, {}, { ports: { 6: '200', 7: '200' } }),
  variants: [
    { name: 'down', facts: many(3, { ports: { 2: 'down' } }) },
    { name: 'no subnet manager', facts: one({ ports: { 2: 'initializing' } }) },
    {
      name: 'hot',
      facts: lines('mlx5_core 0000:9a:00.0: mlx5_health: High temperature on sensors'),
    },
    { name: 'errors', facts: one({ counters: { symbol_error: 5000 } }) },
    {
      name: 'slow beside its siblings, with other firmware',
      facts: lines(...[0, 1, 2, 3].map((at) => PORT(at, 400)), `${PORT(4, 200)}`),
    },
  ],
  thresholds: {
    'nic-degraded.ports': { speaks: lastSlow(4), silent: lastSlow(3) },
    'nic-degraded.errors': { speaks: erring(2, 1000), silent: erring(2, 999) },
    'nic-degraded.times-siblings': { speaks: erring(100, 2200), silent: erring(100, 1800) },
  },
}
