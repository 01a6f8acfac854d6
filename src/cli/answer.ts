/** What a command comes to: an answer with an exit code, or a problem that kept it from running. */
import type { Result } from '../core/base/result.ts'
import type { Lang } from '../core/messages/catalogue.ts'
import type { Problem } from '../core/messages/cli.ts'
import type { TextView } from '../core/report/text/view.ts'
import type { Host } from './host.ts'
import type { Progress } from './progress.ts'

/** 0 done; 1 findings, or not healthy as required; 2 wrong usage; 3 no input understood; 4 ringscope failed. */
export type ExitCode = 0 | 1 | 2 | 3 | 4

export interface Answer {
  /** Ends in a line feed. */
  readonly text: string
  readonly exit: ExitCode
  /** For stderr: what readers of an export may trip over. */
  readonly aside?: string
  /** Another process gives the answer: this one writes nothing, and to no file. */
  readonly elsewhere?: true
}

export type Outcome = Result<Answer, Problem>

/** What a command runs with beside its own arguments and options. */
export interface Context {
  readonly host: Host
  readonly lang: Lang
  readonly view: TextView
  readonly progress: Progress
  /** The module that a thread starts with (main.ts); without it nothing runs in threads. */
  readonly entry?: URL
}

export const ELSEWHERE: Outcome = { ok: true, value: { text: '', exit: 0, elsewhere: true } }

export const answer = (text: string, exit: ExitCode = 0): Outcome => ({ ok: true, value: { text, exit } })
