/**
 * The lines of connections (NCCL src/transport/*.cc):
 *   Channel 00/0 : 0[7000] -> 8[7000] [send] via NET/IB/1/GDRDMA/Shared
 *   Ring 00 : 0[0] -> 1[1] via P2P/IPC                                  (2.4)
 *   Channel 00 : 2[3d000] -> 3[3e000] via direct shared memory         (before 2.14)
 */
import { countEdge, MOST_RANKS } from './edge-book.ts'
import type { EdgeBooks } from './edge-books.ts'
import { labelAt, numberAt, numberBefore } from './edge-line.ts'
import type { LogLine } from './line.ts'
import { transportsOf } from './transport.ts'

/** Reads a connection; true where the line is one, also without "Channel" before it: "rank 0: 0 -> 1 via P2P/IPC". */
export function edgeReader(books: EdgeBooks): (line: LogLine) => boolean {
  const transportAt = transportsOf()
  return (line) => {
    const { message } = line
    const via = message.indexOf(' via ')
    const arrow = via < 0 ? -1 : message.lastIndexOf(' -> ', via)
    if (arrow < 0) return false
    const [from, fromEnd] = numberBefore(message, arrow)
    const to = numberAt(message, arrow + 4)
    if (from < 0 || to < 0 || from >= MOST_RANKS || to >= MOST_RANKS) return false
    const transport = transportAt(message, via + 5)
    if (!transport.transport) return false
    const direction = message.startsWith('[receive]', via - 9) ? 'receive' : 'send'
    const [rank, peer] = direction === 'receive' ? [to, from] : [from, to]
    const book = books.bookFor(line.thread)
    const group = books.groupIn(book, rank, direction, transport, () =>
      direction === 'receive'
        ? labelAt(message, arrow + 4)
        : /^\[(\w+)\]$/.exec(message.slice(fromEnd, arrow))?.[1],
    )
    if (!group) return false
    countEdge(book, group, peer, line)
    return true
  }
}
