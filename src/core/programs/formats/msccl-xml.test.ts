/** MSCCL XML: read, written, and read again; the samples and, where they are at hand, files that others made. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampled } from '../../../../test/sampled.ts'
import { shared } from '../../../../test/shared.ts'
import { algorithmNamed, algorithms } from '../../schedules/algorithms/index.ts'
import { compile } from '../compile.ts'
import type { Op, Programs } from '../program.ts'
import { runProgramsInterleaved } from '../run-programs.ts'
import { verifyPrograms } from '../verify-programs.ts'
import { readMscclXml } from './msccl-xml-read.ts'
import { asMscclAlgorithm, writeMscclXml } from './msccl-xml-write.ts'

const sample = (name: string) => readFileSync(new URL(`../../../../samples/${name}`, import.meta.url), 'utf8')

function programsOf(text: string): Programs {
  const read = readMscclXml(text)
  if (!read.ok) throw new Error(JSON.stringify(read.problem))
  return read.value.algorithm.programs
}

function written(programs: Programs): string {
  const written = writeMscclXml(asMscclAlgorithm(programs, { name: 'test' }))
  if (!written.ok) throw new Error(written.problem)
  return written.value.text
}

const compiled = (collective: 'all_reduce' | 'all_gather' | 'reduce_scatter', id: string, ranks: number) =>
  compile(algorithmNamed(collective, id)?.schedule({ ranks }) ?? raise(id))
const raise = (what: string): never => {
  throw new Error(what)
}

describe('samples', () => {
  test('the ring of four is what we write, takes two slots, and is right', () => {
    const text = sample('msccl-ring/all_reduce-ring-4.xml')
    const programs = compiled('all_reduce', 'ring', 4)
    expect(
      writeMscclXml(asMscclAlgorithm(programs, { name: 'all_reduce ring 4', protocol: 'LL128' })),
    ).toEqual({ ok: true, value: { text, limits: [] } })
    expect(readMscclXml(text)).toMatchObject({ ok: true, value: { notes: [] } })
    expect(verifyPrograms(programsOf(text))).toEqual({ ok: true, slots: 2, resultChecked: true })
  })

  test('the wait that was lost is named: sender and receiver of the chunk', () => {
    expect(verifyPrograms(programsOf(sample('msccl-lost-wait/all_gather-recursive-doubling-4.xml')))).toEqual(
      {
        ok: false,
        problem: {
          kind: 'race',
          slot: { buffer: 'output', index: 1 },
          first: { rank: 0, block: 1, op: 0 },
          second: { rank: 0, block: 2, op: 0 },
        },
      },
    )
  })
})

describe('round trip', () => {
  const cases = algorithms.flatMap((algorithm) =>
    [4, 6, 8]
      .map((ranks) => ({ ranks }))
      .filter(algorithm.supports)
      .map((options) => ({ algorithm, options })),
  )
  test.each(cases)(
    '$algorithm.collective $algorithm.id on $options.ranks ranks',
    ({ algorithm, options }) => {
      const schedule = algorithm.schedule(options)
      const programs = compile(schedule)
      const quoted = writeMscclXml(asMscclAlgorithm(programs, { name: '<"&\n>' }))
      if (schedule.switches > 0) return expect(quoted).toEqual({ ok: false, problem: 'switch' })
      if (schedule.collective === 'send_recv')
        return expect(quoted).toEqual({ ok: false, problem: 'collective' })
      const read = readMscclXml(quoted.ok ? quoted.value.text : '')
      expect(read).toMatchObject({ ok: true, value: { notes: [], algorithm: { name: '<"&\n>' } } })
      const again = programsOf(quoted.ok ? quoted.value.text : '')
      expect(again.programs.map(withoutNops)).toEqual(programs.programs.map(withoutNops))
      expect(verifyPrograms(again)).toEqual(verifyPrograms(programs))
      expect(written(again)).toBe(written(programs))
    },
  )

  test('every op waits for one other at most, and what is awaited says so', () => {
    const text = written(compiled('all_reduce', 'two-shot', 4))
    for (const { blocks } of programsOf(text).programs)
      for (const { after } of blocks.flatMap(({ ops }) => ops)) expect(after.length).toBeLessThanOrEqual(1)
    expect(readMscclXml(text.replaceAll('hasdep="1"', 'hasdep="0"'))).toMatchObject({
      ok: true,
      value: { notes: expect.arrayContaining([expect.objectContaining({ kind: 'hasdep-missing' })]) },
    })
  })

  test('says where executors have not enough room', () => {
    const written = writeMscclXml(asMscclAlgorithm(compiled('all_reduce', 'one-shot', 20), { name: 'wide' }))
    expect(written).toMatchObject({
      ok: true,
      value: { limits: [{ kind: 'limit', limit: 'blocksPerChannel', most: 32, seen: 38 }] },
    })
  })
})

/** Programs with nops taken out and their waits given to the op that follows; slots that nothing uses left out. */
function withoutNops({ blocks }: Programs['programs'][number]) {
  return blocks.map(({ ops, ...block }, at) => {
    const real: { op: Op; waits: Op['after'][number][] }[] = []
    let waits: Op['after'][number][] = []
    for (const op of ops) {
      waits.push(...op.after)
      if (op.kind === 'nop') continue
      real.push({ op, waits })
      waits = []
    }
    const placeOf = (after: Op['after'][number]) => {
      const awaited =
        blocks[after.block]?.ops.slice(0, after.op + 1).filter(({ kind }) => kind !== 'nop') ?? []
      return `${after.block}/${awaited.length - 1}`
    }
    return {
      ...block,
      at,
      ops: real.map(({ op: { after: _, ...op }, waits: places }) => ({ ...op, after: places.map(placeOf) })),
    }
  })
}

