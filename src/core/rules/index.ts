/** Made from order.ts by `npm run generate`: every rule, and the values that each finds. */

import { type IbCompletionErrorValues, ibCompletionError } from './fabric/ib-completion-error.ts'
import { type MtuMismatchValues, mtuMismatch } from './fabric/mtu-mismatch.ts'
import { type RoceCongestionValues, roceCongestion } from './fabric/roce-congestion.ts'
import { type RoutingCollisionValues, routingCollision } from './fabric/routing-collision.ts'
import { type SingleQpBondValues, singleQpBond } from './fabric/single-qp-bond.ts'
import { type SlowNodeValues, slowNode } from './fabric/slow-node.ts'
import { type CollectiveMismatchValues, collectiveMismatch } from './failure/collective-mismatch.ts'
import { type HangValues, hang } from './failure/hang.ts'
import { type LauncherFailedValues, launcherFailed } from './failure/launcher-failed.ts'
import { type MemoryNotRegisteredValues, memoryNotRegistered } from './failure/memory-not-registered.ts'
import { type NcclGaveUpValues, ncclGaveUp } from './failure/nccl-gave-up.ts'
import { type NetworkUnreachableValues, networkUnreachable } from './failure/network-unreachable.ts'
import { type OutOfMemoryValues, outOfMemory } from './failure/out-of-memory.ts'
import { type P2pHangValues, p2pHang } from './failure/p2p-hang.ts'
import { type PeerLostValues, peerLost } from './failure/peer-lost.ts'
import { type RunAbortedValues, runAborted } from './failure/run-aborted.ts'
import { type UnexplainedWarningValues, unexplainedWarning } from './failure/unexplained-warning.ts'
import { type BusyWaitingValues, busyWaiting } from './job/busy-waiting.ts'
import { type CpuBindingValues, cpuBinding } from './machine/cpu-binding.ts'
import { type GpuAsymmetryValues, gpuAsymmetry } from './machine/gpu-asymmetry.ts'
import { type GpuErrorValues, gpuError } from './machine/gpu-error.ts'
import { type GpuSharedByRanksValues, gpuSharedByRanks } from './machine/gpu-shared-by-ranks.ts'
import { type GpuThrottledValues, gpuThrottled } from './machine/gpu-throttled.ts'
import { type HostAsymmetryValues, hostAsymmetry } from './machine/host-asymmetry.ts'
import { type IrqAffinityValues, irqAffinity } from './machine/irq-affinity.ts'
import { type NicDegradedValues, nicDegraded } from './machine/nic-degraded.ts'
import { type NicLinkDropsValues, nicLinkDrops } from './machine/nic-link-drops.ts'
import { type NumaNpsValues, numaNps } from './machine/numa-nps.ts'
import { type NvlinkDownValues, nvlinkDown } from './machine/nvlink-down.ts'
import { type NvlinkErrorsValues, nvlinkErrors } from './machine/nvlink-errors.ts'
import { type PcieDowntrainedValues, pcieDowntrained } from './machine/pcie-downtrained.ts'
import { type PcieErrorsValues, pcieErrors } from './machine/pcie-errors.ts'
import { type VmTopologyMissingValues, vmTopologyMissing } from './machine/vm-topology-missing.ts'
import { type AverageMisreadValues, averageMisread } from './number/average-misread.ts'
import { type BandwidthBelowExpectedValues, bandwidthBelowExpected } from './number/bandwidth-below-expected.ts'
import { type BusbwAboveLinkValues, busbwAboveLink } from './number/busbw-above-link.ts'
import { type ChangedSinceBaselineValues, changedSinceBaseline } from './number/changed-since-baseline.ts'
import { type CollectivesDisagreeValues, collectivesDisagree } from './number/collectives-disagree.ts'
import { type ConstantTimeValues, constantTime } from './number/constant-time.ts'
import { type InsufficientEvidenceValues, insufficientEvidence } from './number/insufficient-evidence.ts'
import { type LatencyBoundValues, latencyBound } from './number/latency-bound.ts'
import { type NumberIsHealthyValues, numberIsHealthy } from './number/number-is-healthy.ts'
import { type ShareOfLimitValues, shareOfLimit } from './number/share-of-limit.ts'
import { type SingleRankValues, singleRank } from './number/single-rank.ts'
import { type SizeCollapseValues, sizeCollapse } from './number/size-collapse.ts'
import { type SizeDipValues, sizeDip } from './number/size-dip.ts'
import { type SweepNotSaturatedValues, sweepNotSaturated } from './number/sweep-not-saturated.ts'
import { type TailLatencyValues, tailLatency } from './number/tail-latency.ts'
import { type TestProvesLessValues, testProvesLess } from './number/test-proves-less.ts'
import { type WrongResultsValues, wrongResults } from './number/wrong-results.ts'
import { type AcsRedirectValues, acsRedirect } from './path/acs-redirect.ts'
import { type AmdP2pEnvValues, amdP2pEnv } from './path/amd-p2p-env.ts'
import { type CrossSocketPathValues, crossSocketPath } from './path/cross-socket-path.ts'
import { type FewChannelsValues, fewChannels } from './path/few-channels.ts'
import { type GdrAsymmetricValues, gdrAsymmetric } from './path/gdr-asymmetric.ts'
import { type GdrMissingValues, gdrMissing } from './path/gdr-missing.ts'
import { type GraphSearchFailedValues, graphSearchFailed } from './path/graph-search-failed.ts'
import { type GroupPlacementValues, groupPlacement } from './path/group-placement.ts'
import { type IommuTranslatedValues, iommuTranslated } from './path/iommu-translated.ts'
import { type MnnvlUnavailableValues, mnnvlUnavailable } from './path/mnnvl-unavailable.ts'
import { type NetPluginMissingValues, netPluginMissing } from './path/net-plugin-missing.ts'
import { type NicFarValues, nicFar } from './path/nic-far.ts'
import { type NicListDiffersValues, nicListDiffers } from './path/nic-list-differs.ts'
import { type NicSubsetValues, nicSubset } from './path/nic-subset.ts'
import { type NvlinkUnusedValues, nvlinkUnused } from './path/nvlink-unused.ts'
import { type NvlsUnavailableValues, nvlsUnavailable } from './path/nvls-unavailable.ts'
import { type P2pAsymmetricValues, p2pAsymmetric } from './path/p2p-asymmetric.ts'
import { type P2pForcedOffValues, p2pForcedOff } from './path/p2p-forced-off.ts'
import { type P2pUnavailableValues, p2pUnavailable } from './path/p2p-unavailable.ts'
import { type RailIsolationValues, railIsolation } from './path/rail-isolation.ts'
import { type RdmaUserspaceMissingValues, rdmaUserspaceMissing } from './path/rdma-userspace-missing.ts'
import { type SameHostOverNetworkValues, sameHostOverNetwork } from './path/same-host-over-network.ts'
import { type ShmTooSmallValues, shmTooSmall } from './path/shm-too-small.ts'
import { type SocketInterfaceAmbiguousValues, socketInterfaceAmbiguous } from './path/socket-interface-ambiguous.ts'
import { type TcpFallbackValues, tcpFallback } from './path/tcp-fallback.ts'
import { type BuffsizeTooSmallValues, buffsizeTooSmall } from './settings/buffsize-too-small.ts'
import { type EnvNotPropagatedValues, envNotPropagated } from './settings/env-not-propagated.ts'
import { type EnvOverrideValues, envOverride } from './settings/env-override.ts'
import { type EnvUnknownValues, envUnknown } from './settings/env-unknown.ts'
import { type StaleConfigFileValues, staleConfigFile } from './settings/stale-config-file.ts'
import { type VersionMismatchValues, versionMismatch } from './settings/version-mismatch.ts'
import type { Rule } from './rule.ts'

