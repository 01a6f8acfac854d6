/** All rules, in the order in which what they find in order is listed. */

import { acsRedirect } from './acs-redirect.ts'
import { amdP2pEnv } from './amd-p2p-env.ts'
import { averageMisread } from './average-misread.ts'
import { bandwidthBelowExpected } from './bandwidth-below-expected.ts'
import { buffsizeTooSmall } from './buffsize-too-small.ts'
import { busbwAboveLink } from './busbw-above-link.ts'
import { busyWaiting } from './busy-waiting.ts'
import { changedSinceBaseline } from './changed-since-baseline.ts'
import { collectiveMismatch } from './collective-mismatch.ts'
import { collectivesDisagree } from './collectives-disagree.ts'
import { constantTimeRule } from './constant-time.ts'
import { cpuBinding } from './cpu-binding.ts'
import { crossSocketPath } from './cross-socket-path.ts'
import { envNotPropagated } from './env-not-propagated.ts'
import { envOverride } from './env-override.ts'
import { envUnknown } from './env-unknown.ts'
import { fewChannels } from './few-channels.ts'
import { gdrAsymmetric } from './gdr-asymmetric.ts'
import { gdrMissing } from './gdr-missing.ts'
import { gpuAsymmetry } from './gpu-asymmetry.ts'
import { gpuError } from './gpu-error.ts'
import { gpuThrottled } from './gpu-throttled.ts'
import { graphSearchFailed } from './graph-search-failed.ts'
import { groupPlacement } from './group-placement.ts'
import { hang } from './hang.ts'
import { hostAsymmetry } from './host-asymmetry.ts'
import { ibCompletionError } from './ib-completion-error.ts'
import { insufficientEvidence } from './insufficient-evidence.ts'
import { iommuTranslated } from './iommu-translated.ts'
import { irqAffinity } from './irq-affinity.ts'
import { latencyBoundRule } from './latency-bound.ts'
import { mnnvlUnavailable } from './mnnvl-unavailable.ts'
import { mtuMismatch } from './mtu-mismatch.ts'
import { netPluginMissing } from './net-plugin-missing.ts'
import { nicDegraded } from './nic-degraded.ts'
import { nicFar } from './nic-far.ts'
import { nicLinkDropped } from './nic-link-drops.ts'
import { nicListDiffers } from './nic-list-differs.ts'
import { nicSubset } from './nic-subset.ts'
import { numaNps } from './numa-nps.ts'
import { numberIsHealthy } from './number-is-healthy.ts'
import { nvlinkDown } from './nvlink-down.ts'
import { nvlinkErrors } from './nvlink-errors.ts'
import { nvlinkUnused } from './nvlink-unused.ts'
import { nvlsUnavailable } from './nvls-unavailable.ts'
import { p2pAsymmetric } from './p2p-asymmetric.ts'
import { p2pForcedOff } from './p2p-forced-off.ts'
import { p2pUnavailable } from './p2p-unavailable.ts'
import { pcieDowntrained } from './pcie-downtrained.ts'
import { pcieErrorsReported } from './pcie-errors.ts'
import { railIsolation } from './rail-isolation.ts'
import { rdmaUserspaceMissing } from './rdma-userspace-missing.ts'
import { roceCongestion } from './roce-congestion.ts'
import { routingCollision } from './routing-collision.ts'
import type { AnyRule } from './rule.ts'
import { sameHostOverNetwork } from './same-host-over-network.ts'
import { shareOfLimit } from './share-of-limit.ts'
import { shmTooSmall } from './shm-too-small.ts'
import { singleQpBond } from './single-qp-bond.ts'
import { singleRank } from './single-rank.ts'
import { sizeCollapse } from './size-collapse.ts'
import { sizeDip } from './size-dip.ts'
import { slowNode } from './slow-node.ts'
import { socketInterfaceAmbiguous } from './socket-interface-ambiguous.ts'
import { staleConfigFile } from './stale-config-file.ts'
import { sweepNotSaturated } from './sweep-not-saturated.ts'
import { tailLatency } from './tail-latency.ts'
import { tcpFallback } from './tcp-fallback.ts'
import { testProvesLess } from './test-proves-less.ts'
import { versionMismatch } from './version-mismatch.ts'
import { vmTopologyMissing } from './vm-topology-missing.ts'
import { wrongResultsRule } from './wrong-results.ts'

export const rules: readonly AnyRule[] = [
  singleRank,
  wrongResultsRule,
  numberIsHealthy,
  shareOfLimit,
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
  railIsolation,
  ibCompletionError,
  collectiveMismatch,
  hang,
  shmTooSmall,
  p2pAsymmetric,
  versionMismatch,
  netPluginMissing,
  rdmaUserspaceMissing,
  tcpFallback,
  gdrAsymmetric,
  gdrMissing,
  groupPlacement,
  sameHostOverNetwork,
  nicListDiffers,
  nicSubset,
  socketInterfaceAmbiguous,
  p2pForcedOff,
  nvlinkUnused,
  graphSearchFailed,
  fewChannels,
  nvlsUnavailable,
  mnnvlUnavailable,
  vmTopologyMissing,
  amdP2pEnv,
  cpuBinding,
  nicFar,
  crossSocketPath,
  p2pUnavailable,
  acsRedirect,
  iommuTranslated,
  pcieDowntrained,
  nvlinkDown,
  nvlinkErrors,
  gpuError,
  pcieErrorsReported,
  gpuThrottled,
  busyWaiting,
  nicDegraded,
  nicLinkDropped,
  hostAsymmetry,
  numaNps,
  irqAffinity,
  roceCongestion,
  singleQpBond,
  mtuMismatch,
  routingCollision,
  buffsizeTooSmall,
  staleConfigFile,
  envOverride,
  envUnknown,
  envNotPropagated,
  insufficientEvidence,
]
