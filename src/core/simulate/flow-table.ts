/** Flows over directed links, in columns: their links, limits and rates, what holds each, and which are to be filled anew. */
import type { BytesPerSecond } from '../base/units.ts'
import type { LinkIndex } from '../topology/topology.ts'

/** A number that the caller gives a flow; small numbers, used again. */
export type Flow = number

/** `bottleneck` of a flow: the link that holds it, or its own limit. */
export const OWN_LIMIT = -1

export interface FlowTable {
  /** Of a million links only a few may ever be used. */
  readonly flowsOn: Flow[][]
  readonly linksOf: (readonly LinkIndex[])[]
  limitOf: Float64Array
  rates: Float64Array
  bottleneck: Int32Array
  /** Flows to be filled anew: the number of the round in which they joined. */
  joined: Int32Array
  dirty: Flow[]
  round: number
  /** Whether it shares a link with another. */
  add(flow: Flow, links: readonly LinkIndex[], limit: BytesPerSecond): boolean
  join(flow: Flow): void
  nextRound(): void
}

export function flowTable(links: number): FlowTable {
  const table: FlowTable = {
    flowsOn: new Array(links),
    linksOf: [],
    limitOf: new Float64Array(64),
    rates: new Float64Array(64),
    bottleneck: new Int32Array(64),
    joined: new Int32Array(64),
    dirty: [],
    round: 1,
    add,
    join(flow) {
      if (table.joined[flow] === table.round) return
      table.joined[flow] = table.round
      table.dirty.push(flow)
    },
    nextRound() {
      table.dirty = []
      table.round++
    },
  }
  return table

  function add(flow: Flow, links: readonly LinkIndex[], limit: BytesPerSecond): boolean {
    if (flow >= table.rates.length) grow(table, flow)
    table.linksOf[flow] = links
    table.limitOf[flow] = limit
    table.rates[flow] = 0
    table.joined[flow] = 0
    let shared = false
    for (const link of links) {
      table.flowsOn[link] ??= []
      const flows = table.flowsOn[link] as Flow[]
      if (flows.length > 0) shared = true
      flows.push(flow)
    }
    return shared
  }
}

function grow(table: FlowTable, flow: Flow): void {
  const room = Math.max(2 * table.rates.length, flow + 1)
  table.limitOf = enlarged(table.limitOf, new Float64Array(room))
  table.rates = enlarged(table.rates, new Float64Array(room))
  table.bottleneck = enlarged(table.bottleneck, new Int32Array(room))
  table.joined = enlarged(table.joined, new Int32Array(room))
}

function enlarged<Column extends Float64Array | Int32Array>(values: Column, larger: Column): Column {
  larger.set(values)
  return larger
}
