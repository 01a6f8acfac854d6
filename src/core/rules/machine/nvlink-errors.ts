/**
 * NVLinks that err: their counters stand far out of all others' (`nvidia-smi nvlink -e`), or the kernel logged NVLink
 * errors of a GPU (Xid 74). Warning: the link works, but retries and retrains, which shows as jitter and lost bandwidth.
 * Sources: nvidia-smi(1), NVML nvmlNvLinkErrorCounter; NVIDIA Xid catalogue.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { erringNvlinks, showsNvlinkErrors } from '../../analysis/nvlink-errors.ts'
import { threshold } from '../../base/threshold.ts'
import { seenOnHosts } from '../looked.ts'
import type { OfHost } from '../of-host.ts'
import { type Found, rule } from '../rule.ts'

/** With fewer other links nothing is usual. */
const FEWEST = threshold('nvlink-errors.links', 3, 'count', 'our choice: of one or two nothing is usual')

export interface NvlinkErrorsValues extends OfHost {
  readonly gpu?: number
  /** "0000:5d:00": its address, where no number is known. */
  readonly seat?: string
  readonly counters: readonly {
    readonly link: number
    /** "Replay", "Recovery", "CRC", as nvidia-smi names them. */
    readonly what: string
    readonly count: number
    /** From the first listing to the last. */
    readonly grown?: number
  }[]
  /** The middle of the same counter of other links, and how many they are. */
  readonly usual: number
  readonly others: number
  readonly xids: readonly number[]
}

export const nvlinkErrors = rule({
  id: 'nvlink-errors',
  needs: ['host-facts'],
  sources: ['nvidia-smi nvlink -e', 'NVML: nvmlNvLinkErrorCounter_t', 'NVIDIA Xid catalogue: 74'],
  check: (facts): readonly Found<NvlinkErrorsValues>[] =>
    erringNvlinks(facts).map(({ host: { name: host }, gpu, seat, counters, usual, others, xids }) => ({
      severity: 'warning',
      confidence:
        xids.length > 0 || (others >= FEWEST.value && counters.some(({ grown }) => grown !== undefined))
          ? 'certain'
          : others >= FEWEST.value
            ? 'likely'
            : 'possible',
      ...(host === undefined ? {} : { subject: host }),
      concerns: runsOf(facts, [host]),
      values: {
        ...(host === undefined ? {} : { host }),
        ...(gpu === undefined ? {} : { gpu }),
        ...(seat === undefined ? {} : { seat }),
        counters: counters.map(({ link, what, count, grown }) => ({
          link,
          what,
          count,
          ...(grown === undefined ? {} : { grown }),
        })),
        usual,
        others,
        xids: [...new Set(xids.map(({ code }) => code))],
      },
      evidence: [
        ...xids.map(({ place }) => place).slice(0, 2),
        ...counters.map(({ place }) => place).slice(0, 3),
      ].slice(0, 4),
      explains: ['bandwidth-below-expected', 'slow-node', 'tail-latency'],
    })),
  looked: (facts) => seenOnHosts(facts, showsNvlinkErrors),
})
