/**
 * Ranks that failed because another one did: connections closed by the peer, flushed completions, remote errors; and hosts that the
 * launcher lost. Where a cause is known these lines follow from it; alone they say that the cause is on another rank, whose log
 * is missing. Source: NCCL src/misc/socket.cc, ncclRemoteError; torch ProcessGroupNCCL.cpp.
 */

import type { Facts } from '../../analysis/facts.ts'
import { type Failure, failures } from '../../analysis/failures.ts'
import { type Found, rule } from '../rule.ts'
import { type FailureValues, foundIn, foundOf } from './failure-lines.ts'

export interface PeerLostValues extends FailureValues {
  /** No line of these files says why the other end went away. */
  readonly alone: boolean
}

export const peerLost = rule({
  id: 'peer-lost',
  needs: ['printed-messages'],
  sources: ['NCCL src/misc/socket.cc', 'NCCL user guide, ncclRemoteError', 'nccl #1698'],
  meaning: {
    breaks: true,
    doubts: ({ severity }) => severity === 'info',
    headline: (values: PeerLostValues) => values.alone,
    next: ({ alone }) => (alone ? ['all-logs'] : []),
  },
  check: (facts): readonly Found<PeerLostValues>[] => [
    ...foundIn(facts, 'peer-lost').map((found) => ({ ...found, values: { ...found.values, alone: false } })),
    ...following(facts),
  ],
})

/** One finding for all of them: they are many, and none is the cause. */
function following(facts: Facts): readonly Found<PeerLostValues>[] {
  const { first, inOrder } = failures(facts)
  const lost = inOrder.filter(({ message }) => message.class === 'follows')
  if (lost.length === 0) return []
  const alone = first === undefined || first.message.class === 'follows'
  // Whatever their topic, they are not the cause: no other rule's finding.
  const {
    values,
    ownedBy: _,
    ...found
  } = foundOf(namedFirst(lost), { severity: 'info', first, all: inOrder })
  return [{ ...found, confidence: alone ? 'likely' : 'certain', values: { ...values, alone } }]
}

/** What names the other end says more than what names nobody. */
const namedFirst = (lost: readonly Failure[]): readonly Failure[] =>
  lost.toSorted((a, b) => Number(namesPeer(b)) - Number(namesPeer(a)))

const namesPeer = ({ line }: Failure): boolean => /(?:peer|from|to) [\w.:-]+<\d+>/.test(line.place.text)
