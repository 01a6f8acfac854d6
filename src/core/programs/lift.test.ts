/** Programs as schedules again. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shared } from '../../../test/shared.ts'
import { algorithmNamed, algorithms } from '../schedules/algorithms/index.ts'
import { sentChunks, stepCount } from '../schedules/measure.ts'
import { inOrder } from '../schedules/order.ts'
import { verify } from '../schedules/verify.ts'
import { compile } from './compile.ts'
import { readMscclXml } from './formats/msccl-xml-read.ts'
import { asMscclAlgorithm, writeMscclXml } from './formats/msccl-xml-write.ts'
import { lift } from './lift.ts'
import { type Programs, sends } from './program.ts'

describe('what was compiled is a schedule again: the same bytes, and as many steps where a message is one op', () => {
  const cases = algorithms.flatMap((algorithm) =>
    [{ ranks: 4 }, { ranks: 7, pieces: 2 }, { ranks: 8 }]
      .filter(algorithm.supports)
      .map((options) => ({ algorithm, options })),
  )
  test.each(cases)(
    '$algorithm.collective $algorithm.id on $options.ranks ranks',
    ({ algorithm, options }) => {
      const schedule = algorithm.schedule(options)
      const programs = compile(schedule)
      const lifted = lift(programs)
      if (!lifted.ok) throw new Error(JSON.stringify(lifted.problem))
      expect(verify(lifted.value)).toEqual({ ok: true })
      expect(sentChunks(lifted.value)).toEqual(sentChunks(schedule))
      const sent = programs.programs.flatMap(({ blocks }) =>
        blocks.flatMap(({ ops }) => ops.filter(({ kind }) => sends(kind))),
      )
      if (sent.length === [...inOrder(schedule)].length)
        expect(stepCount(lifted.value)).toBeLessThanOrEqual(stepCount(schedule))
    },
  )
})

describe('what is no schedule is refused', () => {
  const program = (rank: number, kinds: readonly ('send' | 'receive')[]): Programs['programs'][number] => ({
    rank,
    blocks: [
      {
        channel: 0,
        sendTo: 1 - rank,
        receiveFrom: 1 - rank,
        ops: kinds.map((kind) => ({
          kind,
          [kind === 'send' ? 'source' : 'target']: { buffer: 'input', index: 0 },
          count: 1,
          after: [],
        })),
      },
    ],
    chunks: { input: 1, output: 1, scratch: 0 },
    inPlace: true,
  })
  const programs = (
    collective: Programs['collective'],
    order: readonly ('send' | 'receive')[],
  ): Programs => ({
    collective,
    ranks: 2,
    root: 0,
    pieces: 1,
    programs: [program(0, order), program(1, order)],
  })

  test('an unknown collective, programs that never end, and a wrong result', () => {
    expect(lift(programs(undefined, ['send', 'receive']))).toMatchObject({
      problem: { kind: 'unknown-collective' },
    })
    expect(lift(programs('all_reduce', ['receive', 'send']))).toMatchObject({ problem: { kind: 'endless' } })
    expect(lift(programs('all_reduce', ['send', 'receive']))).toMatchObject({
      problem: { kind: 'no-schedule', problem: { kind: 'wrong-result' } },
    })
  })
})

test.each([
  ['all_reduce', 'ring', 8, 14],
  ['all_reduce', 'two-shot', 16, 2],
  ['all_reduce', 'halving-doubling', 8, 6],
  ['all_gather', 'recursive-doubling', 8, 3],
  ['all_to_all', 'one-shot', 8, 1],
] as const)(
  '%s %s of %d ranks, as MSCCL XML and back, is a schedule of %d steps',
  (collective, id, ranks, steps) => {
    const schedule = algorithmNamed(collective, id)?.schedule({ ranks })
    const xml = schedule && writeMscclXml(asMscclAlgorithm(compile(schedule), { name: id }))
    const read = readMscclXml(xml?.ok ? xml.value.text : '')
    const lifted = read.ok ? lift(read.value.algorithm.programs) : read
    if (!lifted.ok) throw new Error(JSON.stringify(lifted.problem))
    expect(verify(lifted.value)).toEqual({ ok: true })
    expect(stepCount(lifted.value)).toBe(steps)
  },
)

const folder = shared('data', 'sim', 'msccl')

describe.skipIf(!folder)(
  'files of others (elsewhere: as MSCCL XML and back, above)',
  { timeout: 30_000 },
  () => {
    const names = folder
      ? readdirSync(folder).filter((name) => name.endsWith('.xml') && !name.startsWith('alltonext'))
      : []
    const steps: Readonly<Record<string, number>> = {
      'allreduce-allpairs-16n-16tb.xml': 2,
      'allreduce_rdh_8.xml': 6,
      'allgather_rd_8.xml': 3,
      'alltoall_allpairs_8.xml': 1,
      'simple_allreduce_ring_8.xml': 14,
    }

    test.each(names)('%s is a schedule', (name) => {
      const read = readMscclXml(readFileSync(join(folder ?? '', name), 'utf8'))
      const lifted = read.ok ? lift(read.value.algorithm.programs) : read
      if (!lifted.ok) throw new Error(JSON.stringify(lifted.problem))
      expect(verify(lifted.value)).toEqual({ ok: true })
      if (steps[name] !== undefined) expect(stepCount(lifted.value)).toBe(steps[name])
    })
  },
)
