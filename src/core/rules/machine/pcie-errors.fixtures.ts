/** pcie-errors: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { one } from '../host.fixtures.ts'
import { aerLines } from '../kernel-log.fixtures.ts'
import { lines } from '../lines.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

export const fixture: RuleFixture = {
  // The driver brings GPUs back by itself where it can; nvidia-smi lists those that are there: this one is not.
  speaks: one({
    gpus: 2,
    kernelLog: aerLines({ severity: 'Uncorrectable (Fatal)', kind: 'SDES' }),
  }),
  severity: 'error',
  // A day with some corrected errors; a disk with more than that.
  silent: one({
    kernelLog: [
      ...aerLines({ times: 40, everySeconds: 2000 }),
      ...aerLines({ device: '0000:e1:00.0', driver: 'nvme', times: 500 }),
    ],
  }),
  variants: [
    ...(
      [
        ['fatal and listed again', { severity: 'Uncorrectable (Fatal)' }],
        ['uncorrected', { severity: 'Uncorrectable (Non-Fatal)', kind: 'CmpltTO', times: 2 }],
        ['refused', { severity: 'Uncorrectable (Non-Fatal)', kind: 'UnsupReq' }],
        ['a storm', { times: 300 }],
        ['a storm at the port above', { times: 300, device: '0000:30:01.0', driver: 'pcieport' }],
        ['many, slowly', { times: 150, everySeconds: 600 }],
        ['many, without a time', { times: 150, timeless: true }],
      ] as const
    ).map(([name, severity]) => ({
      name,
      facts: one({ kernelLog: aerLines(severity) }),
    })),
    {
      name: 'at a port of which nothing is known',
      facts: lines(...aerLines({ device: '0000:00:01.0', driver: 'pcieport', times: 300 })),
    },
    {
      name: 'of a GPU, a NIC and an NVSwitch without lspci',
      facts: lines(
        ...aerLines({ severity: 'Uncorrectable (Fatal)' }),
        ...aerLines({ severity: 'Uncorrectable (Fatal)', driver: 'mlx5_core', device: '0000:9a:00.0' }),
        ...aerLines({ severity: 'Uncorrectable (Fatal)', driver: 'nvidia-nvswitch', device: '0000:c1:00.0' }),
      ),
    },
  ],
  thresholds: {
    'pcie-errors.many': {
      speaks: one({ kernelLog: aerLines({ times: 100 }) }),
      silent: one({ kernelLog: aerLines({ times: 99 }) }),
    },
    // A warning at 8.03 a minute, info at 7.5.
    'pcie-errors.per-minute': {
      speaks: one({ kernelLog: aerLines({ times: 241, everySeconds: 7.5 }) }),
      silent: one({ kernelLog: aerLines({ times: 241, everySeconds: 8.03 }) }),
    },
  },
}
