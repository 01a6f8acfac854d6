/** Every sentence that a person reads, by area. A language is one Catalogue: en/ and zh/. */
import type { AlgorithmTexts } from './algorithms.ts'
import type { CliTexts } from './cli.ts'
import type { CollectiveTexts } from './collectives.ts'
import type { ExpectTexts } from './expect.ts'
import type { ExpectSimulatedTexts } from './expect-simulated.ts'
import type { LinkTexts } from './links.ts'
import type { ListTexts } from './list.ts'
import type { NcclMessageTexts } from './nccl-messages.ts'
import type { VariableTexts } from './nccl-variables.ts'
import type { NoteTexts } from './notes.ts'
import type { PerfTexts } from './perf.ts'
import type { ReportTexts } from './report.ts'
import type { FailureText, RuleTexts } from './rule-text.ts'
import type { RunProblemText } from './run-problems.ts'
import type { ScheduleFileTexts } from './schedule-file.ts'
import type { SimulateTexts } from './simulate.ts'
import type { TermTexts } from './terms.ts'
import type { TopoTexts } from './topo.ts'

export type Lang = 'en' | 'zh'

export const LANGS: readonly Lang[] = ['en', 'zh']

export interface Catalogue {
  readonly lang: Lang
  readonly algorithms: AlgorithmTexts
  readonly cli: CliTexts
  readonly collectives: CollectiveTexts
  readonly links: LinkTexts
  readonly expect: ExpectTexts
  readonly failure: FailureText
  readonly expectSimulated: ExpectSimulatedTexts
  readonly list: ListTexts
  readonly ncclMessages: NcclMessageTexts
  readonly notes: NoteTexts
  readonly perf: PerfTexts
  readonly report: ReportTexts
  readonly rules: RuleTexts
  readonly runProblem: RunProblemText
  readonly scheduleFile: ScheduleFileTexts
  readonly simulate: SimulateTexts
  readonly terms: TermTexts
  readonly topo: TopoTexts
  readonly variables: VariableTexts
}
