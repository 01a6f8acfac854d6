/** Which message of the catalogue a line is. */

import { type Message, messages } from '../../knowledge/messages/index.ts'
import { fragmentSearch } from '../../text/fragments.ts'

const ELLIPSIS = '…'

/** The longest piece of each fragment: what is searched for first. */
const anchors = messages.map(({ fragment }) =>
  fragment.split(ELLIPSIS).reduce((longest, piece) => (piece.length > longest.length ? piece : longest)),
)
const search = fragmentSearch(anchors)

/** The first message in order of precedence whose fragment the line holds. */
export function messageIn(line: string): Message | undefined {
  let first = messages.length
  search(line, (at) => {
    if (at < first && holds(line, messages[at]?.fragment ?? '')) first = at
  })
  return messages[first]
}

/** Whether the pieces of the fragment follow each other in the line. */
function holds(line: string, fragment: string): boolean {
  if (!fragment.includes(ELLIPSIS)) return true
  let at = 0
  for (const piece of fragment.split(ELLIPSIS)) {
    const found = line.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return true
}
