/**
 * One GPU has fewer NVLinks than siblings of the same model in the same host, by `nvidia-smi topo -m` or a topology file.
 * What makes links comparable (switch, mesh, cube mesh, cut excerpts): analysis/gpu-links.ts. Where the expectation on
 * the machine as found accounts for the measured value within 8 %, it is the cause of the low bandwidth.
 */

import { evidenceOf, type Facts } from '../../analysis/facts.ts'
import { gpuLinks } from '../../analysis/gpu-links.ts'
import { judged } from '../../analysis/judged.ts'
import { GBps } from '../../base/units.ts'
import type { TopoMatrix } from '../../evidence/topo-matrix.ts'
import { enoughIf } from '../looked.ts'
import { type Reached, reachedBy } from '../reached.ts'
import { type Found, rule } from '../rule.ts'

export interface GpuAsymmetryValues {
  readonly host?: string
  /** The GPUs with fewer links; two where the lost links join them. */
  readonly gpus: readonly string[]
  readonly links: number
  readonly of: number
  readonly siblings: number
  /** What shows the links, and which kind they are. */
  readonly source: 'topo-m' | 'topology-xml' | 'rocm-smi'
  readonly link: 'NVLink' | 'xGMI'
  /** "GPU5", "5": for nvidia-smi -i. */
  readonly indices: readonly number[]
  /** What the measurement of this host says to it, when there is one. */
  readonly reached?: Reached & {
    readonly asFound: number
    readonly accountsFor: boolean
    /** The least that a healthy machine shows there. */
    readonly low: number
  }
}

export const gpuAsymmetry = rule({
  id: 'gpu-asymmetry',
  needs: ['topo-matrix'],
  sources: ['nvidia-smi topo -m', 'nvidia-smi nvlink -s'],
  check: (facts): readonly Found<GpuAsymmetryValues>[] =>
    gpuLinks(facts).flatMap(({ matrix, gpus, odd, through }) => {
      if (!odd) return []
      const hit = judged(facts).filter(({ asFound }) => asFound?.links.matrix === matrix)
      const explained = hit.filter(({ asFound }) => asFound?.accountsFor)
      const shown = explained[0] ?? hit[0]
      const [only, more] = shown?.series.hosts ?? []
      const host = matrix.host ?? (more === undefined ? only : undefined)
      return [
        {
          severity: 'error',
          confidence: through === 'switch' && odd.links > 0 ? 'certain' : 'likely',
          ...(host === undefined ? {} : { subject: host }),
          values: {
            gpus: odd.gpus.map(({ name }) => name),
            indices: odd.gpus.map((gpu) => gpus.indexOf(gpu)),
            links: odd.links,
            of: odd.of,
            siblings: odd.siblings,
            source: matrix.from ?? 'topo-m',
            link: isAmd(facts, matrix) ? 'xGMI' : 'NVLink',
            ...(host === undefined ? {} : { host }),
            ...(shown?.asFound
              ? {
                  reached: {
                    ...reachedBy(shown),
                    asFound: shown.asFound.expected.busbw * GBps,
                    accountsFor: shown.asFound.accountsFor,
                    low: shown.expected.low * GBps,
                  },
                }
              : {}),
          },
          evidence: odd.gpus.flatMap(({ place }) => (place ? [place] : [])),
          ...(explained.length > 0
            ? {
                explains: ['bandwidth-below-expected', 'collectives-disagree', 'slow-node'],
                concerns: explained.map(({ series }) => series.label),
              }
            : {}),
        },
      ]
    }),
  looked: (facts) => enoughIf(gpuLinks(facts).length > 0),
})

const isAmd = (facts: Facts, { from, place }: TopoMatrix): boolean =>
  from === 'rocm-smi' ||
  evidenceOf(facts, 'topology-xml').some((xml) => xml.place.input === place.input && xml.library === 'RCCL')
