/**
 * The oracle: the same meaning of a schedule, written as slowly and plainly as possible. Time goes from event to event; at
 * each, every rate is computed anew by progressive filling over all flows and links.
 */
import type { Schedule, Transfer } from '../schedules/schedule.ts'
import type { Topology } from '../topology/topology.ts'

interface Message {
  readonly from: number
  readonly to: number
  readonly channel: number
  readonly step: number
  readonly transfers: readonly Transfer[]
  readonly links: readonly number[]
  readonly latency: number
  bytesLeft: number
  begun?: number
  flowsFrom: number
  arrived?: number
  applied?: number
}

export function bruteForceSeconds(schedule: Schedule, topology: Topology, bytesOfChunk: number): number {
  const messages = allMessages(schedule, topology, bytesOfChunk)
  const chunksOf = ({ transfers }: Message) =>
    new Set(transfers.flatMap(({ chunk, count }) => Array.from({ length: count }, (_, at) => chunk + at)))
  const share = (a: Message, b: Message) => [...chunksOf(a)].some((chunk) => chunksOf(b).has(chunk))
  const at = new Map(messages.map((message, index) => [message, index]))
  const earlierWrite = (a: Message, b: Message) =>
    a.step < b.step || (a.step === b.step && (at.get(a) ?? 0) < (at.get(b) ?? 0))
  const waitsOf = messages.map((message) => ({
    sent: messages.filter(
      (a) => a.from === message.from && a.channel === message.channel && a.step < message.step,
    ),
    written: messages.filter((a) => a.to === message.from && a.step < message.step && share(a, message)),
    read: messages.filter(
      (a) => a !== message && a.from === message.to && a.step <= message.step && share(a, message),
    ),
    overwritten: messages.filter(
      (a) => a !== message && a.to === message.to && earlierWrite(a, message) && share(a, message),
    ),
  }))
  let now = 0
  for (;;) {
    // Whatever can happen now, until nothing more does.
    for (let again = true; again; ) {
      again = false
      messages.forEach((message, index) => {
        const { sent, written, read, overwritten } = waitsOf[index] ?? {
          sent: [],
          written: [],
          read: [],
          overwritten: [],
        }
        if (
          message.begun === undefined &&
          sent.every((a) => a.arrived !== undefined) &&
          written.every((a) => a.applied !== undefined)
        ) {
          message.begun = now
          message.flowsFrom = now + message.latency
          again = true
        }
        if (
          message.arrived === undefined &&
          message.begun !== undefined &&
          now >= message.flowsFrom &&
          message.bytesLeft === 0
        ) {
          message.arrived = now
          again = true
        }
        if (
          message.applied === undefined &&
          message.arrived !== undefined &&
          read.every((a) => a.arrived !== undefined) &&
          overwritten.every((a) => a.applied !== undefined)
        ) {
          message.applied = now
          again = true
        }
      })
    }
    if (messages.every(({ applied }) => applied !== undefined)) return now
    const flowing = messages.filter(
      (m) => m.begun !== undefined && m.arrived === undefined && now >= m.flowsFrom,
    )
    const rates = fairRates(flowing, topology)
    const waiting = messages.filter((m) => m.begun !== undefined && now < m.flowsFrom)
    const next = Math.min(
      ...waiting.map(({ flowsFrom }) => flowsFrom),
      ...flowing.map((message, index) => now + message.bytesLeft / (rates[index] ?? 0)),
    )
    if (!Number.isFinite(next)) throw new Error('nothing happens any more')
    flowing.forEach((message, index) => {
      const rate = rates[index] ?? 0
      message.bytesLeft =
        now + message.bytesLeft / rate === next ? 0 : Math.max(0, message.bytesLeft - rate * (next - now))
    })
    now = next
  }
}

function allMessages(schedule: Schedule, topology: Topology, bytesOfChunk: number): Message[] {
  const messages: Message[] = []
  let step = 0
  for (const round of schedule.rounds())
    for (let turn = 0; turn < round.repeat; turn++, step++) {
      const byKey = new Map<string, Transfer[]>()
      for (const transfer of round.step(turn)) {
        const key = `${transfer.from} ${transfer.to} ${transfer.channel}`
        byKey.set(key, [...(byKey.get(key) ?? []), transfer])
      }
      for (const transfers of byKey.values()) {
        const [{ from, to, channel } = { from: 0, to: 0, channel: 0 }] = transfers
        const links = topology.route(from, to) ?? []
        messages.push({
          ...{ from, to, channel, step, transfers, links },
          latency: links.reduce((sum, link) => sum + (topology.links.latencySeconds[link] ?? 0), 0),
          bytesLeft: transfers.reduce((sum, { count }) => sum + count * bytesOfChunk, 0),
          flowsFrom: 0,
        })
      }
    }
  return messages
}

/** Repeat: the link with the least bandwidth left for each flow without a rate; its flows get just that. */
function fairRates(flows: readonly Message[], { links }: Topology): readonly number[] {
  const rates = flows.map(() => Number.NaN)
  while (rates.some(Number.isNaN)) {
    let least = Number.POSITIVE_INFINITY
    let tight = -1
    for (let link = 0; link < links.count; link++) {
      const on = flows
        .map((flow, index) => (flow.links.includes(link) ? index : -1))
        .filter((index) => index >= 0)
      const open = on.filter((index) => Number.isNaN(rates[index]))
      const left = on.reduce(
        (sum, index) => sum - (Number.isNaN(rates[index]) ? 0 : (rates[index] ?? 0)),
        links.bandwidth[link] ?? 0,
      )
      if (open.length > 0 && left / open.length < least) {
        least = left / open.length
        tight = link
      }
    }
    flows.forEach((flow, index) => {
      if (Number.isNaN(rates[index]) && flow.links.includes(tight)) rates[index] = Math.max(0, least)
    })
  }
  return rates
}
