/**
 * Where several ranks add up the same values in one step (one-shot all_reduce), each would begin with its own, and floating-point
 * sums would differ in their last bits. They add in the order of the ranks instead: what ranks before it sent is added up first,
 * in scratch, and then to its own.
 */
import { groupBy } from '../base/group-by.ts'
import type { Message } from './order.ts'
import type { Rank } from './schedule.ts'

/** What one rank adds to some chunks in a step: messages of one transfer each, in the order of the ranks that send them. */
export interface SameSum {
  readonly to: Rank
  readonly messages: readonly Message[]
}

export function sameSums(step: readonly Message[], ranks: number): readonly SameSum[] {
  const adding = step.filter(({ to, transfers }) => to < ranks && transfers[0]?.reduce)
  if (adding.length < 4) return []
  const sums = [...groupBy(adding, (message) => `${message.to} ${chunksOf(message)}`).values()]
    .filter((messages) => messages.length > 1)
    .map((messages) => ({
      to: (messages[0] as Message).to,
      messages: messages.toSorted((one, other) => one.from - other.from),
    }))
  const alike = groupBy(
    sums,
    ({ to, messages }) => `${chunksOf(messages[0] as Message)}: ${adders(to, messages)}`,
  )
  return [...alike.values()].filter((group) => group.length > 1).flat()
}

const chunksOf = ({ transfers }: Message): string => `${transfers[0]?.chunk}+${transfers[0]?.count}`

const adders = (to: Rank, messages: readonly Message[]): string =>
  [to, ...messages.map(({ from }) => from)].sort((one, other) => one - other).join(' ')
