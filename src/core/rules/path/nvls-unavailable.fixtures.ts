/** nvls-unavailable: evidence on which it must speak, and as near to it as possible, on which it must not. */

import { facts, run } from '../../analysis/hand-made.fixtures.ts'
import { type JobMadeUp, nvSwitch } from '../../parsers/nccl-log/nccl-log.fixtures.ts'
import { job } from '../log.fixtures.ts'
import type { RuleFixture } from '../rule.fixtures.ts'

/** Hopper's NVLinks: 18 of 20.6 GB/s. */
const onH100: JobMadeUp = { hosts: ['gpu-01'], topology: nvSwitch(370.8) }

/** The log only counts no channels for it: it does not say that the multicast is not available. */
const uncounted = (more: JobMadeUp) =>
  job({
    ...onH100,
    ...more,
    edit: (message) => (message.includes('NVLS multicast') ? undefined : message),
  })

const listed = (gpus: number) =>
  facts([
    ...job({ hosts: ['gpu-01'], gpus }).evidence,
    run({ ranks: gpus, host: 'gpu-01', gpu: 'NVIDIA H100 80GB HBM3' }),
  ])

export const fixture: RuleFixture = {
  speaks: job(onH100),
  severity: 'warning',
  silent: job({
    ...onH100,
    edit: (message) =>
      message.replace('is not available', 'is available').replace('0 nvls channels', '16 nvls channels'),
  }),
  thresholds: {
    // Without links in the log, the list of devices tells a board of eight from one of four.
    'nvls-unavailable.gpus': { speaks: listed(5), silent: listed(4) },
    'nvls-unavailable.ranks': { speaks: job({ ...onH100, gpus: 4 }), silent: job({ ...onH100, gpus: 3 }) },
    'nvls-unavailable.links': {
      speaks: job({ ...onH100, topology: nvSwitch(4 * 20.6) }),
      silent: job({ ...onH100, topology: nvSwitch(3 * 20.6) }),
    },
    'searched-graphs.few-channels': {
      speaks: uncounted({ channels: 3 }),
      silent: uncounted({ channels: 2 }),
    },
  },
}
