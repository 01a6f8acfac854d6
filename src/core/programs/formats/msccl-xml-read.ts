/** Reads MSCCL XML (see msccl-xml.ts). */
import { failed, ok, type Result } from '../../base/result.ts'
import { MiB } from '../../base/units.ts'
import { parseXml, type XmlElement } from '../../text/xml.ts'
import {
  type Block,
  type Op,
  type OpPlace,
  type Program,
  readsSource,
  type Slot,
  writesTarget,
} from '../program.ts'
import {
  BUFFERS,
  blocksInLoop,
  COLLECTIVES_BY_NAME,
  limitsExceeded,
  type MscclAlgorithm,
  type MscclNote,
  type MscclProtocol,
  OP_KINDS,
} from './msccl-xml.ts'

export interface MscclRead {
  readonly algorithm: MscclAlgorithm
  readonly notes: readonly MscclNote[]
  /** The line of each op: lines[rank][block][op]. */
  readonly lines: readonly (readonly (readonly number[])[])[]
}

/** The line, and what stands there instead of what must. */
export interface MscclProblem {
  readonly line: number
  readonly kind:
    | 'not-xml'
    | 'not-msccl'
    | 'attribute-missing'
    | 'not-a-number'
    | 'unknown-word'
    | 'ids-not-in-order'
    | 'no-such-step'
    | 'chunks-do-not-divide'
    | 'wrong-number-of-gpus'
    /** More than any executor takes, and more than can be gone through. */
    | 'too-large'
  readonly element: string
  readonly attribute?: string
  readonly seen?: string
}

/** Without maxBytes microsoft/msccl takes a file up to 2^27 bytes (topo.cc). */
const MOST_BYTES = 128 * MiB
/** Files of 64 GPUs have some 2 MB, and some 10^5 chunks in all buffers and steps. */
export const MOST_TEXT = 64 * MiB
const MOST_CHUNKS = 4_000_000
/** Of a line that is no XML so many characters are shown. */
const MOST_SEEN = 80

export function readMscclXml(text: string): Result<MscclRead, MscclProblem> {
  if (text.length > MOST_TEXT) return failed(tooLong(text.length))
  const { root, brokenAt } = parseXml(text)
  if (!root || brokenAt !== undefined) {
    // What holds no element at all is no XML from its first line on.
    const line = root ? (brokenAt ?? 1) : 1
    const seen = (text.split('\n', line)[line - 1] ?? '').trim().slice(0, MOST_SEEN)
    return failed({ line, kind: 'not-xml', element: '', seen })
  }
  try {
    return ok(readAlgorithm(root))
  } catch (error) {
    if (error instanceof Unusable) return failed(error.problem)
    throw error
  }
}

export const tooLong = (length: number): MscclProblem => ({
  line: 1,
  kind: 'too-large',
  element: 'algo',
  seen: String(length),
})

/** Never leaves this file. */
class Unusable extends Error {
  readonly problem: MscclProblem
  constructor(problem: MscclProblem) {
    super(problem.kind)
    this.problem = problem
  }
}

const unusable = (
  kind: MscclProblem['kind'],
  { line, name }: XmlElement,
  attribute?: string,
  seen?: string,
) =>
  new Unusable({
    line,
    kind,
    element: name,
    ...(attribute === undefined ? {} : { attribute }),
    ...(seen === undefined ? {} : { seen }),
  })

function readAlgorithm(algo: XmlElement): MscclRead {
  if (algo.name !== 'algo') throw unusable('not-msccl', algo, undefined, algo.name)
  const ranks = number(algo, 'ngpus', 1)
  const word = text(algo, 'coll').toLowerCase()
  const collective = Object.hasOwn(COLLECTIVES_BY_NAME, word) ? COLLECTIVES_BY_NAME[word] : undefined
  if (!collective && word !== 'custom') throw unusable('unknown-word', algo, 'coll', word)
  const loop = number(algo, 'nchunksperloop', 1)
  if (loop * ranks > MOST_CHUNKS) throw unusable('too-large', algo, 'nchunksperloop', String(loop))
  const pieces = loop / blocksInLoop(collective, ranks)
  if (!Number.isInteger(pieces)) throw unusable('chunks-do-not-divide', algo, 'nchunksperloop', String(loop))
  const protocol = text(algo, 'proto')
  if (protocol !== 'Simple' && protocol !== 'LL' && protocol !== 'LL128')
    throw unusable('unknown-word', algo, 'proto', protocol)
  const inPlace = number(algo, 'inplace') === 1

  const gpus = named(algo, 'gpu')
  if (gpus.length !== ranks) throw unusable('wrong-number-of-gpus', algo, 'ngpus', String(gpus.length))
  const notes: MscclNote[] = (['minBytes', 'maxBytes', 'outofplace'] as const)
    .filter((attribute) => algo.attributes[attribute] === undefined)
    .map((attribute) => ({ kind: 'attribute-missing', attribute }))
  const ordered = inOrderOfIds(gpus)
  const programs = {
    collective,
    ranks,
    root: 0,
    pieces,
    programs: ordered.map((gpu, rank) => readGpu(gpu, rank, inPlace, notes)),
  }
  const chunks = chunksIn(programs.programs)
  if (chunks > MOST_CHUNKS) throw unusable('too-large', algo, undefined, String(chunks))
  return {
    algorithm: {
      name: algo.attributes.name ?? '',
      protocol: protocol satisfies MscclProtocol,
      inPlace,
      outOfPlace: algo.attributes.outofplace === undefined ? !inPlace : number(algo, 'outofplace') === 1,
      minBytes: optional(algo, 'minBytes') ?? 0,
      maxBytes: optional(algo, 'maxBytes') ?? MOST_BYTES,
      programs,
    },
    notes: [...notes, ...limitsExceeded(programs)],
    lines: ordered.map((gpu) =>
      inOrderOfIds(named(gpu, 'tb')).map((tb) => named(tb, 'step').map(({ line }) => line)),
    ),
  }
}

