/** Published numbers: of several about one machine the first is used. */
import type { CollectiveName } from '../../collectives/names.ts'
import type { Job } from '../job.ts'
import { oneNode } from './one-node.ts'
import { isAbout, type Published } from './published.ts'
import { severalNodes } from './several-nodes.ts'

export type { Published } from './published.ts'

export const published: readonly Published[] = [...oneNode, ...severalNodes]

/** What is published for a collective on a machine, for this very fabric first; with `algorithm`, for it being forced. */
export function publishedFor(collective: CollectiveName, job: Job, algorithm?: string): readonly Published[] {
  return published
    .filter(
      (number) =>
        isAbout(number, collective, job) &&
        (algorithm === undefined ? !number.forced : number.algorithm === algorithm),
    )
    .toSorted((a, b) => Number(b.fabric !== undefined) - Number(a.fabric !== undefined))
}
