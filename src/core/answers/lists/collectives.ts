/** `ringscope list collectives`: bytes that a rank must send, the bus-bandwidth factor, what size means, what it is for. */
import { COLLECTIVES, type CollectiveName } from '../../collectives/names.ts'
import { sizeMeaning } from '../../collectives/sizes.ts'
import { type UseId, usesOf } from '../../collectives/uses.ts'
import type { ListMaker } from './listing.ts'

/** Of S, the size that nccl-tests prints (leastTraffic) and the factor (busFactor), as formulas; a test holds them together. */
export const FORMULAS: Readonly<Record<CollectiveName, { readonly sends: string; readonly factor: string }>> =
  {
    all_reduce: { sends: '2(N-1)/N S', factor: '2(N-1)/N' },
    all_gather: { sends: '(N-1)/N S', factor: '(N-1)/N' },
    reduce_scatter: { sends: '(N-1)/N S', factor: '(N-1)/N' },
    broadcast: { sends: 'S', factor: '1' },
    reduce: { sends: 'S', factor: '1' },
    gather: { sends: 'S/N', factor: '(N-1)/N' },
    scatter: { sends: '(N-1)/N S', factor: '(N-1)/N' },
    all_to_all: { sends: '(N-1)/N S', factor: '(N-1)/N' },
    send_recv: { sends: 'S', factor: '1' },
  }

/** Strategies by the names that everyone uses. */
export const SHORT_USES: Readonly<Partial<Record<UseId, string>>> = {
  ddp: 'DDP',
  'zero-1': 'ZeRO-1',
  'zero-2': 'ZeRO-2',
  'zero-3': 'FSDP',
  tp: 'TP',
  pp: 'PP',
  ep: 'EP',
}

export const collectives: ListMaker = ({ list: { columns, notes }, collectives: texts }) => {
  const usedFor = (name: CollectiveName) => usesOf(name).map(({ id }) => texts.use[id].title)
  return {
    columns: [
      { title: columns.collective },
      { title: columns.sends },
      { title: columns.factor },
      { title: columns.uses, optional: true },
      { title: columns.size, grow: true },
    ],
    rows: COLLECTIVES.map((name) => [
      name,
      FORMULAS[name].sends,
      FORMULAS[name].factor,
      usesOf(name)
        .map(({ id }) => SHORT_USES[id] ?? texts.use[id].title)
        .join(', '),
      // The first clause; what count is, explain tells.
      texts.size[sizeMeaning(name)].split(/[;；]/)[0] ?? '',
    ]),
    notes: notes.collectives,
    data: COLLECTIVES.map((name) => ({
      collective: name,
      ...FORMULAS[name],
      size: texts.size[sizeMeaning(name)],
      uses: usedFor(name),
      starts: texts.of[name].starts,
      ends: texts.of[name].ends,
      moves: texts.of[name].moves,
    })),
  }
}
