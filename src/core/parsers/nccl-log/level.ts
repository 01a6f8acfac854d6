/** Where NCCL's own text begins in a line: the level behind "NCCL" (NCCL src/debug.cc). */

export type Level = 'INFO' | 'WARN' | 'CALL' | 'TRACE'

/** "INFO" of "NCCL INFO …"; undefined where NCCL is only a word. */
export function levelAt(text: string, at: number): Level | undefined {
  switch (text.charCodeAt(at + 5)) {
    case 73:
      return text.startsWith('INFO ', at + 5) ? 'INFO' : undefined
    case 87:
      return text.startsWith('WARN ', at + 5) ? 'WARN' : undefined
    case 67:
      return text.startsWith('CALL ', at + 5) ? 'CALL' : undefined
    case 84:
      return text.startsWith('TRACE ', at + 5) ? 'TRACE' : undefined
  }
  return undefined
}

/** Where in the rest of the line another log line begins; -1 in most. */
export function nextLogLine(text: string, from: number): number {
  // One look for a rare letter spares one at every blank.
  if (text.indexOf('NCCL', from) < 0) return -1
  let next = text.indexOf(' NCCL ', from)
  while (next >= 0 && levelAt(text, next + 1) === undefined) next = text.indexOf(' NCCL ', next + 6)
  return next < 0 ? -1 : next + 1
}
