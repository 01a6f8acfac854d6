/** out-of-memory: evidence on which it must speak, and as near to it as possible, on which it must not. */
import { printedText, warned } from '../printed.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: printedText(warned("Cuda failure 'out of memory'")),
  severity: 'error',
  silent: printedText(warned('Connection closed by remote peer gpu-02<4711>', 'gpu-03', 'misc/socket.cc:50')),
}
