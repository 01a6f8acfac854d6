/** English: what is wrong with a schedule that came in a file. */
import type { OpAt } from '../../programs/program-graph.ts'
import type { ScheduleFileTexts } from '../schedule-file.ts'
import { counted, list, plural } from './phrases/words.ts'

/** A longer list would say no more. */
const MOST_NAMED = 4

const at = ({ rank, block, op, line }: OpAt): string =>
  `rank ${rank}, block ${block}, op ${op}${line === undefined ? '' : ` (line ${line})`}`

const ops = (items: readonly string[]): string =>
  items.length <= MOST_NAMED
    ? items.join('; ')
    : `${items.slice(0, MOST_NAMED).join('; ')}; and ${items.length - MOST_NAMED} more`

function ranks(these: readonly number[]): string {
  return these.length <= 2 * MOST_NAMED
    ? `${plural(these.length, 'rank')} ${list(these.map(String))}`
    : `ranks ${list([...these.slice(0, MOST_NAMED).map(String), `${these.length - MOST_NAMED} more`])}`
}

const slotName = ({ buffer, index }: { readonly buffer: string; readonly index: number }): string =>
  `${buffer} chunk ${index}`

const where = (element: string, attribute: string | undefined): string =>
  attribute === undefined ? `<${element}>` : `<${element} ${attribute}>`

export const scheduleFile: ScheduleFileTexts = {
  at,
  reading: {
    'not-xml': ({ seen }) => `not an XML file${seen ? `: ${seen}` : ''}`,
    'not-msccl': ({ seen }) => `the root element is <${seen ?? ''}>, but an MSCCL file has <algo>`,
    'attribute-missing': ({ element, attribute }) => `<${element}> has no attribute ${attribute}`,
    'not-a-number': ({ element, attribute, seen }) =>
      `${where(element, attribute)} cannot be "${seen}": expected a whole number in its range`,
    'unknown-word': ({ element, attribute, seen }) => `${where(element, attribute)} cannot be "${seen}"`,
    'ids-not-in-order': ({ element, seen }) =>
      `the ids of <${element}> must count up from 0 without gaps, but ${seen} was found`,
    'no-such-step': ({ seen }) => `it waits for a step of block ${seen} that does not exist`,
    'chunks-do-not-divide': ({ seen }) =>
      `nchunksperloop ${seen} is not a multiple of what the collective needs`,
    'too-large': ({ attribute, seen }) =>
      attribute === undefined
        ? `too large to be an algorithm: ${seen} characters or chunks`
        : `too many chunks: ${attribute} ${seen}`,
    'wrong-number-of-gpus': ({ seen }) => `ngpus does not match the ${seen} <gpu> elements that follow`,
  },
  programs: {
    'no-such-place': ({ at: op, what }) => `${at(op)} names a ${what} that does not exist`,
    'shared-connection': ({ rank, blocks }) =>
      `rank ${rank}: blocks ${list(blocks.map(String))} use the same connection, so their messages cannot be told apart`,
    'unmatched-messages': ({ connection: { from, to, channel }, sent, received }, print) =>
      `rank ${from} sends ${counted(sent, print, 'message')} to rank ${to} on channel ${channel}, but rank ${to} receives ${print.count(received)}`,
    'unequal-counts': ({ send, receive }) =>
      `the numbers of chunks sent and received differ: ${at(send)} and ${at(receive)}`,
    deadlock: ({ stuck }) => `deadlock: these ops wait for each other: ${ops(stuck.map(at))}`,
    race: ({ slot, first, second }) =>
      `race on ${slotName(slot)}: nothing orders ${at(first)} before ${at(second)}, so a wait (depid, deps) is missing`,
    'too-large-to-check': ({ entries, most }, print) =>
      `too large to be proven free of races: ${print.count(entries)} clock entries, but at most ${print.count(most)} are supported`,
    'undefined-read': ({ at: op, slot }) =>
      `${at(op)} reads ${slotName(slot)} before anything is written to it`,
    'mixed-chunks': ({ at: op, chunks }) =>
      `${at(op)} adds chunk ${chunks[1]} to chunk ${chunks[0]}, which do not belong together`,
    'added-twice': ({ at: op, chunk, contributor }) =>
      `${at(op)} adds the data of rank ${contributor} to chunk ${chunk} a second time`,
    'wrong-result': ({ rank, slot, chunk, seen }) =>
      `rank ${rank} ends with ${
        seen === undefined
          ? 'nothing'
          : seen.chunk === chunk
            ? `only the contribution of ${ranks(seen.contributors)}`
            : `chunk ${seen.chunk}`
      } in ${slotName(slot)}, where chunk ${chunk} is expected`,
  },
  schedule: {
    'no-such-transfer': ({ step, transfer: { from, to, chunk, count } }) =>
      `step ${step + 1}: rank ${from} to rank ${to}, chunks ${chunk} to ${chunk + count - 1}: this transfer is impossible`,
    'uneven-round': ({ step }) =>
      `step ${step + 1} differs from the first step of its round in more than its chunks`,
    'undefined-chunk': ({ step, rank, chunk }) =>
      `step ${step + 1}: rank ${rank} does not hold chunk ${chunk}, which it sends or adds to`,
    'added-twice': ({ step, rank, chunk, contributor }) =>
      `step ${step + 1}: the data of rank ${contributor} is added to chunk ${chunk} of rank ${rank} a second time`,
    'conflicting-writes': ({ step, rank, chunk }) =>
      `step ${step + 1} writes chunk ${chunk} of rank ${rank} in two ways`,
    deadlock: ({ step, ranks: waiting }) =>
      `step ${step + 1} deadlocks: messages wait for each other in a circle that includes ${ranks(waiting)}`,
    'wrong-result': ({ rank, chunk, missing, surplus }) =>
      `chunk ${chunk} of rank ${rank} ends ${
        missing.length > 0 ? `without the data of ${ranks(missing)}` : ''
      }${missing.length > 0 && surplus.length > 0 ? ' and ' : ''}${
        surplus.length > 0 ? `with that of ${ranks(surplus)}, which does not belong there` : ''
      }`,
  },
  lifting: {
    'unknown-collective': () =>
      'a custom collective has no defined result to verify, and cannot be simulated',
    endless: () => 'it cannot be divided into steps: the ends wait for each other without end',
  },
  noSchedule: (why) => `it cannot be expressed in steps of whole chunks (${why})`,
  notes: {
    'attribute-missing': ({ attribute }) =>
      `<algo> has no attribute ${attribute}: executors that require it ignore the file`,
    'hasdep-missing': ({ at: op }) =>
      `another op waits for ${at(op)}, which lacks hasdep="1": executors would hang`,
    limit: ({ limit, most, seen }) => `${LIMITS[limit]}: ${seen}, but executors support at most ${most}`,
  },
  verified: ({ name, slots }, print) =>
    `${name}: correct in every order that its waits allow, free of races, needs ${counted(slots, print, 'slot')} per connection`,
  notMsccl: {
    collective: 'MSCCL XML has no such collective',
    switch: 'MSCCL XML has no switch that reduces',
    root: 'MSCCL XML allows only rank 0 as the root',
  },
}

const LIMITS = {
  stepsPerBlock: 'steps in a block',
  blocksPerChannel: 'blocks on a channel of one GPU',
  chunksPerStep: 'chunks in a step',
  channels: 'channels',
} as const
