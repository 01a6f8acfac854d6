/**
 * Reports are pasted into chats and issues. Quotes are clean already (text/quote.ts); here the names that files give to
 * hosts, GPUs, runs and themselves are made so as well, whichever parser read them.
 */
import { printable } from '../text/printable.ts'
import { redact } from '../text/quote.ts'

/** The same data; in its strings nothing that looks like a secret, and nothing that a terminal would obey. */
export function shareable<Data>(data: Data): Data {
  if (typeof data === 'string') return printable(redact(data)) as Data
  if (Array.isArray(data)) return data.map(shareable) as Data
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, shareable(value)])) as Data
}
