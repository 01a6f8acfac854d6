/**
 * Writes MSCCL XML (see msccl-xml.ts), with minBytes, maxBytes and outofplace, without which executors refuse a file. A step can
 * wait for one other: further waits stand on nops before it, and the step itself carries the last.
 */
import { failed, ok, type Result } from '../../base/result.ts'
import type { Op, OpPlace, Program, Programs, Slot } from '../program.ts'
import {
  BUFFERS,
  blocksInLoop,
  COLLECTIVES_BY_NAME,
  limitsExceeded,
  type MscclAlgorithm,
  type MscclLimit,
  OP_KINDS,
} from './msccl-xml.ts'

export interface MscclWritten {
  readonly text: string
  /** Where executors have not enough room for it. */
  readonly limits: readonly MscclLimit[]
}

/** Why programs cannot be said in MSCCL XML: it knows no such collective, no switch that adds, and no root but rank 0. */
export type NotMsccl = 'collective' | 'switch' | 'root'

export function writeMscclXml(algorithm: MscclAlgorithm): Result<MscclWritten, NotMsccl> {
  const { programs } = algorithm
  if (programs.programs.length > programs.ranks) return failed('switch')
  if (programs.root !== 0) return failed('root')
  const collective = programs.collective === undefined ? 'custom' : NAMES.get(programs.collective)
  if (!collective) return failed('collective')
  const gpus = programs.programs.map(gpuOf)
  const channels = new Set(programs.programs.flatMap(({ blocks }) => blocks.map(({ channel }) => channel)))
  const head = element('algo', {
    name: algorithm.name,
    proto: algorithm.protocol,
    nchannels: Math.max(1, ...[...channels].map((channel) => channel + 1)),
    nchunksperloop: programs.pieces * blocksInLoop(programs.collective, programs.ranks),
    ngpus: programs.ranks,
    coll: collective,
    inplace: Number(algorithm.inPlace),
    outofplace: Number(algorithm.outOfPlace),
    minBytes: algorithm.minBytes,
    maxBytes: algorithm.maxBytes,
  })
  const lines = gpus.flatMap(({ open, blocks }) => [
    `  <${open}>`,
    ...blocks.flatMap((block) => [
      `    <${block.open}>`,
      ...block.steps.map((step) => `      <${step}/>`),
      '    </tb>',
    ]),
    '  </gpu>',
  ])
  return ok({
    text: `<${head}>\n${lines.join('\n')}\n</algo>\n`,
    limits: limitsExceeded({ ...programs, programs: programs.programs.map(withNops) }),
  })
}

/** The first name of each collective; of reduce_scatter that of the executors in use. */
const NAMES = new Map(
  Object.entries(COLLECTIVES_BY_NAME)
    .toReversed()
    .map(([name, mscclName]) => [mscclName, name]),
)
NAMES.set('reduce_scatter', 'reducescatter')
const TYPES = new Map(Object.entries(OP_KINDS).map(([type, kind]) => [kind, type]))
const BUFFER_NAMES = new Map(Object.entries(BUFFERS).map(([name, buffer]) => [buffer, name]))

function gpuOf(program: Program) {
  const { blocks, rank, chunks } = withNops(program)
  const awaited = new Set(blocks.flatMap(({ ops }) => ops.flatMap(({ after }) => after.map(key))))
  const used = new Set(
    blocks.flatMap(({ ops }) => ops.flatMap((op) => [op.source?.buffer, op.target?.buffer])),
  )
  return {
    open: element('gpu', {
      id: rank,
      i_chunks: used.has('input') ? chunks.input : 0,
      o_chunks: used.has('output') ? chunks.output : 0,
      s_chunks: chunks.scratch,
    }),
    blocks: blocks.map(({ channel, sendTo, receiveFrom, ops }, block) => ({
      open: element('tb', { id: block, send: sendTo ?? -1, recv: receiveFrom ?? -1, chan: channel }),
      steps: ops.map((op, at) => stepOf(op, at, awaited.has(key({ block, op: at })))),
    })),
  }
}

function stepOf({ kind, source, target, count, after }: Op, at: number, awaited: boolean): string {
  const [from, to] = [source ?? target ?? NO_SLOT, target ?? source ?? NO_SLOT]
  return element('step', {
    s: at,
    type: TYPES.get(kind) ?? '',
    srcbuf: BUFFER_NAMES.get(from.buffer) ?? '',
    srcoff: from.index,
    dstbuf: BUFFER_NAMES.get(to.buffer) ?? '',
    dstoff: to.index,
    cnt: kind === 'nop' ? 0 : count,
    depid: after[0]?.block ?? -1,
    deps: after[0]?.op ?? -1,
    hasdep: Number(awaited),
  })
}

const NO_SLOT: Slot = { buffer: 'input', index: -1 }
const key = ({ block, op }: OpPlace): string => `${block}/${op}`

/** Every op waits for one other at most. */
function withNops(program: Program): Program {
  /** Nops push ops back: where each op of each block ends up. */
  const moved = program.blocks.map(({ ops }) => {
    let place = -1
    return ops.map(({ after }) => {
      place += Math.max(1, after.length)
      return place
    })
  })
  const movedTo = ({ block, op }: OpPlace): OpPlace => ({ block, op: moved[block]?.[op] ?? op })
  return {
    ...program,
    blocks: program.blocks.map((block) => ({
      ...block,
      ops: block.ops.flatMap((op): readonly Op[] => {
        const after = op.after.map(movedTo)
        const nops = after.slice(0, -1).map((place): Op => ({ kind: 'nop', count: 0, after: [place] }))
        return [...nops, { ...op, after: after.slice(-1) }]
      }),
    })),
  }
}

/** `name a="1" b="2"`, escaped. */
function element(name: string, attributes: Readonly<Record<string, string | number>>): string {
  const escaped = (value: string | number) =>
    String(value).replace(/[&<>"\n]/g, (character) => `&#${character.charCodeAt(0)};`)
  return [
    name,
    ...Object.entries(attributes).map(([attribute, value]) => `${attribute}="${escaped(value)}"`),
  ].join(' ')
}

/** What an executor needs beside the programs. */
export const asMscclAlgorithm = (
  programs: Programs,
  rest: Pick<MscclAlgorithm, 'name'> & Partial<Omit<MscclAlgorithm, 'programs'>>,
): MscclAlgorithm => {
  const inPlace = programs.programs[0]?.inPlace ?? false
  return {
    protocol: 'Simple',
    inPlace,
    outOfPlace: !inPlace,
    minBytes: 0,
    maxBytes: MOST_BYTES,
    ...rest,
    programs,
  }
}

/** Any size: 2^40 bytes. */
const MOST_BYTES = 2 ** 40
