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
import type { MessageClass, Row } from './row.ts'
import type { Topic } from './topics.ts'
import { verbs } from './verbs.ts'

/** Who prints the rows of a table. */
export type MessageSource =
  | 'kernel'
  | 'rccl'
  | 'ofi'
  | 'verbs'
  | 'nccl'
  | 'cuda'
  | 'nccl-tests'
  | 'pytorch'
  | 'launcher'
  | 'general'

/** In order of precedence. */
const TABLES = [
  ['kernel', kernel],
  ['rccl', rccl],
  ['ofi', ofi],
  ['verbs', verbs],
  ['nccl', nccl],
  ['cuda', cuda],
  ['nccl-tests', ncclTests],
  ['pytorch', pytorch],
  ['launcher', launcher],
  ['general', general],
] as const satisfies readonly (readonly [MessageSource, readonly Row[]])[]

export type MessageId = (typeof TABLES)[number][1][number][0]

export interface Message {
  readonly id: MessageId
  readonly source: MessageSource
  /** "ibv_modify_qp failed with …No such device": see row.ts. */
  readonly fragment: string
  readonly versions: string
  readonly class: MessageClass
  readonly topic: Topic
  readonly seen: string
}

/** In order of precedence. */
export const messages: readonly Message[] = TABLES.flatMap(([source, rows]) =>
  rows.map(([id, fragment, versions, of, topic, seen]) => ({
    id,
    source,
    fragment,
    versions,
    class: of,
    topic,
    seen,
  })),
)

const byId = new Map<string, Message>(messages.map((message) => [message.id, message]))

/** Undefined where no row has this id. */
export const messageNamed = (id: string): Message | undefined => byId.get(id)
