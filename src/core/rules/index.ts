/** All rules, in the order in which what they find in order is listed. */
import { averageMisread } from './average-misread.ts'
import { bandwidthBelowExpected } from './bandwidth-below-expected.ts'
import { buffsizeTooSmall } from './buffsize-too-small.ts'
import { busbwAboveLink } from './busbw-above-link.ts'
import { changedSinceBaseline } from './changed-since-baseline.ts'
import { collectivesDisagree } from './collectives-disagree.ts'
import { constantTimeRule } from './constant-time.ts'
import { crossSocketPath } from './cross-socket-path.ts'
import { envNotPropagated } from './env-not-propagated.ts'
import { envOverride } from './env-override.ts'
import { envUnknown } from './env-unknown.ts'
import { gpuAsymmetry } from './gpu-asymmetry.ts'
import { insufficientEvidence } from './insufficient-evidence.ts'
import { latencyBoundRule } from './latency-bound.ts'
import { nicFar } from './nic-far.ts'
import { numberIsHealthy } from './number-is-healthy.ts'
import { p2pUnavailable } from './p2p-unavailable.ts'
import type { AnyRule } from './rule.ts'
import { singleRank } from './single-rank.ts'
import { sizeCollapse } from './size-collapse.ts'
import { sizeDip } from './size-dip.ts'
import { slowNode } from './slow-node.ts'
import { staleConfigFile } from './stale-config-file.ts'
import { sweepNotSaturated } from './sweep-not-saturated.ts'
import { tailLatency } from './tail-latency.ts'
import { testProvesLess } from './test-proves-less.ts'
import { wrongResultsRule } from './wrong-results.ts'

export const rules: readonly AnyRule[] = [
  singleRank,
  wrongResultsRule,
  numberIsHealthy,
  bandwidthBelowExpected,
  sweepNotSaturated,
  averageMisread,
  busbwAboveLink,
  latencyBoundRule,
  sizeDip,
  sizeCollapse,
  constantTimeRule,
  tailLatency,
  collectivesDisagree,
  testProvesLess,
  changedSinceBaseline,
  slowNode,
  gpuAsymmetry,
  nicFar,
  crossSocketPath,
  p2pUnavailable,
  buffsizeTooSmall,
  staleConfigFile,
  envOverride,
  envUnknown,
  envNotPropagated,
  insufficientEvidence,
]
