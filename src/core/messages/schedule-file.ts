/** What is wrong with a schedule that came in a file, and what executors may trip over: each kind of problem as a sentence. */
import type { Print } from '../base/print.ts'
import type { MscclNote } from '../programs/formats/msccl-xml.ts'
import type { MscclProblem } from '../programs/formats/msccl-xml-read.ts'
import type { NotMsccl } from '../programs/formats/msccl-xml-write.ts'
import type { LiftProblem } from '../programs/lift.ts'
import type { OpAt } from '../programs/program-graph.ts'
import type { ProgramProblem } from '../programs/verify-programs.ts'
import type { ScheduleProblem } from '../schedules/verify.ts'

type Kinds = { readonly kind: string }

/** A sentence for every kind of problem. */
type Spoken<Problems extends Kinds> = {
  readonly [Kind in Problems['kind']]: (
    problem: Extract<Problems, { readonly kind: Kind }>,
    print: Print,
  ) => string
}

/** A schedule that cannot be taken: what was found, while what was done with it. */
export type ScheduleFault =
  | { readonly while: 'reading'; readonly problem: MscclProblem }
  | { readonly while: 'verifying'; readonly problem: ProgramProblem }
  | { readonly while: 'lifting'; readonly problem: LiftProblem }

export interface ScheduleFileTexts {
  /** "rank 3, block 1, op 4 (line 27)" */
  readonly at: (at: OpAt) => string
  readonly reading: Spoken<MscclProblem>
  readonly programs: Spoken<ProgramProblem>
  readonly schedule: Spoken<ScheduleProblem>
  readonly lifting: Spoken<Exclude<LiftProblem, { kind: ProgramProblem['kind'] } | { kind: 'no-schedule' }>>
  /** Before the sentence about the schedule that comes nearest. */
  readonly noSchedule: (why: string) => string
  readonly notes: Spoken<MscclNote>
  /** Proven right in every order that the waits allow. */
  readonly verified: (values: { readonly name: string; readonly slots: number }, print: Print) => string
  /** Why it cannot be written as MSCCL XML. */
  readonly notMsccl: Readonly<Record<NotMsccl, string>>
}
