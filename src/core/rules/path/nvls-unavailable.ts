/**
 * Hopper or Blackwell behind an NVSwitch, and NCCL cannot use its multicast (NVLS): all_reduce reaches 370 instead of 480 GB/s
 * on eight H100. On A100 "0 nvls channels" is how it is. Source: nccl-tests #212; NCCL src/transport/nvls.cc.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { communicators, hostOf } from '../../analysis/communicators.ts'
import { evidenceOf } from '../../analysis/facts.ts'
import { nvSwitchOn } from '../../analysis/nvswitch-seen.ts'
import { FEW_CHANNELS } from '../../analysis/searched-graphs.ts'
import { settings } from '../../analysis/settings.ts'
import { threshold } from '../../base/threshold.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

/** With two GPUs the switch has nothing to gain, and NCCL leaves it. */
const RANKS = threshold(
  'nvls-unavailable.ranks',
  4,
  'count',
  'our choice: NCCL leaves the multicast to communicators of more than two GPUs',
)
const OFF = /^NCCL_(?:NVLS_ENABLE|ALGO)$/

export interface NvlsUnavailableValues {
  readonly hosts: readonly string[]
  /** NCCL says that it is not available; else it only counts no channels for it. */
  readonly refused: boolean
}

export const nvlsUnavailable = rule({
  id: 'nvls-unavailable',
  needs: ['nccl-log'],
  sources: ['NCCL src/transport/nvls.cc', 'nccl-tests #212'],
  check(facts): readonly Found<NvlsUnavailableValues>[] {
    const ranks = Math.max(0, ...communicators(facts).map((communicator) => communicator.ranks))
    // Turned off by a setting: that is reported as the setting that it is.
    if ((ranks > 0 && ranks < RANKS.value) || settings(facts).some(({ name }) => OFF.test(name))) return []
    return evidenceOf(facts, 'nccl-log').flatMap((log) => {
      const refused = log.nvls.filter(({ value }) => !value.available)
      // With few channels NCCL found no better rings either: few-channels tells that.
      const zero = log.channels.filter(
        ({ value }) => value.nvls === 0 && value.collective > FEW_CHANNELS.value,
      )
      const used = log.channels.some(({ value }) => (value.nvls ?? 0) > 0)
      const signs = [...refused, ...(refused.length > 0 || ranks >= RANKS.value ? zero : [])]
      if (signs.length === 0 || used) return []
      const hosts = [...new Set(signs.flatMap(({ by }) => by.map((speaker) => hostOf(log, speaker))))]
      const nvSwitch = nvSwitchOn(facts, hosts[0])
      if (!nvSwitch?.multicast) return []
      return [
        {
          severity: 'warning',
          confidence: refused.length > 0 ? 'certain' : 'likely',
          concerns: [...hosts.filter((host) => host !== undefined), ...runsOf(facts, hosts)],
          values: { hosts: hosts.filter((host) => host !== undefined), refused: refused.length > 0 },
          evidence: [...signs.map(({ place }) => place).slice(0, 3), nvSwitch.place],
          explains: ['bandwidth-below-expected', 'collectives-disagree'],
        },
      ]
    })
  },
  looked: (facts) =>
    enoughIf(
      nvSwitchOn(facts, undefined)?.multicast === true &&
        evidenceOf(facts, 'nccl-log').some(({ channels }) =>
          channels.some(({ value }) => (value.nvls ?? 0) > 0),
        ),
    ),
})
