/** iommu-translated: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { one, well } from '../host.fixtures.ts'
import { lines } from '../lines.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  speaks: one({ iommu: 'Translated' }),
  severity: 'warning',
  silent: well,
  variants: [
    {
      name: 'by the command line',
      facts: lines('BOOT_IMAGE=/boot/vmlinuz ro intel_iommu=on'),
    },
  ],
}
