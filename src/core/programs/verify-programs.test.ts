/** Verification of programs finds each way in which they can be wrong, and names the ops. */
import { describe, expect, test } from 'vitest'
import { oneShotAllReduce } from '../schedules/algorithms/one-shot.ts'
import { recursiveDoublingAllReduce } from '../schedules/algorithms/recursive-doubling.ts'
import { ringAllReduce } from '../schedules/algorithms/ring.ts'
import { compile } from './compile.ts'
import type { Block, Op, Program, Programs, Slot } from './program.ts'
import type { ProgramGraph } from './program-graph.ts'
import { findRace } from './races.ts'
import { runProgramsInterleaved } from './run-programs.ts'
import { verifyPrograms } from './verify-programs.ts'

const at = (buffer: Slot['buffer'], index = 0): Slot => ({ buffer, index })
const op = (kind: Op['kind'], rest: Partial<Op> = {}): Op => ({ kind, count: 1, after: [], ...rest })

/** An all_reduce of two ranks, in place; each sends its input and adds what comes. */
const exchange = (blocks: readonly (readonly Block[])[]): Programs => ({
  collective: 'all_reduce',
  ranks: 2,
  root: 0,
  pieces: 1,
  programs: blocks.map(
    (blocks, rank): Program => ({
      rank,
      blocks,
      chunks: { input: 1, output: 1, scratch: 1 },
      inPlace: true,
    }),
  ),
})
const send = op('send', { source: at('input') })
const add = op('receive-reduce-copy', { source: at('input'), target: at('input') })
const both = (peer: number, ...ops: readonly Op[]): Block => ({
  channel: 0,
  sendTo: peer,
  receiveFrom: peer,
  ops,
})
const problem = (programs: Programs) => {
  const verified = verifyPrograms(programs)
  return verified.ok ? undefined : verified.problem
}

describe('programs', () => {
  test('an exchange is right', () => {
    expect(verifyPrograms(exchange([[both(1, send, add)], [both(0, send, add)]]))).toEqual({
      ok: true,
      slots: 1,
      resultChecked: true,
    })
  })

  test('receiving first on both sides never ends', () => {
    expect(problem(exchange([[both(1, add, send)], [both(0, add, send)]]))).toEqual({
      kind: 'deadlock',
      stuck: [
        { rank: 0, block: 0, op: 0 },
        { rank: 1, block: 0, op: 0 },
      ],
    })
  })

  test('waits in a circle never end', () => {
    const wait = (block: number) => op('nop', { count: 0, after: [{ block, op: 0 }] })
    const circle: readonly Block[] = [
      { channel: 0, ops: [wait(1)] },
      { channel: 0, ops: [wait(0)] },
    ]
    expect(problem(exchange([circle, []]))).toMatchObject({ kind: 'deadlock' })
  })

  test('adding what comes before the own data was sent is a race in blocks of their own, until one waits', () => {
    const apart = (after: Op['after']): readonly Block[] => [
      { channel: 0, sendTo: 1, ops: [send] },
      { channel: 0, receiveFrom: 1, ops: [{ ...add, after }] },
    ]
    expect(problem(exchange([apart([]), [both(0, send, add)]]))).toEqual({
      kind: 'race',
      slot: at('input'),
      first: { rank: 0, block: 0, op: 0 },
      second: { rank: 0, block: 1, op: 0 },
    })
    expect(problem(exchange([apart([{ block: 0, op: 0 }]), [both(0, send, add)]]))).toBeUndefined()
  })

  test('in place, the output is the input', () => {
    const toOutput = op('receive-reduce-copy', { source: at('input'), target: at('output') })
    expect(problem(exchange([[both(1, send, toOutput)], [both(0, send, add)]]))).toBeUndefined()
  })

  test('reads what nothing was written to, adds twice, adds what does not belong together', () => {
    const scratch = op('send', { source: at('scratch') })
    expect(problem(exchange([[both(1, scratch, add)], [both(0, send, add)]]))).toEqual({
      kind: 'undefined-read',
      at: { rank: 0, block: 0, op: 0 },
      slot: at('scratch'),
    })
    expect(problem(exchange([[both(1, send, add, send)], [both(0, send, add, add)]]))).toEqual({
      kind: 'added-twice',
      at: { rank: 1, block: 0, op: 2 },
      chunk: 0,
      contributor: 0,
    })
    const two = (index: number): Op => op('send', { source: at('input', index) })
    const mixed: Programs = {
      ...exchange([[both(1, two(1), add)], [both(0, send, add)]]),
      pieces: 2,
    }
    const wide = mixed.programs.map((program) => ({
      ...program,
      chunks: { input: 2, output: 2, scratch: 0 },
    }))
    expect(problem({ ...mixed, programs: wide })).toMatchObject({ kind: 'mixed-chunks' })
  })

  test('a result that is not what was promised', () => {
    const copy = op('receive', { target: at('input') })
    expect(problem(exchange([[both(1, send, add)], [both(0, send, copy)]]))).toEqual({
      kind: 'wrong-result',
      rank: 1,
      slot: at('output'),
      chunk: 0,
      seen: { chunk: 0, contributors: [0] },
    })
  })

  test('ends of a connection that do not agree', () => {
    expect(problem(exchange([[both(1, send, add)], [both(0, send)]]))).toEqual({
      kind: 'unmatched-messages',
      connection: { from: 0, to: 1, channel: 0 },
      sent: 1,
      received: 0,
    })
    const twice: readonly Block[] = [both(1, send), both(1, send, add, add)]
    expect(problem(exchange([twice, [both(0, send, add)]]))).toEqual({
      kind: 'shared-connection',
      rank: 0,
      blocks: [0, 1],
    })
  })

  test('an op that adds within a rank', () => {
    const keep = op('receive', { target: at('scratch') })
    const reduce = op('reduce', { source: at('scratch'), target: at('input') })
    expect(problem(exchange([[both(1, send, keep, reduce)], [both(0, send, add)]]))).toBeUndefined()
    const aside: readonly Block[] = [both(1, send, keep), { channel: 0, ops: [reduce] }]
    expect(problem(exchange([aside, [both(0, send, add)]]))).toMatchObject({
      kind: 'race',
      slot: at('input'),
    })
  })
})

