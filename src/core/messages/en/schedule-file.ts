/** English: what is wrong with a schedule that came in a file. */
import type { OpAt } from '../../programs/program-graph.ts'
import type { ScheduleFileTexts } from '../schedule-file.ts'

/** A longer list would say no more. */
const MOST_NAMED = 4

const at = ({ rank, block, op, line }: OpAt): string =>
  `rank ${rank}, block ${block}, op ${op}${line === undefined ? '' : ` (line ${line})`}`

const list = (items: readonly string[]): string =>
  items.length <= MOST_NAMED
    ? items.join('; ')
    : `${items.slice(0, MOST_NAMED).join('; ')}; and ${items.length - MOST_NAMED} more`

function ranks(these: readonly number[]): string {
  if (these.length === 1) return `rank ${these[0]}`
  return these.length <= 2 * MOST_NAMED
    ? `ranks ${these.join(', ')}`
    : `ranks ${these.slice(0, MOST_NAMED).join(', ')} … (${these.length})`
}

const slotName = ({ buffer, index }: { readonly buffer: string; readonly index: number }): string =>
  `${buffer} chunk ${index}`

const where = (element: string, attribute: string | undefined): string =>
  attribute === undefined ? `<${element}>` : `<${element} ${attribute}>`

export const scheduleFile: ScheduleFileTexts = {
  at,
  reading: {
    'not-xml': ({ seen }) => `this is no XML${seen ? `: ${seen}` : ''}`,
    'not-msccl': ({ seen }) => `the first element is <${seen ?? ''}>, that of an MSCCL file is <algo>`,
    'attribute-missing': ({ element, attribute }) => `<${element}> has no ${attribute}`,
    'not-a-number': ({ element, attribute, seen }) =>
      `${where(element, attribute)} cannot be "${seen}": a whole number in its range is expected`,
    'unknown-word': ({ element, attribute, seen }) => `${where(element, attribute)} cannot be "${seen}"`,
    'ids-not-in-order': ({ element, seen }) =>
      `the ids of <${element}> must count from 0 without a gap, but there is ${seen}`,
    'no-such-step': ({ seen }) => `it waits for a step of block ${seen} that is not there`,
    'chunks-do-not-divide': ({ seen }) =>
      `nchunksperloop ${seen} is no multiple of what the collective needs`,
    'too-large': ({ attribute, seen }) =>
      attribute === undefined
        ? `too large to be an algorithm: ${seen} characters or chunks`
        : `too many chunks: ${attribute} ${seen}`,
    'wrong-number-of-gpus': ({ seen }) => `ngpus differs from the ${seen} <gpu> that follow`,
  },
  programs: {
    'no-such-place': ({ at: its, what }) => `${at(its)} names a ${what} that does not exist`,
    'shared-connection': ({ rank, blocks }) =>
      `rank ${rank}: blocks ${blocks.join(' and ')} use the same connection, so their messages cannot be told apart`,
    'unmatched-messages': ({ connection: { from, to, channel }, sent, received }) =>
      `rank ${from} sends ${sent} ${sent === 1 ? 'message' : 'messages'} to rank ${to} on channel ${channel}, which receives ${received}`,
    'unequal-counts': ({ send, receive }) =>
      `the chunks sent and received differ: ${at(send)}; ${at(receive)}`,
    deadlock: ({ stuck }) => `a deadlock, these wait for each other: ${list(stuck.map(at))}`,
    race: ({ slot, first, second }) =>
      `a race for ${slotName(slot)}: nothing says that ${at(first)} comes before ${at(second)}; a wait (depid, deps) is missing`,
    'too-large-to-check': ({ entries, most }, print) =>
      `too large to prove free of races: ${print.count(entries)} clock entries, at most ${print.count(most)}`,
    'undefined-read': ({ at: its, slot }) =>
      `${at(its)} reads ${slotName(slot)}, which nothing was written to`,
    'mixed-chunks': ({ at: its, chunks }) =>
      `${at(its)} adds chunk ${chunks[1]} to chunk ${chunks[0]}, which do not belong together`,
    'added-twice': ({ at: its, chunk, contributor }) =>
      `${at(its)} adds the data of rank ${contributor} to chunk ${chunk} a second time`,
    'wrong-result': ({ rank, slot, chunk, seen }) =>
      `rank ${rank} ends with ${
        seen === undefined
          ? 'nothing'
          : seen.chunk === chunk
            ? `only what ${ranks(seen.contributors)} gave`
            : `chunk ${seen.chunk}`
      } in ${slotName(slot)}, where chunk ${chunk} is due`,
  },
  schedule: {
    'no-such-transfer': ({ step, transfer: { from, to, chunk, count } }) =>
      `step ${step + 1}: rank ${from} to rank ${to}, chunks ${chunk} to ${chunk + count - 1}: no such transfer is possible`,
    'uneven-round': ({ step }) =>
      `step ${step + 1} differs from the first of its round in more than its chunks`,
    'undefined-chunk': ({ step, rank, chunk }) =>
      `step ${step + 1}: rank ${rank} does not hold chunk ${chunk}, which it sends or adds to`,
    'added-twice': ({ step, rank, chunk, contributor }) =>
      `step ${step + 1}: the data of rank ${contributor} is added to chunk ${chunk} of rank ${rank} a second time`,
    'conflicting-writes': ({ step, rank, chunk }) =>
      `step ${step + 1} writes chunk ${chunk} of rank ${rank} in two ways`,
    deadlock: ({ step, ranks: its }) =>
      `step ${step + 1} is a deadlock: what ${ranks(its)} wait for waits for them`,
    'wrong-result': ({ rank, chunk, missing, surplus }) =>
      `chunk ${chunk} of rank ${rank} ends ${
        missing.length > 0 ? `without the data of ${ranks(missing)}` : ''
      }${missing.length > 0 && surplus.length > 0 ? ' and ' : ''}${
        surplus.length > 0 ? `with that of ${ranks(surplus)}, which is not due` : ''
      }`,
  },
  lifting: {
    'unknown-collective': () =>
      'a custom collective has no promise to be held against, and cannot be simulated',
    endless: () => 'it cannot be put into steps: what each end waits for never settles',
  },
  noSchedule: (why) => `it cannot be said in steps of whole chunks (${why})`,
  notes: {
    'attribute-missing': ({ attribute }) =>
      `<algo> has no ${attribute}: executors that demand it pass the file over`,
    'hasdep-missing': ({ at: its }) =>
      `${at(its)} is waited for but does not say hasdep="1": executors would hang`,
    limit: ({ limit, most, seen }) => `${LIMITS[limit]}: ${seen}, executors take at most ${most}`,
  },
  verified: ({ name, slots }, print) =>
    `${name}: right in every order that its waits allow, no race, ${print.count(slots)} ${slots === 1 ? 'slot' : 'slots'} a connection suffice`,
  notMsccl: {
    collective: 'MSCCL XML has no such collective',
    switch: 'MSCCL XML knows no switch that adds',
    root: 'MSCCL XML knows rank 0 only as the root',
  },
}

const LIMITS = {
  stepsPerBlock: 'steps in a block',
  blocksPerChannel: 'blocks on a channel of one GPU',
  chunksPerStep: 'chunks in a step',
  channels: 'channels',
} as const
