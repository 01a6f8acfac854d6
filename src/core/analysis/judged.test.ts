import { describe, expect, test } from 'vitest'
import { GiB, MiB } from '../base/units.ts'
import { sideBySide } from '../rules/number/collectives-disagree.measure.ts'
import { sinceBaseline } from './baseline.ts'
import { doublings, facts, risingTo, run, switched } from './hand-made.fixtures.ts'
import { judgeableSeries } from './judgeable.ts'
import { judged } from './judged.ts'
import { siblings } from './siblings.ts'

const on = 'dgx-a100'
const at = (plateau: number) => judged(facts([run({ host: 'gpu-07', busbw: risingTo(plateau) })], { on }))[0]

describe('judged', () => {
  test.each([
    [232, 'healthy'],
    [195, 'acceptable'],
    [150, 'low'],
    [84, 'bad'],
  ])('a plateau of %d GB/s on a DGX A100 is %s', (plateau, grade) => expect(at(plateau)?.grade).toBe(grade))

  test('single faults are listed only where it is low; a smaller size is none, since the table says the size', () => {
    expect(at(232)?.faults).toEqual([])
    const faults = at(150)?.faults ?? []
    expect(faults.length).toBeGreaterThan(1)
    expect(faults.map(({ id }) => id)).not.toContain('smaller-size')
  })

  test('while it rises nothing is held against it', () => {
    const sizes = doublings(16 * MiB, 256 * MiB)
    const [first] = judged(facts([run({ sizes, busbw: risingTo(200, 150 * MiB) })], { on }))
    expect(first).toMatchObject({ grade: 'unsaturated', faults: [] })
  })

  test('below 1 MiB there is a range and no verdict', () => {
    const [first] = judged(facts([run({ sizes: doublings(8, MiB / 2) })], { on }))
    expect(first?.grade).toBe('range')
  })

  test('wrong results, one rank and CPU times are not judged', () => {
    const wrong = run({ measure: () => ({ wrong: 1 }) })
    const single = run({ ranks: 1, busbw: () => 0, input: 'b.txt' })
    const cpu = run({ parameters: { cpuTime: true }, input: 'c.txt' })
    expect(judgeableSeries(facts([wrong, single, cpu], { on }))).toEqual([])
  })
})

describe('ranks that the file does not tell', () => {
  const { ranks: _, ...bare } = run({ busbw: risingTo(232) })
  const gradeOf = (options: Parameters<typeof facts>[1]) => judged(facts([bare], options))[0]?.grade

  test('are open, and no verdict rests on all GPUs', () => expect(gradeOf({ on })).toBe('undecided'))
  test('--ranks settles it', () => expect(gradeOf({ on, ranks: 8 })).toBe('healthy'))
})

describe('the machine as found', () => {
  const short = switched([12, 12, 12, 12, 12, 8, 12, 12], 'gpu-07')
  const found = (plateau: number) =>
    judged(facts([run({ host: 'gpu-07', busbw: risingTo(plateau) }), short], { on }))[0]?.asFound

  test('8 of 12 links predict two thirds, which accounts for 151 of 230 GB/s', () => {
    expect(found(151)?.expected.busbw).toBeGreaterThan(148)
    expect(found(151)?.expected.busbw).toBeLessThan(160)
    expect(found(151)?.accountsFor).toBe(true)
  })

  test('they do not account for 84 GB/s', () => expect(found(84)?.accountsFor).toBe(false))

  test('a whole machine has none', () => {
    const whole = switched([12, 12, 12, 12, 12, 12, 12, 12], 'gpu-07')
    expect(judged(facts([run({ host: 'gpu-07' }), whole], { on }))[0]?.asFound).toBeUndefined()
  })
})

describe('side by side', () => {
  test('of several runs of a collective the one with the largest size counts', () => {
    const made = [
      run({ busbw: risingTo(150), sizes: doublings(GiB, 2 * GiB) }),
      run({ input: 'b.txt', busbw: risingTo(232) }),
      run({ input: 'c.txt', collective: 'all_gather', busbw: risingTo(230) }),
    ]
    expect(sideBySide(facts(made, { on }))).toMatchObject([{ low: [], fine: [{}, {}] }])
  })
})

describe('siblings', () => {
  const tables = (values: readonly number[]) =>
    facts(
      values.map((busbw, host) =>
        run({ host: `gpu-0${host}`, input: `${host}.txt`, busbw: risingTo(busbw) }),
      ),
    )

  test('distance from the median of all', () => {
    const distances = siblings(tables([230, 232, 150, 231])).map(({ fromSiblings }) => fromSiblings)
    expect(distances[2]).toBeCloseTo(150 / 230.5 - 1, 3)
    expect(distances[0]).toBeCloseTo(230 / 230.5 - 1, 3)
    // Of three, one slow host does not make the others look fast.
    expect(
      siblings(tables([235, 234, 143])).map(({ fromSiblings }) => Math.round(100 * fromSiblings)),
    ).toEqual([0, 0, -39])
  })

  test('two hosts are no siblings: nothing says which is slow', () =>
    expect(siblings(tables([230, 150]))).toEqual([]))

  test('other GPUs or another test are none', () => {
    const mixed = facts([
      ...['a1', 'a2'].map((host) => run({ host, input: host })),
      run({ host: 'h1', input: 'h1', gpu: 'NVIDIA H100 80GB HBM3' }),
    ])
    expect(siblings(mixed)).toEqual([])
  })
})

describe('since the baseline', () => {
  const before = [228, 232, 230].map((plateau) => facts([run({ busbw: () => plateau })]))
  const changes = (plateau: number) =>
    sinceBaseline(facts([run({ busbw: () => plateau })], { baseline: before }))[0]?.sizes ?? []

  test('inside the spread, or outside by 2 % or less, nothing counts', () => {
    expect(changes(231).some(({ counts }) => counts)).toBe(false)
    expect(changes(226).some(({ counts }) => counts)).toBe(false)
  })

  test('outside both counts, from 1 MiB on', () => {
    const found = changes(200)
    expect(found.every(({ counts }) => counts)).toBe(true)
    expect(found[0]).toMatchObject({ point: { bytes: MiB }, was: 230, lowest: 228, highest: 232, runs: 3 })
  })

  test('settings that changed are named', () => {
    const was = facts([run({ environment: { NCCL_ALGO: 'Ring' }, version: { library: '2.20.5' } })])
    const [first] = sinceBaseline(facts([run({ version: { library: '2.27.3' } })], { baseline: [was] }))
    expect(first?.settings).toEqual([
      { name: 'NCCL_ALGO', was: 'Ring' },
      { name: 'NCCL', was: '2.20.5', now: '2.27.3' },
    ])
  })

  test('without a baseline, or with another test in it, there is nothing to compare', () => {
    expect(sinceBaseline(facts([run()]))).toEqual([])
    expect(sinceBaseline(facts([run()], { baseline: [facts([run({ ranks: 4 })])] }))).toEqual([])
  })
})
