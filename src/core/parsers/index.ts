/** All parsers, in the order in which files are offered to them. Adding one: docs/add-a-parser.md. */
import { bandwidthCurve } from './bandwidth-curve.ts'
import { bandwidthTable } from './bandwidth-table.ts'
import { ncclTests } from './nccl-tests.ts'
import { ncclTestsJson } from './nccl-tests-json.ts'
import { nvidiaSmiTopo } from './nvidia-smi-topo.ts'
import type { Parser } from './parser.ts'
import { ringscopeReport } from './ringscope-report.ts'

export const parsers: readonly Parser[] = [
  ncclTests,
  ncclTestsJson,
  bandwidthCurve,
  bandwidthTable,
  nvidiaSmiTopo,
  ringscopeReport,
]
