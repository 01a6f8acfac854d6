import { describe, expect, test } from 'vitest'
import { algorithmNamed } from '../../schedules/algorithms/index.ts'
import { timelineOf } from '../../simulate/simulate.ts'
import { generated } from '../../topology/generators/index.ts'
import { perfettoOf } from './perfetto.ts'

interface TraceEvent {
  readonly ph: string
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur: number
  readonly id?: number
  readonly args?: { readonly name?: string }
}

function traceOf(
  id: string,
  ranks: number,
): { readonly seconds: number; readonly events: readonly TraceEvent[] } {
  const topology = generated(`star:${ranks}`)
  const schedule = algorithmNamed('all_reduce', id)?.schedule({ ranks })
  if (!topology.ok || !schedule) throw new Error(id)
  const timeline = timelineOf({ schedule, topology: topology.value, options: { bytes: 2 ** 20 } })
  if (!timeline.ok) throw new Error(timeline.problem.kind)
  const trace: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(perfettoOf(timeline.value))
  return { seconds: timeline.value.seconds, events: trace.traceEvents }
}

describe.each(['ring', 'one-shot', 'double-binary-tree', 'halving-doubling'])('%s', (id) => {
  const { seconds, events } = traceOf(id, 8)
  const slices = events.filter(({ ph }) => ph === 'X')

  test('has a track a rank', () => {
    const tracks = events.filter(({ ph, name }) => ph === 'M' && name === 'process_name')
    expect(tracks.map(({ pid, args }) => [pid, args?.name])).toEqual(
      Array.from({ length: 8 }, (_, rank) => [rank, `rank ${rank}`]),
    )
  })

  test('slices of one thread do not overlap, and end when the run ends', () => {
    const threads = new Map<string, TraceEvent[]>()
    for (const slice of slices) {
      const key = `${slice.pid} ${slice.tid}`
      threads.set(key, [...(threads.get(key) ?? []), slice])
    }
    for (const events of threads.values()) {
      events.sort((a, b) => a.ts - b.ts)
      for (const [at, { ts }] of events.entries()) {
        const before = events[at - 1]
        if (before) expect(ts).toBeGreaterThanOrEqual(before.ts + before.dur - 1e-6)
      }
    }
    expect(Math.max(...slices.map(({ ts, dur }) => ts + dur))).toBeCloseTo(seconds * 1e6, 6)
  })

  test('an arrow leads from each send to its receive', () => {
    const starts = events.filter(({ ph }) => ph === 's')
    const ends = new Map(events.filter(({ ph }) => ph === 'f').map((event) => [event.id, event]))
    expect(starts.length).toBe(slices.filter(({ name }) => name.includes(' to ')).length)
    for (const start of starts) {
      const end = ends.get(start.id)
      expect(end && end.ts > start.ts && end.pid !== start.pid).toBe(true)
    }
  })
})