/** In the order of order.ts. */
export const rules: readonly Rule[] = [
  singleRank,
  wrongResults,
  numberIsHealthy,
  shareOfLimit,
  bandwidthBelowExpected,
  sweepNotSaturated,
  averageMisread,
  busbwAboveLink,
  latencyBound,
  sizeDip,
  sizeCollapse,
  constantTime,
  tailLatency,
  collectivesDisagree,
  testProvesLess,
  changedSinceBaseline,
  slowNode,
  gpuAsymmetry,
  railIsolation,
  ibCompletionError,
  collectiveMismatch,
  outOfMemory,
  memoryNotRegistered,
  networkUnreachable,
  launcherFailed,
  ncclGaveUp,
  hang,
  p2pHang,
  peerLost,
  runAborted,
  unexplainedWarning,
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
  pcieErrors,
  gpuThrottled,
  gpuSharedByRanks,
  busyWaiting,
  nicDegraded,
  nicLinkDrops,
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

/** What the text of each rule is given. */
export interface FindingValues {
  'single-rank': SingleRankValues
  'wrong-results': WrongResultsValues
  'number-is-healthy': NumberIsHealthyValues
  'share-of-limit': ShareOfLimitValues
  'bandwidth-below-expected': BandwidthBelowExpectedValues
  'sweep-not-saturated': SweepNotSaturatedValues
  'average-misread': AverageMisreadValues
  'busbw-above-link': BusbwAboveLinkValues
  'latency-bound': LatencyBoundValues
  'size-dip': SizeDipValues
  'size-collapse': SizeCollapseValues
  'constant-time': ConstantTimeValues
  'tail-latency': TailLatencyValues
  'collectives-disagree': CollectivesDisagreeValues
  'test-proves-less': TestProvesLessValues
  'changed-since-baseline': ChangedSinceBaselineValues
  'slow-node': SlowNodeValues
  'gpu-asymmetry': GpuAsymmetryValues
  'rail-isolation': RailIsolationValues
  'ib-completion-error': IbCompletionErrorValues
  'collective-mismatch': CollectiveMismatchValues
  'out-of-memory': OutOfMemoryValues
  'memory-not-registered': MemoryNotRegisteredValues
  'network-unreachable': NetworkUnreachableValues
  'launcher-failed': LauncherFailedValues
  'nccl-gave-up': NcclGaveUpValues
  hang: HangValues
  'p2p-hang': P2pHangValues
  'peer-lost': PeerLostValues
  'run-aborted': RunAbortedValues
  'unexplained-warning': UnexplainedWarningValues
  'shm-too-small': ShmTooSmallValues
  'p2p-asymmetric': P2pAsymmetricValues
  'version-mismatch': VersionMismatchValues
  'net-plugin-missing': NetPluginMissingValues
  'rdma-userspace-missing': RdmaUserspaceMissingValues
  'tcp-fallback': TcpFallbackValues
  'gdr-asymmetric': GdrAsymmetricValues
  'gdr-missing': GdrMissingValues
  'group-placement': GroupPlacementValues
  'same-host-over-network': SameHostOverNetworkValues
  'nic-list-differs': NicListDiffersValues
  'nic-subset': NicSubsetValues
  'socket-interface-ambiguous': SocketInterfaceAmbiguousValues
  'p2p-forced-off': P2pForcedOffValues
  'nvlink-unused': NvlinkUnusedValues
  'graph-search-failed': GraphSearchFailedValues
  'few-channels': FewChannelsValues
  'nvls-unavailable': NvlsUnavailableValues
  'mnnvl-unavailable': MnnvlUnavailableValues
  'vm-topology-missing': VmTopologyMissingValues
  'amd-p2p-env': AmdP2pEnvValues
  'cpu-binding': CpuBindingValues
  'nic-far': NicFarValues
  'cross-socket-path': CrossSocketPathValues
  'p2p-unavailable': P2pUnavailableValues
  'acs-redirect': AcsRedirectValues
  'iommu-translated': IommuTranslatedValues
  'pcie-downtrained': PcieDowntrainedValues
  'nvlink-down': NvlinkDownValues
  'nvlink-errors': NvlinkErrorsValues
  'gpu-error': GpuErrorValues
  'pcie-errors': PcieErrorsValues
  'gpu-throttled': GpuThrottledValues
  'gpu-shared-by-ranks': GpuSharedByRanksValues
  'busy-waiting': BusyWaitingValues
  'nic-degraded': NicDegradedValues
  'nic-link-drops': NicLinkDropsValues
  'host-asymmetry': HostAsymmetryValues
  'numa-nps': NumaNpsValues
  'irq-affinity': IrqAffinityValues
  'roce-congestion': RoceCongestionValues
  'single-qp-bond': SingleQpBondValues
  'mtu-mismatch': MtuMismatchValues
  'routing-collision': RoutingCollisionValues
  'buffsize-too-small': BuffsizeTooSmallValues
  'stale-config-file': StaleConfigFileValues
  'env-override': EnvOverrideValues
  'env-unknown': EnvUnknownValues
  'env-not-propagated': EnvNotPropagatedValues
  'insufficient-evidence': InsufficientEvidenceValues
}
