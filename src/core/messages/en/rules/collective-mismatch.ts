/** English: collective-mismatch. */

import type { Call, CollectiveMismatchValues, OddCall } from '../../../rules/failure/collective-mismatch.ts'
import type { RuleText } from '../../rule-text.ts'
import { list, plural } from '../phrases/words.ts'

export const collectiveMismatch: RuleText<CollectiveMismatchValues> = {
  name: 'ranks that call different collectives',
  about:
    'Error, and the verdict is broken: the watchdog names different operations, or the logged calls differ more than once. A single differing call at the end of the log is a warning; one that all ranks got past is a torn line.',

  title: ({ odd, usual, call }) =>
    usual === undefined
      ? `Ranks call different collectives at call ${call}: ${list(
          odd.slice(0, 2).map((one) => `${who(one)} calls ${what(one)}`),
        )}`
      : `${list(odd.slice(0, 2).map(who))} ${plural(odd.length, 'calls', 'call')} ${odd[0] ? what(odd[0]) : ''} where the others call ${what(usual)}`,
  cause: ({ odd }) => `${odd[0] ? who(odd[0]) : 'a rank'} calls a different collective from the other ranks`,
  detail: ({ call, ranks, usualRanks, by, odd }, print) =>
    `Call ${call} of a communicator of ${print.count(ranks)} ranks${usualRanks === undefined ? '' : `: ${print.count(usualRanks)} agree, ${print.count(odd.length)} ${plural(odd.length, 'differs', 'differ')}`}, according to ${by === 'calls' ? 'the calls that NCCL logs' : 'PyTorch’s watchdog'}. Every rank must call the same collectives in the same order with the same sizes. Otherwise all ranks wait forever, or data is corrupted. The cause is in the application: a branch that only some ranks take, uneven batches, or a parameter that one rank does not use.`,
  actions: () => [
    'TORCH_DISTRIBUTED_DEBUG=DETAIL names the call on each rank; TORCH_NCCL_TRACE_BUFFER_SIZE=2000 with TORCH_NCCL_DUMP_ON_TIMEOUT=1 keeps the last ones',
    'Look for code that depends on the rank, for skipped batches, and for find_unused_parameters',
  ],
  verify: () => 'NCCL_DEBUG_SUBSYS=COLL: the same opCount shows the same call on every rank',
  inOrder: 'the same calls on all ranks',
  explained: {
    knownBy:
      'The same opCount with different calls (NCCL_DEBUG_SUBSYS=COLL), or the watchdog’s OpType at one SeqNum.',
    costs: 'The job hangs or computes wrong results.',
    todo: 'Fix the application: branches that depend on the rank, uneven data.',
    verify: 'All ranks log the same calls.',
  },
}

const what = ({ collective, count }: Call): string =>
  count === undefined ? collective : `${collective} of ${count} elements`

function who({ host, rank, gpu }: OddCall): string {
  const name = rank !== undefined ? `rank ${rank}` : gpu !== undefined ? `GPU ${gpu}` : 'a rank'
  return host === undefined ? name : `${name} on ${host}`
}
