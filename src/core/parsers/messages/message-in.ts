/** Which message of the catalogue a line is. */

import { type Message, messages } from '../../knowledge/messages/index.ts'
import { fragmentSearch } from '../../text/fragments.ts'

const ELLIPSIS = '…'

/** Every line of a log has this piece: rows of which it is the longest are asked for last, where an arrow stands in the line. */
const LOG_LINE = 'NCCL INFO '
const ARROW = '->'

/** The longest piece of each fragment, the last of several: what is searched for first. */
const anchorOf = ({ fragment }: Message): string =>
  fragment.split(ELLIPSIS).reduce((longest, piece) => (piece.length >= longest.length ? piece : longest))

const searched = messages.filter((message) => anchorOf(message) !== LOG_LINE)
const traces = messages.filter((message) => anchorOf(message) === LOG_LINE)
const search = fragmentSearch(searched.map(anchorOf))

/** The first message in order of precedence whose fragment the line holds; the traces of calls that return come last. */
export function messageIn(line: string): Message | undefined {
  let first = searched.length
  search(line, (at) => {
    if (at < first && holds(line, searched[at]?.fragment ?? '')) first = at
  })
  return (
    searched[first] ??
    (line.includes(ARROW) ? traces.find(({ fragment }) => holds(line, fragment)) : undefined)
  )
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
