/** memory-not-registered: evidence on which it must speak, and as near to it as possible, on which it must not. */
import { printedText, warned } from '../printed.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: printedText(warned('Call to ibv_reg_mr failed with error Cannot allocate memory')),
  severity: 'error',
  silent: printedText(warned('Call to ibv_modify_qp failed with error No route to host errno 113')),
}
