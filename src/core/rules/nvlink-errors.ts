/**
 * NVLinks that err: their counters stand far out of all others' (`nvidia-smi nvlink -e`), or the kernel logged NVLink
 * errors of a GPU (Xid 74). Warning: the link works, but retries and retrains, which shows as jitter and lost bandwidth.
 * Sources: nvidia-smi(1), NVML nvmlNvLinkErrorCounter; NVIDIA Xid catalogue.
 */
import { runsOf } from '../analysis/concerned.ts'
import { erringNvlinks, nvlinkErrorsSeen } from '../analysis/erring-nvlinks.ts'
import { rule } from './rule.ts'

/** With fewer other links nothing is usual. */
const FEWEST = 3

export const nvlinkErrors = rule({
  id: 'nvlink-errors',
  needs: ['host-facts'],
  check: (facts) =>
    erringNvlinks(facts).map(({ host: { name: host }, gpu, seat, counters, usual, others, xids }) => ({
      severity: 'warning',
      confidence:
        xids.length > 0 || (others >= FEWEST && counters.some(({ grown }) => grown !== undefined))
          ? 'certain'
          : others >= FEWEST
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
  looked: nvlinkErrorsSeen,
})
