/** Made from rules/order.ts by `npm run generate`. Chinese: the words of every rule. */
import type { RuleTexts } from '../../rule-text.ts'
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
import { constantTime } from './constant-time.ts'
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
import { gpuSharedByRanks } from './gpu-shared-by-ranks.ts'
import { gpuThrottled } from './gpu-throttled.ts'
import { graphSearchFailed } from './graph-search-failed.ts'
import { groupPlacement } from './group-placement.ts'
import { hang } from './hang.ts'
import { hostAsymmetry } from './host-asymmetry.ts'
import { ibCompletionError } from './ib-completion-error.ts'
import { insufficientEvidence } from './insufficient-evidence.ts'
import { iommuTranslated } from './iommu-translated.ts'
import { irqAffinity } from './irq-affinity.ts'
import { latencyBound } from './latency-bound.ts'
import { launcherFailed } from './launcher-failed.ts'
import { memoryNotRegistered } from './memory-not-registered.ts'
import { mnnvlUnavailable } from './mnnvl-unavailable.ts'
import { mtuMismatch } from './mtu-mismatch.ts'
import { ncclGaveUp } from './nccl-gave-up.ts'
import { netPluginMissing } from './net-plugin-missing.ts'
import { networkUnreachable } from './network-unreachable.ts'
import { nicDegraded } from './nic-degraded.ts'
import { nicFar } from './nic-far.ts'
import { nicLinkDrops } from './nic-link-drops.ts'
import { nicListDiffers } from './nic-list-differs.ts'
import { nicSubset } from './nic-subset.ts'
import { numaNps } from './numa-nps.ts'
import { numberIsHealthy } from './number-is-healthy.ts'
import { nvlinkDown } from './nvlink-down.ts'
import { nvlinkErrors } from './nvlink-errors.ts'
import { nvlinkUnused } from './nvlink-unused.ts'
import { nvlsUnavailable } from './nvls-unavailable.ts'
import { outOfMemory } from './out-of-memory.ts'
import { p2pAsymmetric } from './p2p-asymmetric.ts'
import { p2pForcedOff } from './p2p-forced-off.ts'
import { p2pHang } from './p2p-hang.ts'
import { p2pUnavailable } from './p2p-unavailable.ts'
import { pcieDowntrained } from './pcie-downtrained.ts'
import { pcieErrors } from './pcie-errors.ts'
import { peerLost } from './peer-lost.ts'
import { railIsolation } from './rail-isolation.ts'
import { rdmaUserspaceMissing } from './rdma-userspace-missing.ts'
import { roceCongestion } from './roce-congestion.ts'
import { routingCollision } from './routing-collision.ts'
import { runAborted } from './run-aborted.ts'
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
import { unexplainedWarning } from './unexplained-warning.ts'
import { versionMismatch } from './version-mismatch.ts'
import { vmTopologyMissing } from './vm-topology-missing.ts'
import { wrongResults } from './wrong-results.ts'

export const rules: RuleTexts = {
  'single-rank': singleRank,
  'wrong-results': wrongResults,
  'number-is-healthy': numberIsHealthy,
  'share-of-limit': shareOfLimit,
  'bandwidth-below-expected': bandwidthBelowExpected,
  'sweep-not-saturated': sweepNotSaturated,
  'average-misread': averageMisread,
  'busbw-above-link': busbwAboveLink,
  'latency-bound': latencyBound,
  'size-dip': sizeDip,
  'size-collapse': sizeCollapse,
  'constant-time': constantTime,
  'tail-latency': tailLatency,
  'collectives-disagree': collectivesDisagree,
  'test-proves-less': testProvesLess,
  'changed-since-baseline': changedSinceBaseline,
  'slow-node': slowNode,
  'gpu-asymmetry': gpuAsymmetry,
  'rail-isolation': railIsolation,
  'ib-completion-error': ibCompletionError,
  'collective-mismatch': collectiveMismatch,
  'out-of-memory': outOfMemory,
  'memory-not-registered': memoryNotRegistered,
  'network-unreachable': networkUnreachable,
  'launcher-failed': launcherFailed,
  'nccl-gave-up': ncclGaveUp,
  hang,
  'p2p-hang': p2pHang,
  'peer-lost': peerLost,
  'run-aborted': runAborted,
  'unexplained-warning': unexplainedWarning,
  'shm-too-small': shmTooSmall,
  'p2p-asymmetric': p2pAsymmetric,
  'version-mismatch': versionMismatch,
  'net-plugin-missing': netPluginMissing,
  'rdma-userspace-missing': rdmaUserspaceMissing,
  'tcp-fallback': tcpFallback,
  'gdr-asymmetric': gdrAsymmetric,
  'gdr-missing': gdrMissing,
  'group-placement': groupPlacement,
  'same-host-over-network': sameHostOverNetwork,
  'nic-list-differs': nicListDiffers,
  'nic-subset': nicSubset,
  'socket-interface-ambiguous': socketInterfaceAmbiguous,
  'p2p-forced-off': p2pForcedOff,
  'nvlink-unused': nvlinkUnused,
  'graph-search-failed': graphSearchFailed,
  'few-channels': fewChannels,
  'nvls-unavailable': nvlsUnavailable,
  'mnnvl-unavailable': mnnvlUnavailable,
  'vm-topology-missing': vmTopologyMissing,
  'amd-p2p-env': amdP2pEnv,
  'cpu-binding': cpuBinding,
  'nic-far': nicFar,
  'cross-socket-path': crossSocketPath,
  'p2p-unavailable': p2pUnavailable,
  'acs-redirect': acsRedirect,
  'iommu-translated': iommuTranslated,
  'pcie-downtrained': pcieDowntrained,
  'nvlink-down': nvlinkDown,
  'nvlink-errors': nvlinkErrors,
  'gpu-error': gpuError,
  'pcie-errors': pcieErrors,
  'gpu-throttled': gpuThrottled,
  'gpu-shared-by-ranks': gpuSharedByRanks,
  'busy-waiting': busyWaiting,
  'nic-degraded': nicDegraded,
  'nic-link-drops': nicLinkDrops,
  'host-asymmetry': hostAsymmetry,
  'numa-nps': numaNps,
  'irq-affinity': irqAffinity,
  'roce-congestion': roceCongestion,
  'single-qp-bond': singleQpBond,
  'mtu-mismatch': mtuMismatch,
  'routing-collision': routingCollision,
  'buffsize-too-small': buffsizeTooSmall,
  'stale-config-file': staleConfigFile,
  'env-override': envOverride,
  'env-unknown': envUnknown,
  'env-not-propagated': envNotPropagated,
  'insufficient-evidence': insufficientEvidence,
}
