/**
 * Curves that were measured on healthy machines, as published: none is accused, and what is to be said is said.
 * Sources: nccl-tests tables of awsome-distributed-training (p5, one and two nodes), stas00/ml-engineering network
 * (B200, H200), nccl-tests #37 (cube mesh), nccl-tests #119 (four HDR), nccl #1453 (a RoCE fabric that is not healthy).
 */
import { describe, expect, test } from 'vitest'
import { facts, type RunMadeUp, run } from '../analysis/hand-made.fixtures.ts'
import { GiB, KiB, MiB } from '../base/units.ts'
import { rules } from './index.ts'
import { type RuleFinding, runRules } from './run.ts'

const flat = (all: readonly RuleFinding[]): RuleFinding[] =>
  all.flatMap((it) => [it, ...flat(it.consequences)])

function findings(curve: Readonly<Record<number, number>>, made: RunMadeUp, on?: string) {
  const sizes = Object.keys(curve).map(Number)
  const benchmark = run({ ...made, sizes, busbw: (bytes) => curve[bytes] ?? 0 })
  return flat(runRules(facts([benchmark], on === undefined ? {} : { on }), rules).found).map(
    ({ rule, found }) => ({
      rule,
      severity: found.severity,
    }),
  )
}

const P5 = {
  [64 * KiB]: 6,
  [MiB]: 64.2,
  [16 * MiB]: 236.8,
  [128 * MiB]: 396.2,
  [GiB]: 441.8,
  [2 * GiB]: 444,
  [8 * GiB]: 480.4,
  [16 * GiB]: 483.1,
}
const P5_TWO = {
  [64 * KiB]: 0.91,
  [MiB]: 15.95,
  [16 * MiB]: 105.5,
  [128 * MiB]: 289.2,
  [GiB]: 437,
  [2 * GiB]: 443.7,
  [8 * GiB]: 479.3,
  [16 * GiB]: 487.1,
}
const B200 = {
  [32 * KiB]: 1.2,
  [MiB]: 36.06,
  [16 * MiB]: 254.96,
  [128 * MiB]: 568.38,
  [GiB]: 723.34,
  [16 * GiB]: 845.67,
}
const A100 = {
  [MiB]: 24.09,
  [4 * MiB]: 66.6,
  [16 * MiB]: 130.49,
  [32 * MiB]: 157.5,
  [64 * MiB]: 201.82,
  [128 * MiB]: 202.05,
  [GiB]: 229.81,
  [8 * GiB]: 235.03,
}
const FOUR_HDR = {
  127926280: 95.75,
  128974856: 95.67,
  130023432: 96.42,
  131072008: 96.45,
  132120584: 95.77,
  133169160: 95.74,
}

describe('healthy curves', () => {
  test.each([
    ['8 x H100, one node of AWS p5', P5, { ranks: 8 }, 'dgx-h100'],
    ['16 x H100, two nodes of AWS p5', P5_TWO, { ranks: 16 }, 'aws-p5'],
    ['8 x B200', B200, { ranks: 8 }, 'dgx-b200'],
    ['8 x A100', A100, { ranks: 8 }, 'dgx-a100'],
    ['3 nodes with four HDR each', FOUR_HDR, { ranks: 24 }, '8xA100-SXM4+4x200G'],
    [
      'all_gather on a cube mesh',
      { [GiB]: 129, [2 * GiB]: 130 },
      { ranks: 8, collective: 'all_gather' },
      'dgx-1v',
    ],
    ['8 x A100 by the device lines alone', A100, { ranks: 8, host: 'gpu-07' }, undefined],
  ] as const)('%s: healthy, nothing loud', (_, curve, made, on) => {
    const found = findings(curve, made, on)
    expect(found.filter(({ severity }) => severity === 'error' || severity === 'warning')).toEqual([])
    expect(found).toContainEqual({ rule: 'number-is-healthy', severity: 'ok' })
  })

  test('on two nodes it is said that the tree does not test the network', () => {
    expect(findings(P5_TWO, { ranks: 16 }, 'aws-p5')).toContainEqual({
      rule: 'test-proves-less',
      severity: 'info',
    })
  })

  test('without any machine nothing is judged', () => {
    const found = findings(P5, { ranks: 8 })
    expect(found.map(({ rule }) => rule)).not.toContain('number-is-healthy')
    expect(found.map(({ rule }) => rule)).toContain('insufficient-evidence')
  })
})

test('a RoCE fabric that loses packets above 32 MiB collapses, whatever the machine', () => {
  const curve = {
    [MiB]: 1.24,
    [4 * MiB]: 12.91,
    [16 * MiB]: 24.09,
    [32 * MiB]: 29.5,
    [64 * MiB]: 5.27,
    [128 * MiB]: 5.3,
    [512 * MiB]: 5.33,
  }
  expect(findings(curve, { ranks: 24 })[0]).toEqual({ rule: 'size-collapse', severity: 'error' })
})

test('on an open network rests no warning: two nodes far below the usual NICs', () => {
  const found = findings({ [GiB]: 57, [8 * GiB]: 57.2 }, { ranks: 16, hosts: ['p4d-1', 'p4d-2'] })
  expect(found).toContainEqual({ rule: 'insufficient-evidence', severity: 'info' })
  expect(found.filter(({ severity }) => severity === 'error' || severity === 'warning')).toEqual([])
})
