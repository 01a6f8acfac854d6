/** 中文。 */
import type { Catalogue } from '../catalogue.ts'
import { algorithms } from './algorithms.ts'
import { cli } from './cli.ts'
import { collectives } from './collectives.ts'
import { expect } from './expect.ts'
import { expectSimulated } from './expect-simulated.ts'
import { links } from './links.ts'
import { list } from './list.ts'
import { ncclMessages } from './nccl/index.ts'
import { variables } from './nccl-variables.ts'
import { notes } from './notes.ts'
import { perf } from './perf.ts'
import { failureText } from './phrases/failure.ts'
import { report } from './report.ts'
import { rules } from './rules/index.ts'
import { runProblem } from './run-problems.ts'
import { scheduleFile } from './schedule-file.ts'
import { simulate } from './simulate.ts'
import { terms } from './terms.ts'
import { topo } from './topo.ts'

export const zh: Catalogue = {
  lang: 'zh',
  algorithms,
  cli,
  collectives,
  expect,
  expectSimulated,
  failure: failureText,
  links,
  list,
  ncclMessages,
  notes,
  perf,
  report,
  rules,
  runProblem,
  scheduleFile,
  simulate,
  terms,
  topo,
  variables,
}