describe('compiled', () => {
  test('a ring sends on as it takes in: two slots, as NCCL has eight', () => {
    const programs = compile(ringAllReduce.schedule({ ranks: 8 }))
    expect(verifyPrograms(programs)).toMatchObject({ ok: true, slots: 2 })
    expect(programs.programs[0]?.blocks).toHaveLength(1)
    expect(programs.programs[0]?.blocks[0]?.ops.map(({ kind }) => kind)).toEqual([
      'send',
      ...new Array(6).fill('receive-reduce-send'),
      'receive-reduce-copy-send',
      ...new Array(6).fill('receive-copy-send'),
      'receive',
    ])
  })

  test('out of place, the input stays as it is', () => {
    for (const algorithm of [ringAllReduce, oneShotAllReduce, recursiveDoublingAllReduce])
      for (const { blocks } of compile(algorithm.schedule({ ranks: 6 }), { inPlace: false }).programs)
        for (const { ops } of blocks)
          expect(ops.filter(({ target }) => target?.buffer === 'input')).toEqual([])
  })

  test('every wait of a one-shot that a sum needs is missed when it is dropped', () => {
    const programs = compile(oneShotAllReduce.schedule({ ranks: 4 }))
    const program = programs.programs[2] as Program
    let dropped = 0
    program.blocks.forEach((block, at) => {
      block.ops.forEach((op, place) => {
        op.after.forEach((_, index) => {
          const ops = block.ops.with(place, { ...op, after: op.after.toSpliced(index, 1) })
          const mutant = { ...program, blocks: program.blocks.with(at, { ...block, ops }) }
          expect(problem({ ...programs, programs: programs.programs.with(2, mutant) })).toMatchObject({
            kind: 'race',
          })
          dropped++
        })
      })
    })
    expect(dropped).toBeGreaterThan(3)
  })

  test('races are sought rank by rank, so that 64 ranks with 126 blocks each fit', {
    timeout: 60_000,
  }, () => {
    const programs = compile(oneShotAllReduce.schedule({ ranks: 64 }))
    expect(verifyPrograms(programs)).toMatchObject({ ok: true })
    const program = programs.programs[9] as Program
    const [at, block] = [...program.blocks.entries()].find(([, { ops }]) =>
      ops.some((op) => op.after.length > 0),
    ) as [number, Block]
    const ops = block.ops.map((op): Op => ({ ...op, after: [] }))
    const mutant = { ...program, blocks: program.blocks.with(at, { ...block, ops }) }
    expect(problem({ ...programs, programs: programs.programs.with(9, mutant) })).toMatchObject({
      kind: 'race',
      first: { rank: 9 },
    })
  })

  test('what is too large to check is said, not tried', () => {
    const graph = { ops: { length: 2 ** 20 }, lanes: 2 ** 13 } as unknown as ProgramGraph
    expect(findRace(exchange([[], []]), graph, [])).toEqual({
      kind: 'too-large-to-check',
      entries: 2 ** 33,
      most: 2 ** 32,
    })
  })

  test('too few slots are a deadlock in every interleaving', () => {
    const programs = compile(ringAllReduce.schedule({ ranks: 5 }))
    for (const seed of [1, 2, 3])
      expect(runProgramsInterleaved(programs, { slots: 1, seed })).toEqual({ ok: false, problem: 'deadlock' })
  })
})
