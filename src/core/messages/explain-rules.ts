/** The rules in full, for `explain`: beside what messages/rules.ts says of when each speaks. */

import { HOST_SOURCES } from './explain-host.ts'
import { PATH_SOURCES } from './explain-paths.ts'
import { SETTINGS_SOURCES } from './explain-settings.ts'
import type { RuleId } from './findings.ts'

export interface RuleExplanation {
  /** How it is known: what in the files shows it. */
  readonly known: string
  readonly costs: string
  readonly todo: string
  /** How to see that it helped. */
  readonly verify: string
}

export interface ExplainRuleTexts {
  readonly labels: Readonly<Record<keyof RuleExplanation | 'sources', string>>
  readonly rules: Readonly<Record<RuleId, RuleExplanation>>
}

/** Where condition and figures of each rule stand: threads of NVIDIA/nccl and nccl-tests by their number, files, guides. */
export const RULE_SOURCES: Readonly<Record<RuleId, readonly string[]>> = {
  ...PATH_SOURCES,
  ...SETTINGS_SOURCES,
  ...HOST_SOURCES,
  'number-is-healthy': ['nccl-tests #119 #149 #212', 'nccl #412'],
  'bandwidth-below-expected': ['nccl-tests #112 #29', 'nccl #412'],
  'share-of-limit': ['ringscope docs/accuracy.md', 'ringscope src/run/perf/memory-limit.ts'],
  'average-misread': ['nccl-tests src/common.cu', 'nccl-tests #119'],
  'sweep-not-saturated': ['nccl-tests #149'],
  'busbw-above-link': ['nccl-tests #212', 'nccl #812', 'nccl-tests doc/PERFORMANCE.md'],
  'single-rank': ['nccl-tests README.md', 'nccl-tests doc/PERFORMANCE.md'],
  'wrong-results': ['nccl-tests src/common.cu', 'nccl-tests verifiable/'],
  'latency-bound': ['nccl-tests doc/PERFORMANCE.md'],
  'size-dip': ['NCCL src/graph/tuning.cc'],
  'size-collapse': ['nccl #1453'],
  'constant-time': ['NCCL user guide, Troubleshooting'],
  'tail-latency': ['nccl-tests -I', 'nccl #361 #1037'],
  'collectives-disagree': ['nccl-tests #212'],
  'test-proves-less': ['nccl #812', 'nccl-tests #232 #196'],
  'changed-since-baseline': ['nccl-tests -N'],
  'slow-node': ['nccl #349'],
  'nic-far': ['nccl #412', 'nvidia-smi topo -m'],
  'cross-socket-path': ['NCCL src/graph/topo.h', 'nvidia-smi topo -m'],
  'gpu-asymmetry': ['nvidia-smi topo -m', 'nvidia-smi nvlink -s'],
  'p2p-unavailable': ['nccl #1086 #1309', 'nccl-tests #307'],
  'insufficient-evidence': [],
}
