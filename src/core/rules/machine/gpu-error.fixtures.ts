/** gpu-error: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { one, well } from '../host.fixtures.ts'
import { xid } from '../lines.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: one({
    gpus: 7,
    kernelLog: [
      "[91022.1] NVRM: Xid (PCI:0000:59:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.",
    ],
  }),
  severity: 'error',
  // Corrected errors, and rows that were replaced long ago.
  silent: well,
  variants: [
    { name: 'off the bus and back', facts: one({ kernelLog: [xid(79)] }) },
    { name: 'memory, by ECC', facts: one({ uncorrected: { 3: 2 } }) },
    {
      name: 'memory, by the kernel',
      facts: one({ kernelLog: [xid(48), xid(48), xid(63)] }),
    },
    { name: 'a row that waits', facts: one({ remapping: { 3: 'pending', 4: 'pending' } }) },
    { name: 'a row that stays', facts: one({ remapping: { 3: 'failed' } }) },
    { name: 'firmware', facts: one({ kernelLog: [xid(119)] }) },
    { name: 'an application', facts: one({ kernelLog: [xid(31), xid(43)] }) },
    { name: 'of unknown meaning', facts: one({ kernelLog: [xid(154)] }) },
  ],
}
