/**
 * Ranks of one communicator run different versions of NCCL: it stops with "Mismatched NCCL version", or chooses differently
 * on each side and hangs. Different CUDA drivers are no fault by themselves: info. Source: NCCL src/bootstrap.cc, src/init.cc.
 */

import { communicators } from '../../analysis/communicators.ts'
import { evidenceOf } from '../../analysis/facts.ts'
import { groupBy } from '../../base/group-by.ts'
import { enoughIf } from '../looked.ts'
import { type Found, rule } from '../rule.ts'
import { versionsByHost } from './version-mismatch.measure.ts'

export interface VersionMismatchValues {
  readonly of: 'library' | 'driver'
  readonly usual: string
  readonly usualHosts: number
  /** Empty where only NCCL's own warning says so. */
  readonly others: readonly { readonly host: string; readonly version: string }[]
}

export const versionMismatch = rule({
  id: 'version-mismatch',
  needs: ['nccl-log'],
  sources: ['NCCL src/bootstrap.cc'],
  meaning: { breaks: true },
  check(facts): readonly Found<VersionMismatchValues>[] {
    const warned = evidenceOf(facts, 'nccl-log').flatMap(({ warnings }) =>
      warnings.filter(({ value }) => /Mismatched NCCL version/i.test(value.text)),
    )
    const [warning] = warned
    const seen = new Set<string>()
    const found = communicators(facts).flatMap(({ hosts }) =>
      (['library', 'driver'] as const).flatMap((of) => {
        const versions = versionsByHost(facts).filter((one) => one.of === of && hosts.includes(one.host))
        const byVersion = [...groupBy(versions, ({ version }) => version)].sort(
          ([, a], [, b]) => b.length - a.length,
        )
        const [usual, ...others] = byVersion
        const odd = others.flatMap(([, list]) => list)
        const key = `${of} ${byVersion.map(([version]) => version)}`
        if (!usual || odd.length === 0 || seen.has(key)) return []
        seen.add(key)
        const [version, alike] = usual
        return [
          {
            severity:
              of === 'driver' ? ('info' as const) : warning ? ('error' as const) : ('warning' as const),
            confidence: 'certain' as const,
            concerns: odd.map(({ host }) => host),
            values: {
              of,
              usual: version,
              usualHosts: alike.length,
              others: odd.map(({ host, version: differing }) => ({ host, version: differing })),
            },
            evidence: [
              ...warned.map(({ place }) => place).slice(0, of === 'library' ? 1 : 0),
              ...odd.map(({ place }) => place).slice(0, 2),
              ...alike.map(({ place }) => place).slice(0, 1),
            ],
            ...(of === 'library' ? { explains: ['hang' as const] } : {}),
          },
        ]
      }),
    )
    if (!warning || found.some(({ values }) => values.of === 'library')) return found
    return [
      ...found,
      {
        severity: 'error',
        confidence: 'certain',
        values: { of: 'library', usual: '', usualHosts: 0, others: [] },
        evidence: [warning.place],
        explains: ['hang'],
      },
    ]
  },
  looked: (facts) =>
    enoughIf(
      communicators(facts).some(
        ({ hosts }) =>
          versionsByHost(facts).filter((one) => one.of === 'library' && hosts.includes(one.host)).length > 1,
      ),
    ),
})
