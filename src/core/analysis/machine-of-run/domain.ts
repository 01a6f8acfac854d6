/** How many hosts one NVLink domain joins (MNNVL), as NCCL's log counts its local ranks: clique and node are the same there. */
import { communicators } from '../communicators.ts'
import type { Facts } from '../facts.ts'
import { type FactOfRun, open, read } from './fact-of-run.ts'

/** `ranksOnHost`: of one host, by the list of devices. */
export function domainOfRun(facts: Facts, ranks: number | undefined, ranksOnHost: number): FactOfRun<number> {
  for (const communicator of communicators(facts))
    for (const { multiNodeNvlink, localRanks, place } of communicator.members.values()) {
      if (multiNodeNvlink === undefined || (ranks !== undefined && communicator.ranks !== ranks)) continue
      if (!multiNodeNvlink) return read('nvlink-domain', 1, [place])
      if (localRanks !== undefined && localRanks >= ranksOnHost)
        return read('nvlink-domain', Math.max(1, Math.round(localRanks / ranksOnHost)), [place])
    }
  return open('nvlink-domain')
}
