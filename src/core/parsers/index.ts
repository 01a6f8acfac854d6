/** All parsers, in the order in which files are offered to them. Adding one: docs/add-a-parser.md. */
import { bandwidthCurve } from './bandwidth-curve.ts'
import { bandwidthTable } from './bandwidth-table.ts'
import { captureManifest } from './capture-manifest.ts'
import { df } from './df.ts'
import { env } from './env.ts'
import { gpuBandwidthMatrix } from './gpu-bandwidth-matrix.ts'
import { graphXml } from './graph-xml.ts'
import { ibstat } from './ibstat.ts'
import { interrupts } from './interrupts.ts'
import { ipLink } from './ip-link.ts'
import { kernelLog } from './kernel-log.ts'
import { launchCommand } from './launch-command.ts'
import { lscpu } from './lscpu.ts'
import { lsmod } from './lsmod.ts'
import { lspci } from './lspci.ts'
import { ncclLog } from './nccl-log.ts'
import { ncclRas } from './nccl-ras.ts'
import { ncclRasJson } from './nccl-ras-json.ts'
import { ncclTests } from './nccl-tests.ts'
import { ncclTestsJson } from './nccl-tests-json.ts'
import { nicCounters } from './nic-counters.ts'
import { nodePairs } from './node-pairs.ts'
import { nvidiaSmiDmon } from './nvidia-smi-dmon.ts'
import { nvidiaSmiNvlink } from './nvidia-smi-nvlink.ts'
import { nvidiaSmiP2p } from './nvidia-smi-p2p.ts'
import { nvidiaSmiQ } from './nvidia-smi-q.ts'
import { nvidiaSmiTopo } from './nvidia-smi-topo.ts'
import type { Parser } from './parser.ts'
import { perftest } from './perftest.ts'
import { ringscopeReport } from './ringscope-report.ts'
import { rocmSmiTopo } from './rocm-smi-topo.ts'
import { topologyXml } from './topology-xml.ts'
import { versions } from './versions.ts'

export const parsers: readonly Parser[] = [
  ncclLog,
  ncclTests,
  ncclTestsJson,
  ncclRas,
  ncclRasJson,
  bandwidthCurve,
  bandwidthTable,
  nvidiaSmiTopo,
  ringscopeReport,
  env,
  launchCommand,
  lspci,
  ibstat,
  nvidiaSmiNvlink,
  nvidiaSmiQ,
  nvidiaSmiDmon,
  kernelLog,
  lscpu,
  df,
  interrupts,
  nicCounters,
  ipLink,
  lsmod,
  versions,
  gpuBandwidthMatrix,
  perftest,
  topologyXml,
  graphXml,
  nvidiaSmiP2p,
  rocmSmiTopo,
  nodePairs,
  captureManifest,
]
