/**
 * NCCL_BUFFSIZE far below its default of 4 MiB: the eight slots of each channel's buffer get too small for the latency of
 * a link, so that no link is kept busy. NCCL reads the number alone: "8M" is 8 bytes (src/misc/param.cc, strtoll).
 */

import { settings } from '../../analysis/settings.ts'
import { threshold } from '../../base/threshold.ts'
import { KiB, MiB } from '../../base/units.ts'
import { numberAsNcclReads } from '../../knowledge/costly-settings.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'
import type { SettingSource } from './setting-source.ts'

/** Defaults: NCCL src/init.cc. LL and LL128 buffers follow from the threads and are left alone. */
const DEFAULT_BYTES = 4 * MiB
/** An eighth is a slot: below 1 MiB it is smaller than the 128 KiB that NCCL sends to a NIC at once (P2P_NET_CHUNKSIZE). */
const SMALL = threshold(
  'buffsize-too-small.small',
  MiB,
  'bytes',
  'NCCL user guide, NCCL_P2P_NET_CHUNKSIZE: 128 KiB, in each of eight slots',
)
/** A slot of less than 8 KiB: latency alone holds each link to a few GB/s. */
const TINY = threshold(
  'buffsize-too-small.tiny',
  64 * KiB,
  'bytes',
  'our choice: in slots of less than 8 KiB the latency of a link decides',
)

export interface BuffsizeTooSmallValues extends SettingSource {
  readonly name: string
  readonly value: string
  /** As NCCL reads it: "8M" is 8 bytes. */
  readonly bytes: number
  readonly byDefaultBytes: number
  /** The value has a unit that NCCL does not read. */
  readonly unitIgnored: boolean
}

export const buffsizeTooSmall = rule({
  id: 'buffsize-too-small',
  needs: [['host-facts', 'benchmark', 'nccl-log']],
  sources: ['NCCL user guide: NCCL_BUFFSIZE', 'NCCL src/misc/param.cc', 'nccl #391 #1739'],
  check: (facts): readonly Found<BuffsizeTooSmallValues>[] =>
    settings(facts).flatMap(({ name, value, from, host, place }, at, all) => {
      const bytes = numberAsNcclReads(value)
      const first = all.findIndex((other) => other.name === name && other.value === value)
      if (name !== 'NCCL_BUFFSIZE' || first !== at || value === '' || bytes < 0 || bytes >= SMALL.value)
        return []
      return [
        {
          severity: bytes < TINY.value ? 'error' : 'warning',
          confidence: bytes < TINY.value ? 'certain' : 'likely',
          values: {
            name,
            value,
            from,
            ...(host === undefined ? {} : { host }),
            bytes,
            byDefaultBytes: DEFAULT_BYTES,
            unitIgnored: /\d\s*[kmg]/i.test(value),
          },
          evidence: [place],
          explains: ['bandwidth-below-expected', 'size-collapse'],
        },
      ]
    }),
  looked: (facts) => enoughIf(settings(facts).some(({ name }) => name === 'NCCL_BUFFSIZE')),
})
