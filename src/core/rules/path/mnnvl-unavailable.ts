/**
 * Nodes of a rack that NVLink joins (GB200 and GB300 NVL72) talk over the network: "MNNVL 0". IMEX does not run, or its
 * devices are not in the container. Source: NCCL src/init.cc, src/mnnvl.cc; NCCL user guide, NCCL_MNNVL_ENABLE.
 */

import { runsOf } from '../../analysis/affected-runs.ts'
import { communicators } from '../../analysis/communicators.ts'
import { nvSwitchOn } from '../../analysis/nvswitch-seen.ts'
import { settings } from '../../analysis/settings.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'

export interface MnnvlUnavailableValues {
  readonly nodes: number
  readonly ranks: number
  readonly setting?: string
}

export const mnnvlUnavailable = rule({
  id: 'mnnvl-unavailable',
  needs: ['nccl-log'],
  sources: ['NCCL src/mnnvl.cc', 'NCCL user guide, NCCL_MNNVL_ENABLE'],
  check(facts): readonly Found<MnnvlUnavailableValues>[] {
    const off = settings(facts).find(
      ({ name, value }) => name === 'NCCL_MNNVL_ENABLE' && value.trim() === '0',
    )
    return communicators(facts).flatMap(({ members, hosts, ranks }) => {
      const rack = nvSwitchOn(facts, hosts[0])
      if (!rack?.superchip) return []
      const stated = [...members.values()].filter(({ multiNodeNvlink }) => multiNodeNvlink !== undefined)
      const without = stated.filter(
        ({ multiNodeNvlink, nodes = 1 }) => multiNodeNvlink === false && nodes > 1,
      )
      const [first] = without
      if (!first || without.length < stated.length) return []
      return [
        {
          severity: 'warning',
          confidence: off ? 'certain' : 'likely',
          concerns: [...hosts, ...runsOf(facts, hosts)],
          values: {
            nodes: first.nodes ?? hosts.length,
            ranks,
            ...(off ? { setting: `${off.name}=${off.value}` } : {}),
          },
          evidence: [...(off ? [off.place] : []), first.place, rack.place],
          explains: ['bandwidth-below-expected', 'collectives-disagree', 'nvls-unavailable'],
        },
      ]
    })
  },
  looked: (facts) =>
    enoughIf(
      nvSwitchOn(facts, undefined)?.superchip === true &&
        communicators(facts).some(({ members }) =>
          [...members.values()].some((member) => member.multiNodeNvlink === true),
        ),
    ),
})
