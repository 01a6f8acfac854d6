/** What a simulation is asked: how much data, over what, under which overheads and faults. */
import type { Bytes, BytesPerSecond, Seconds } from '../base/units.ts'
import type { Schedule } from '../schedules/schedule.ts'
import type { Topology } from '../topology/topology.ts'
import type { Effort } from './effort.ts'
import type { Jitter } from './jitter.ts'

/** A message of s bytes over one link takes its latency + s / its bandwidth; everything else only when asked for. */
export interface SimulateOptions {
  /** As nccl-tests counts the size of this collective: the full vector of an all_reduce. */
  readonly bytes: Bytes
  /** On every message, beside the latency of its links. */
  readonly messageSeconds?: Seconds
  /** A rank adds what it receives at this rate, one message after the other. */
  readonly reduceBandwidth?: BytesPerSecond
  /** No message is faster: what one channel, one SM or one core can move. */
  readonly messageBandwidth?: BytesPerSecond
  /** The buffer between two ranks: NCCL_BUFFSIZE cut into NCCL_STEPS (8) slots. */
  readonly slots?: { readonly bytes: Bytes; readonly count: number }
  /** Ranks that enter late. */
  readonly lateSeconds?: ReadonlyMap<number, Seconds>
  /** Extra latency of messages, drawn by the seed. */
  readonly jitter?: Jitter & { readonly seed: number }
}

export interface Job {
  readonly schedule: Schedule
  readonly topology: Topology
  readonly options: SimulateOptions
  /** No more work than this; all that it takes unless given. */
  readonly effort?: Effort
  readonly watch?: (done: Done) => void
  /** Who takes longer than this is not wanted: message by message it is then given up, and its time infinite. */
  readonly mostSeconds?: Seconds
}

/** How far it has come, told now and then. */
export type Done =
  | { readonly by: 'rounds'; readonly steps: number }
  /** Some are done only when all are: that it goes on shows in the looks (effort.ts). */
  | { readonly by: 'events'; readonly messages: number; readonly of: number; readonly looks: number }

/** Why there is no answer. */
export type SimulateProblem =
  | { readonly kind: 'no-way'; readonly from: string; readonly to: string }
  | { readonly kind: 'no-reducer'; readonly needed: number; readonly present: number }
  | { readonly kind: 'ranks-differ'; readonly schedule: number; readonly topology: number }
  | { readonly kind: 'deadlock'; readonly messages: number }
  | { readonly kind: 'too-large'; readonly messages: number; readonly most: number }
  /** So many chunks at ranks would have to be followed at once. */
  | { readonly kind: 'too-many-chunks'; readonly chunks: number; readonly most: number }
  /** More work than it is worth: links that messages pass, or looks at flows on links that they share (effort.ts). */
  | { readonly kind: 'too-much-work'; readonly counted: 'crossings' | 'looks'; readonly most: number }

/** The bytes of one chunk. All data is S, but N times S where every rank has its own S to send. */
export function chunkBytes({ collective, ranks, chunks }: Schedule, bytes: Bytes): Bytes {
  const own = collective === 'all_to_all' || collective === 'send_recv'
  return (own ? bytes * ranks : bytes) / chunks
}
