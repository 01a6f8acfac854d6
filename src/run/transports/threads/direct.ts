/**
 * 'direct': collectives without messages. Each rank announces its call and where its data lie, waits until all have, works on
 * the memory of all, and waits until all are done. Of small inputs, which are announced together with the call, each rank makes
 * its own output: then nobody need wait for the end.
 */
import type { CollectiveCall } from '../../calls/collective-call.ts'
import type { Heap } from '../../memory/heap.ts'
import type { Kernels } from '../../memory/kernels.ts'
import type { NativeAlgorithm } from '../native-algorithm.ts'
import {
  type Announcements,
  announce,
  announcementsAt,
  compare,
  readAddresses,
  withdraw,
} from './announcements.ts'
import type { Control } from './control.ts'
import { type Wait, waitForAll, waitForAllSync } from './direct-wait.ts'
import type { Doorbell } from './doorbell.ts'
import { type AddressList, createAddressList, createFold, type Fold } from './fold.ts'
import { type Pass, pull, share } from './one-pass.ts'
import { arrive, createRound } from './round.ts'

export interface DirectOptions {
  readonly control: Control
  readonly rank: number
  readonly ranks: number
  readonly heap: Heap
  readonly kernels: Kernels
  readonly doorbell: Doorbell
  /** Signature of a message from the peer that nobody has taken. */
  readonly unexpectedSignature: (peer: number) => number | undefined
}

interface Direct {
  readonly wait: Wait
  readonly kernels: Kernels
  readonly fold: Fold
  /** The two buffers. */
  readonly buffers: readonly [Announcements, Announcements]
  /** By rank: the word that says it is done. */
  readonly finished: readonly number[]
  readonly inputs: AddressList
  readonly outputs: AddressList
  readonly only: AddressList
}

export function directAlgorithm(options: DirectOptions): NativeAlgorithm {
  const direct = createDirect(options)
  return {
    id: 'direct',
    // In place, each rank would have to keep its data until the next one has read them.
    supports: (call) => call.collective !== 'send_recv' || call.input !== call.output,
    runSync(call, sequence, timeoutSeconds) {
      const small = begin(direct, call, sequence)
      waitForAllSync(direct.wait, call, sequence, timeoutSeconds)
      if (work(direct, call, sequence, small)) return
      waitForAllSync(direct.wait, call, sequence, timeoutSeconds)
    },
    async run(call, sequence, timeoutSeconds) {
      const small = begin(direct, call, sequence)
      await waitForAll(direct.wait, call, sequence, timeoutSeconds)
      if (work(direct, call, sequence, small)) return
      await waitForAll(direct.wait, call, sequence, timeoutSeconds)
    },
  }
}

function createDirect({
  control,
  rank,
  ranks,
  heap,
  kernels,
  doorbell,
  unexpectedSignature,
}: DirectOptions): Direct {
  const round = createRound(control, doorbell, rank, ranks)
  const at = (parity: number) => announcementsAt(control, heap, rank, ranks, parity)
  const buffers = [at(0), at(1)] as const
  return {
    wait: { round, step: 0, withdraw: () => withdraw(buffers[parityOf(round.number)]), unexpectedSignature },
    kernels,
    buffers,
    finished: Array.from({ length: ranks }, (_, peer) => control.finished(peer)),
    fold: createFold(kernels, heap),
    inputs: createAddressList(heap, ranks),
    outputs: createAddressList(heap, ranks),
    only: createAddressList(heap, 1),
  }
}

const parityOf = (round: number): 0 | 1 => (round & 1) as 0 | 1

/** True when the input went with the announcement. */
function begin({ wait, buffers, kernels }: Direct, call: CollectiveCall, sequence: number): boolean {
  const { round } = wait
  round.number = (round.number + 1) | 0
  const buffer = buffers[parityOf(round.number)]
  const small = announce(buffer, call, sequence, kernels)
  wait.step = 0
  arrive(round, buffer.at)
  return small
}

/** All have announced it. True when this rank need not wait for the others any more. */
function work(direct: Direct, call: CollectiveCall, sequence: number, small: boolean): boolean {
  const { wait, buffers, fold, inputs, outputs, finished } = direct
  const buffer = buffers[parityOf(wait.round.number)]
  compare(buffer, call, sequence)
  if (small) {
    pull(passOf(direct, call, buffer.published), fold)
    return true
  }
  readAddresses(buffer, inputs, outputs)
  share(passOf(direct, call, inputs), fold)
  wait.step = 1
  arrive(wait.round, finished)
  return false
}

const passOf = ({ wait, outputs, only }: Direct, call: CollectiveCall, inputs: AddressList): Pass => ({
  call,
  rank: wait.round.rank,
  ranks: wait.round.ranks,
  inputs,
  outputs,
  only,
})
