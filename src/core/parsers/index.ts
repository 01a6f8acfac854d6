/** All parsers, in the order in which files are offered to them. Adding one: docs/add-a-parser.md. */
import { bandwidthCurve } from './bandwidth/bandwidth-curve.ts'
import { bandwidthTable } from './bandwidth/bandwidth-table.ts'
import { nodePairs } from './bandwidth/node-pairs.ts'
import { df } from './host/df.ts'
import { env } from './host/env.ts'
import { gpuBandwidthMatrix } from './host/gpu-bandwidth-matrix.ts'
import { ibstat } from './host/ibstat.ts'
import { interrupts } from './host/interrupts.ts'
import { ipLink } from './host/ip-link.ts'
import { kernelLog } from './host/kernel-log.ts'
import { launchCommand } from './host/launch-command.ts'
import { lscpu } from './host/lscpu.ts'
import { lsmod } from './host/lsmod.ts'
import { lspci } from './host/lspci.ts'
import { nicCounters } from './host/nic-counters.ts'
import { nvidiaSmiDmon } from './host/nvidia-smi-dmon.ts'
import { nvidiaSmiNvlink } from './host/nvidia-smi-nvlink.ts'
import { nvidiaSmiP2p } from './host/nvidia-smi-p2p.ts'
import { nvidiaSmiQ } from './host/nvidia-smi-q.ts'
import { perftest } from './host/perftest.ts'
import { rocmSmi } from './host/rocm-smi.ts'
import { versions } from './host/versions.ts'
import { printedMessages } from './messages/printed-messages.ts'
import { ncclLog } from './nccl-log/nccl-log.ts'
import { ncclRas } from './nccl-ras/nccl-ras.ts'
import { ncclRasJson } from './nccl-ras/nccl-ras-json.ts'
import { ncclTests } from './nccl-tests/nccl-tests.ts'
import { ncclTestsJson } from './nccl-tests/nccl-tests-json.ts'
import type { Parser } from './parser.ts'
import { captureManifest } from './ringscope/capture-manifest.ts'
import { ringscopeReport } from './ringscope/ringscope-report.ts'
import { graphXml } from './topology/graph-xml.ts'
import { nvidiaSmiTopo } from './topology/nvidia-smi-topo.ts'
import { rocmSmiTopo } from './topology/rocm-smi-topo.ts'
import { topologyXml } from './topology/topology-xml.ts'

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
  rocmSmi,
  printedMessages,
]
