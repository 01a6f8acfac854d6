/** The messages of a run as a timeline: a send at one rank, a receive at the other, and what lay between as waiting. */
import type { TimelineEvent } from '../timeline/timeline.ts'
import type { Run } from './events.ts'
import type { Messages } from './message-columns.ts'

/** In order of the messages; each gives a send, its receive, and where the receiver had to add or to wait, that. */
export function timelineEvents(messages: Messages, run: Run): readonly TimelineEvent[] {
  const events: TimelineEvent[] = []
  for (let message = 0; message < messages.count; message++) {
    const [from, to, step] = [
      messages.from[message] ?? 0,
      messages.to[message] ?? 0,
      messages.step[message] ?? 0,
    ]
    const bytes = messages.bytes[message] ?? 0
    const startSeconds = run.started[message] ?? 0
    const arrived = run.arrived[message] ?? 0
    const applied = run.applied[message] ?? 0
    events.push({ rank: from, step, kind: 'send', peer: to, bytes, startSeconds, endSeconds: arrived })
    events.push({ rank: to, step, kind: 'receive', peer: from, bytes, startSeconds, endSeconds: arrived })
    if (applied > arrived)
      events.push({
        rank: to,
        step,
        kind: (messages.reduced[message] ?? 0) > 0 ? 'reduce' : 'wait',
        peer: from,
        bytes: messages.reduced[message] ?? 0,
        startSeconds: arrived,
        endSeconds: applied,
      })
  }
  return events
}
