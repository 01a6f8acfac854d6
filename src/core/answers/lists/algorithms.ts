/** `ringscope list algorithms`: for which collectives, where it is defined, and what it costs on eight ranks. */
import { print } from '../../base/print.ts'
import type { AlgorithmWord } from '../../messages/algorithms.ts'
import type { Catalogue } from '../../messages/catalogue.ts'
import { algorithmIds, algorithms as all } from '../../schedules/algorithms/index.ts'
import type { Algorithm, ScheduleOptions } from '../../schedules/schedule.ts'
import type { ListMaker } from './listing.ts'

/** A pipeline is shown with so many pieces. */
const PIECES = 16

/** What it costs on so many ranks, S = 1; undefined where it does not run. */
export function figuresOf(
  algorithm: Algorithm,
  ranks: number,
  { algorithms }: Catalogue,
): string | undefined {
  const options: ScheduleOptions = { ranks, pieces: algorithm.pipelined ? PIECES : 1 }
  if (!algorithm.supports(options)) return undefined
  const { chunks, collective } = algorithm.schedule(options)
  // Where every rank has its own S to send, all data is N times S.
  const data = collective === 'all_to_all' || collective === 'send_recv' ? ranks : 1
  const sent = (algorithm.sent(options).max * data) / chunks
  return algorithms.figures(
    { ranks, steps: algorithm.stepCount(options), sent, pieces: options.pieces ?? 1 },
    print,
  )
}

/** A test holds that every algorithm has its words. */
export const algorithmText = (id: string, { algorithms }: Catalogue): string =>
  algorithms.of[id as AlgorithmWord] ?? ''

export const ofId = (id: string): readonly Algorithm[] => all.filter((algorithm) => algorithm.id === id)

export const algorithms: ListMaker = (words) => {
  const { columns } = words.list
  return {
    columns: [{ title: columns.id }, { title: columns.collective }, { title: columns.source, grow: true }],
    rows: algorithmIds.map((id) => [
      id,
      ofId(id)
        .map(({ collective }) => collective)
        .join(', '),
      ofId(id)[0]?.source ?? '',
    ]),
    notes: words.algorithms.notes,
    data: algorithmIds.map((id) => ({
      id,
      title: ofId(id)[0]?.title,
      source: ofId(id)[0]?.source,
      text: algorithmText(id, words),
      collectives: ofId(id).map(({ collective, pipelined }) => ({ collective, pipelined })),
    })),
  }
}
