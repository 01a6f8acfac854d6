/** Several lists of rounds at the same time: step t of the whole is step t of each. */
import type { Round } from '../schedule.ts'

/** The rounds are cut where any of the lists passes on to its next. Each list has channels of its own. */
export function* sideBySide(tracks: readonly (readonly Round[])[]): Iterable<Round> {
  const cursors = tracks.map((rounds) => ({ rounds: rounds.filter(({ repeat }) => repeat > 0), done: 0 }))
  for (;;) {
    const now = cursors.flatMap(({ rounds: [round], done }) => (round ? [{ round, done }] : []))
    if (now.length === 0) return
    const repeat = Math.min(...now.map(({ round, done }) => round.repeat - done))
    const pairs = now.flatMap(({ round }) => (round.pairs ? [round.pairs] : []))
    yield {
      repeat,
      step: (turn) => now.flatMap(({ round, done }) => round.step(done + turn)),
      ...(pairs.length === now.length ? { pairs: () => pairs.flatMap((ofPart) => ofPart()) } : {}),
    }
    for (const cursor of cursors) {
      cursor.done += repeat
      if (cursor.rounds[0] && cursor.done >= cursor.rounds[0].repeat) {
        cursor.rounds.shift()
        cursor.done = 0
      }
    }
  }
}
