/**
 * The catalogue of what NCCL, RCCL, plugins, PyTorch, CUDA, verbs, the kernel and launchers print when something fails, in order
 * of precedence: the first row whose fragment a line holds says what the line is, so special ones stand before general ones.
 */
import { cuda } from './cuda.ts'
import { general } from './general.ts'
import { kernel } from './kernel.ts'
import { launcher } from './launcher.ts'
import { nccl } from './nccl.ts'
import { ncclTests } from './nccl-tests.ts'
import { ofi } from './ofi.ts'
import { pytorch } from './pytorch.ts'
import { rccl } from './rccl.ts'
import type { MessageClass } from './row.ts'
import type { Topic } from './topics.ts'
import { verbs } from './verbs.ts'

const ROWS = [
  ...kernel,
  ...rccl,
  ...ofi,
  ...verbs,
  ...nccl,
  ...cuda,
  ...ncclTests,
  ...pytorch,
  ...launcher,
  ...general,
] as const

export type MessageId = (typeof ROWS)[number][0]

export interface Message {
  readonly id: MessageId
  /** "ibv_modify_qp failed with …No such device": see row.ts. */
  readonly fragment: string
  readonly versions: string
  readonly class: MessageClass
  readonly topic: Topic
  readonly seen: string
}

/** In order of precedence. */
export const messages: readonly Message[] = ROWS.map(([id, fragment, versions, of, topic, seen]) => ({
  id,
  fragment,
  versions,
  class: of,
  topic,
  seen,
}))

const byId = new Map<string, Message>(messages.map((message) => [message.id, message]))

/** Undefined where no row has this id. */
export const messageNamed = (id: string): Message | undefined => byId.get(id)