describe('files that are wrong', () => {
  const ring = sample('msccl-ring/all_reduce-ring-4.xml')
  const problem = (text: string) => {
    const read = readMscclXml(text)
    return read.ok ? undefined : read.problem
  }

  test('names line, element and attribute', () => {
    expect(problem('hello')).toMatchObject({ line: 1, kind: 'not-xml' })
    expect(problem('<system/>')).toMatchObject({ kind: 'not-msccl', seen: 'system' })
    expect(problem(ring.replace('type="rrs"', 'type="xyz"'))).toEqual({
      line: 5,
      kind: 'unknown-word',
      element: 'step',
      attribute: 'type',
      seen: 'xyz',
    })
    expect(problem(ring.replace('ngpus="4"', 'ngpus="many"'))).toMatchObject({ line: 1, attribute: 'ngpus' })
    expect(problem(ring.replace('ngpus="4"', 'ngpus="5"'))).toMatchObject({
      kind: 'wrong-number-of-gpus',
      seen: '4',
    })
    expect(problem(ring.replace('id="2"', 'id="7"'))).toMatchObject({ kind: 'ids-not-in-order' })
    expect(problem(ring.replace('depid="-1" deps="-1"', 'depid="9" deps="0"'))).toMatchObject({
      kind: 'no-such-step',
    })
    expect(problem(ring.replace('coll="allreduce"', 'coll="constructor"'))).toMatchObject({
      kind: 'unknown-word',
    })
    expect(problem(ring.replace(' chan="0"', ''))).toMatchObject({
      kind: 'attribute-missing',
      attribute: 'chan',
    })
  })

  test('what can be read but not be carried out is found before it runs', () => {
    const verified = (from: string, to: string) => verifyPrograms(programsOf(ring.replace(from, to)))
    expect(verified('srcoff="3"', 'srcoff="9"')).toMatchObject({
      problem: { kind: 'no-such-place', what: 'slot' },
    })
    expect(verified('send="1"', 'send="-1"')).toMatchObject({
      problem: { kind: 'no-such-place', what: 'peer' },
    })
    expect(verified('send="1"', 'send="2"')).toMatchObject({ ok: false })
    expect(verified('cnt="1"', 'cnt="2"')).toMatchObject({ ok: false })
  })

  test('never throws on torn or garbled files', () => {
    fc.assert(
      fc.property(fc.nat(ring.length), fc.nat(40), fc.string(), (at, length, other) => {
        const read = readMscclXml(ring.slice(0, at) + other + ring.slice(at + length))
        if (read.ok) verifyPrograms(read.value.algorithm.programs)
      }),
      { numRuns: 300 },
    )
  })
})

