/** The messages of a schedule and what each waits for, in columns: types only. Millions of them do not fit into objects. */

export type MessageIndex = number

/** Two numbers a message: 2m waits for its start, 2m + 1 for its application at the receiver. */
export type Waiter = number

export interface Messages {
  count: number
  readonly from: Int32Array
  readonly to: Int32Array
  readonly step: Int32Array
  readonly path: Int32Array
  readonly bytes: Float64Array
  /** Bytes of it that the receiver adds. */
  readonly reduced: Float64Array
  /** Messages of one rank, channel and step: the next group of the channel starts when all of a group have arrived. */
  readonly group: Int32Array
  readonly nextInGroup: Int32Array
  groups: number
  readonly groupSize: Int32Array
  readonly groupFirst: Int32Array
  readonly nextGroup: Int32Array
  /** By waiter: how much it waits for. */
  readonly waits: Int32Array
  /** Who waits for the arrival, and for the application, of a message: heads of chains through `waiter` and `next`. */
  readonly afterArrival: Int32Array
  readonly afterApplied: Int32Array
  waiter: Int32Array
  next: Int32Array
  /** What they cost with nothing in them (effort.ts). */
  readonly looks: number
}
