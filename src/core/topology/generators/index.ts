/** All generators, and the topology that a text such as "torus:4x4" names. */
import { nearest } from '../../base/nearest.ts'
import { failed, ok, type Result } from '../../base/result.ts'
import type { LinkRate, Topology } from '../topology.ts'
import { fatTree } from './fat-tree.ts'
import type { Generator } from './generator.ts'
import { mesh } from './mesh.ts'
import { pcieTree } from './pcie-tree.ts'
import { ring } from './ring.ts'
import { star } from './star.ts'
import { torus } from './torus.ts'
import { tree } from './tree.ts'

export const generators: readonly Generator[] = [ring, mesh, star, tree, torus, fatTree, pcieTree]

/** 50 GB/s and 500 ns: what ASTRA-sim's examples and many papers count with. */
export const USUAL_RATE: LinkRate = { bandwidth: 50e9, latencySeconds: 500e-9 }

export interface UnknownGenerated {
  readonly seen: string
  readonly nearest: readonly string[]
  /** How it is written. */
  readonly grammar: readonly string[]
  /** The word is known, the numbers after it are wrong: so many ranks are built at most. */
  readonly mostRanks?: number
}

/** "ring:8" looks generated; whether it can be built says generated(). */
export const looksGenerated = (text: string): boolean => /^[a-z][a-z-]*:/i.test(text.trim())

export function generated(text: string, rate: LinkRate = USUAL_RATE): Result<Topology, UnknownGenerated> {
  const [word = '', numbers = ''] = text.trim().toLowerCase().slice(0, 60).split(':')
  const generator = generators.find(({ id }) => id === word)
  if (!generator)
    return failed({
      seen: text.slice(0, 60),
      nearest: nearest(
        word,
        generators.map(({ id }) => id),
      ),
      grammar: generators.map(({ grammar }) => grammar),
    })
  const sides = numbers.split('x').map((side) => (/^\d{1,7}$/.test(side.trim()) ? Number(side) : 0))
  const [least, most] = generator.sides
  const fits = sides.length >= least && sides.length <= most && sides.every((side) => side >= 1)
  const ranks = fits ? generator.ranksOf(sides) : undefined
  if (ranks === undefined || ranks > generator.mostRanks)
    return failed({
      seen: text.slice(0, 60),
      nearest: generator.examples,
      grammar: [generator.grammar],
      mostRanks: generator.mostRanks,
    })
  return ok(generator.build(sides, rate))
}
