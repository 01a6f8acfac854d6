/** All parsers, in the order in which files are offered to them. Adding one: docs/add-a-parser.md. */
import { bandwidthCurve } from './bandwidth-curve.ts'
import { bandwidthTable } from './bandwidth-table.ts'
import { env } from './env.ts'
import { ibstat } from './ibstat.ts'
import { launchCommand } from './launch-command.ts'
import { lspci } from './lspci.ts'
import { ncclLog } from './nccl-log.ts'
import { ncclTests } from './nccl-tests.ts'
import { ncclTestsJson } from './nccl-tests-json.ts'
import { nvidiaSmiNvlink } from './nvidia-smi-nvlink.ts'
import { nvidiaSmiTopo } from './nvidia-smi-topo.ts'
import type { Parser } from './parser.ts'

export const parsers: readonly Parser[] = [
  ncclTests,
  ncclLog,
  ncclTestsJson,
  bandwidthCurve,
  bandwidthTable,
  nvidiaSmiTopo,
  env,
  launchCommand,
  lspci,
  ibstat,
  nvidiaSmiNvlink,
]