/** In all buffers, and in all steps. */
const chunksIn = (programs: readonly Program[]): number =>
  programs.reduce(
    (sum, { chunks, blocks }) =>
      blocks.reduce(
        (all, { ops }) => ops.reduce((sum, { count }) => sum + count, all),
        sum + chunks.input + chunks.output + chunks.scratch,
      ),
    0,
  )

const named = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((element) => element.name === name)

function readGpu(gpu: XmlElement, rank: number, inPlace: boolean, notes: MscclNote[]): Program {
  const blocks = inOrderOfIds(named(gpu, 'tb'))
  const steps = blocks.map((tb) => named(tb, 'step'))
  /** Steps are called by their `s`, ops by their place. */
  const places = steps.map((ofBlock) => new Map(ofBlock.map((step, at) => [number(step, 's'), at])))
  const silent = new Set<XmlElement>()
  const read = blocks.map((tb, block): Block => {
    const sendTo = number(tb, 'send', -1)
    const receiveFrom = number(tb, 'recv', -1)
    return {
      channel: number(tb, 'chan'),
      ...(sendTo < 0 ? {} : { sendTo }),
      ...(receiveFrom < 0 ? {} : { receiveFrom }),
      ops: (steps[block] ?? []).map((step) => readStep(step, places, (place) => noteSilent(place))),
    }
  })
  function noteSilent({ block, op }: OpPlace): void {
    const awaited = steps[block]?.[op]
    if (!awaited || awaited.attributes.hasdep === '1' || silent.has(awaited)) return
    silent.add(awaited)
    notes.push({ kind: 'hasdep-missing', at: { rank, block, op } })
  }
  return {
    rank,
    blocks: read,
    chunks: {
      input: number(gpu, 'i_chunks', 0),
      output: number(gpu, 'o_chunks', 0),
      scratch: number(gpu, 's_chunks', 0),
    },
    inPlace,
  }
}

function readStep(
  step: XmlElement,
  places: readonly ReadonlyMap<number, number>[],
  awaits: (place: OpPlace) => void,
): Op {
  const word = text(step, 'type')
  const kind = Object.hasOwn(OP_KINDS, word) ? OP_KINDS[word] : undefined
  if (!kind) throw unusable('unknown-word', step, 'type', word)
  const block = number(step, 'depid', -1)
  const op = block < 0 ? undefined : places[block]?.get(number(step, 'deps', -1))
  if (block >= 0 && op === undefined) throw unusable('no-such-step', step, 'depid', String(block))
  const after = op === undefined ? [] : [{ block, op }]
  for (const place of after) awaits(place)
  return {
    kind,
    ...(readsSource(kind) ? { source: slot(step, 'src') } : {}),
    ...(writesTarget(kind) ? { target: slot(step, 'dst') } : {}),
    count: number(step, 'cnt', 0),
    after,
  }
}

function slot(step: XmlElement, side: 'src' | 'dst'): Slot {
  const word = text(step, `${side}buf`)
  const buffer = Object.hasOwn(BUFFERS, word) ? BUFFERS[word] : undefined
  if (!buffer) throw unusable('unknown-word', step, `${side}buf`, word)
  return { buffer, index: number(step, `${side}off`, 0) }
}

/** Ids count from 0 without a gap; executors demand it. */
function inOrderOfIds(elements: readonly XmlElement[]): readonly XmlElement[] {
  const sorted = [...elements].sort((one, other) => number(one, 'id') - number(other, 'id'))
  sorted.forEach((element, at) => {
    if (number(element, 'id') !== at) throw unusable('ids-not-in-order', element, 'id', element.attributes.id)
  })
  return sorted
}

function text(element: XmlElement, attribute: string): string {
  const found = element.attributes[attribute]
  if (found === undefined) throw unusable('attribute-missing', element, attribute)
  return found
}

function number(element: XmlElement, attribute: string, least = 0): number {
  const written = text(element, attribute)
  const value = /^-?\d{1,15}$/.test(written) ? Number(written) : Number.NaN
  if (!(value >= least)) throw unusable('not-a-number', element, attribute, written)
  return value
}

const optional = (element: XmlElement, attribute: string): number | undefined =>
  element.attributes[attribute] === undefined ? undefined : number(element, attribute)
