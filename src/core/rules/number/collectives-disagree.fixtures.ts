/** collectives-disagree: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, risingTo, run } from '../../analysis/hand-made.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'
import { onA100 } from '../runs.fixtures.ts'

const several = (values: Readonly<Record<'all_reduce' | 'all_gather' | 'reduce_scatter', number>>) =>
  Object.entries(values).map(([collective, busbw]) =>
    run({ collective: collective as 'all_reduce', input: `${collective}.txt`, busbw: risingTo(busbw) }),
  )

export const fixture: RuleFixture = {
  speaks: facts(several({ all_reduce: 150, all_gather: 232, reduce_scatter: 232 }), onA100),
  severity: 'warning',
  silent: facts(several({ all_reduce: 232, all_gather: 230, reduce_scatter: 230 }), onA100),
}
