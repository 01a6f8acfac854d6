/**
 * One or two channels on a host whose GPUs are joined by NVSwitch: each channel is one ring, and a healthy host has 16 to 32
 * (docs/nccl-model.md, Channels). On several hosts the NICs set the number, and one NIC gives two: info there.
 * A graph file of one node (NCCL_GRAPH_DUMP_FILE) shows the same before NCCL doubles them: 12 to 16 where all is well.
 * Source: aws-ofi-nccl #64.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { communicators, hostOf } from '../../analysis/communicators.ts'
import { evidenceOf, type Facts } from '../../analysis/facts.ts'
import { logNodes } from '../../analysis/log-nodes.ts'
import { listedNics } from '../../analysis/nics-of-hosts.ts'
import { nvlinkOn } from '../../analysis/nvlink-seen.ts'
import { nvSwitchOn } from '../../analysis/nvswitch-seen.ts'
import { FEW_CHANNELS, isFallback, RING, searchedGraphs } from '../../analysis/searched-graphs.ts'
import { settings } from '../../analysis/settings.ts'
import { threshold } from '../../base/threshold.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

type Finding = Found<FewChannelsValues>

/** Two GPUs with a bridge have two channels. */
const RANKS = threshold(
  'few-channels.ranks',
  4,
  'count',
  'our choice: two GPUs with a bridge rightly have two channels',
)
const EXPLAINS = ['bandwidth-below-expected', 'collectives-disagree'] as const
const LIMITS = /^NCCL_(?:MAX_NCHANNELS|MAX_NRINGS|MAX_CTAS)$/

export interface FewChannelsValues {
  readonly channels: number
  readonly ranks: number
  readonly nodes: 'one' | 'several'
}

export const fewChannels = rule({
  id: 'few-channels',
  needs: [['nccl-log', 'graph-xml']],
  sources: ['NCCL src/graph/search.cc, connect.cc', 'aws-ofi-nccl #64'],
  check(facts): readonly Found<FewChannelsValues>[] {
    const byLog = evidenceOf(facts, 'nccl-log').flatMap((log) => {
      const low = log.channels.filter(({ value }) => value.collective <= FEW_CHANNELS.value)
      const [first] = low
      const ranks = Math.max(0, ...communicators(facts).map((communicator) => communicator.ranks))
      const hosts = [...new Set((first?.by ?? []).map((speaker) => hostOf(log, speaker)))]
      const nvSwitch = nvSwitchOn(facts, hosts[0])
      const nvlink = nvSwitch?.place ?? nvlinkOn(facts, hosts[0])
      // A communicator of two ranks beside a large one rightly has few.
      const most = Math.max(...log.channels.map(({ value }) => value.collective))
      // A limit that someone set is reported as the setting that it is.
      const limited = settings(facts).some(({ name }) => LIMITS.test(name))
      if (!first || !nvlink || ranks < RANKS.value || most > FEW_CHANNELS.value || limited) return []
      // Between hosts each NIC gives at least one channel.
      const nics =
        listedNics(facts).find(({ host }) => host === hosts[0])?.nics.length ?? Number.POSITIVE_INFINITY
      const one = logNodes(facts) === 'one' && nvSwitch !== undefined
      if (!one && first.value.collective >= nics) return []
      return [
        {
          severity: one ? 'warning' : 'info',
          confidence: one ? 'likely' : 'possible',
          concerns: [...hosts.filter((host) => host !== undefined), ...runsOf(facts, hosts)],
          values: { channels: first.value.collective, ranks, nodes: one ? 'one' : 'several' },
          evidence: [first.place, nvlink],
          ...(one ? { explains: EXPLAINS } : {}),
        } satisfies Finding,
      ]
    })
    return byLog.length > 0 ? byLog : byFile(facts)
  },
  looked: (facts) =>
    enoughIf(
      nvSwitchOn(facts, undefined) !== undefined &&
        (evidenceOf(facts, 'nccl-log').some(({ channels }) => channels.length > 0) ||
          searchedGraphs(facts).some(({ from }) => from === 'file')),
    ),
})

function byFile(facts: Facts): readonly Finding[] {
  const limited = settings(facts).some(({ name }) => LIMITS.test(name))
  return searchedGraphs(facts).flatMap((graph): Finding[] => {
    const { hosts, from, pattern, channels, gpus = 0, overNetwork, place } = graph
    const nvSwitch = nvSwitchOn(facts, hosts[0])
    const few = pattern === RING && channels > 0 && channels <= FEW_CHANNELS.value && !isFallback(graph)
    if (from !== 'file' || !few || gpus < RANKS.value || overNetwork !== false || limited || !nvSwitch)
      return []
    return [
      {
        severity: 'warning',
        confidence: 'likely',
        concerns: [...hosts.filter((host) => host !== undefined), ...runsOf(facts, hosts)],
        values: { channels, ranks: gpus, nodes: 'one' },
        evidence: [place, nvSwitch.place],
        explains: EXPLAINS,
      },
    ]
  })
}