/** Each wait left out, one at a time. */
function* withoutOneWait(programs: Programs): Iterable<Programs> {
  for (const [rank, program] of programs.programs.entries())
    for (const [at, block] of program.blocks.entries())
      for (const [place, op] of block.ops.entries())
        if (op.after.length > 0) {
          const ops = block.ops.with(place, { ...op, after: [] })
          const blocks = program.blocks.with(at, { ...block, ops })
          yield { ...programs, programs: programs.programs.with(rank, { ...program, blocks }) }
        }
}

/** How many waits there are, and of those that are tried how many are not missed. */
function waits(programs: Programs, share: number, name: string) {
  const every = [...withoutOneWait(programs)]
  const spare = sampled(every, { share }, `waits of ${name}`).filter((candidate) => {
    const verified = verifyPrograms(candidate)
    return verified.ok || verified.problem.kind !== 'race'
  })
  return { all: every.length, spare }
}

describe('waits of files as we write them', () => {
  const file = (collective: 'all_reduce' | 'all_gather', id: string) =>
    programsOf(written(compiled(collective, id, 8)))

  test('every wait that is dropped from one-shot is found', () => {
    expect(waits(file('all_reduce', 'one-shot'), 1, 'one-shot')).toEqual({ all: 104, spare: [] })
  })

  test.each([
    ['all_reduce', 'halving-doubling', 120, 64],
    ['all_gather', 'recursive-doubling', 40, 24],
  ] as const)(
    'of %s %s, waits that are not missed are redundant: without them everything is still ordered',
    (collective, id, all, most) => {
      const { spare, ...counted } = waits(file(collective, id), 1, id)
      expect({ ...counted, spare: spare.length }).toEqual({ all, spare: most })
      for (const candidate of spare) {
        expect(verifyPrograms(candidate)).toMatchObject({ ok: true, resultChecked: true })
        for (const seed of [1, 2, 3])
          expect(runProgramsInterleaved(candidate, { slots: 8, seed })).toEqual({ ok: true })
      }
    },
  )
})

const folder = shared('data', 'sim', 'msccl')

/** Files of msccl-tools, microsoft/msccl-scheduler and astra-sim/collectiveapi. */
describe.skipIf(!folder)(
  'files of others (elsewhere: files as we write them, above)',
  { timeout: 30_000 },
  () => {
    const names = folder ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : []
    const file = (name: string) => programsOf(readFileSync(join(folder ?? '', name), 'utf8'))
    /** Rings pass a chunk on as they take it: with one slot each waits for the next. */
    const TWO_SLOTS = /ring_(?:8|16|32|64)(?:_1_1)?\.xml$/

    test.each(names)('%s has no race, a right result, and its fewest slots', (name) => {
      expect(verifyPrograms(file(name))).toEqual({
        ok: true,
        slots: TWO_SLOTS.test(name) ? 2 : 1,
        resultChecked: !name.startsWith('alltonext'),
      })
      if (!name.startsWith('alltonext'))
        expect(runProgramsInterleaved(file(name), { slots: 8, seed: 1 })).toEqual({ ok: true })
    })

    test('there are fourteen of a known collective', () => {
      expect(names.filter((name) => file(name).collective !== undefined)).toHaveLength(14)
    })

    const counted = (name: string, share: number) => {
      const { all, spare } = waits(file(name), share, name)
      return { all, spare: spare.length }
    }

    test('every wait that is dropped from the all-pairs file is found', { timeout: 240_000 }, () => {
      expect(counted('allreduce_a100_allpairs_8_2_LL.xml', 0.1)).toEqual({ all: 1568, spare: 0 })
    })

    test('of others, waits that are not missed are redundant: without them everything is still ordered', () => {
      expect(counted('allreduce_rdh_8.xml', 1)).toEqual({ all: 40, spare: 8 })
      expect(counted('allgather_rd_8.xml', 1)).toEqual({ all: 24, spare: 8 })
    })
  },
)
