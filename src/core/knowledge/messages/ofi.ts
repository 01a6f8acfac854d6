/**
 * aws-ofi-nccl and libfabric (aws/aws-ofi-nccl to 1.21).
 */
import type { Row } from './row.ts'

// biome-ignore format: one row a line
export const ofi = [
  ['ofi-unreachable', 'Unreachable remote', 'any', 'gave-up', 'efa-security-group', 'libfabric #10410, #8889'],
  ['ofi-unresponsive', 'Unresponsive remote', 'any', 'follows', 'peer-gone', 'libfabric #10410'],
  ['ofi-unresp-recv', 'Unresponsive receiver', 'any', 'follows', 'peer-gone', 'libfabric #10410, #8889'],
  ['ofi-bad-qpn', 'Bad queue pair (QP) number', 'any', 'follows', 'peer-gone', 'libfabric efa_strerror'],
  ['ofi-peer-aborted', 'Operation aborted because the peer closed', 'any', 'follows', 'peer-gone', 'libfabric efa_strerror'],
  ['ofi-local-mr', 'Local memory registration is invalid', 'any', 'gave-up', 'gpu-registration', 'libfabric efa_errno'],
  ['ofi-remote-mr', 'Remote memory registration is invalid', 'any', 'gave-up', 'remote-access', 'libfabric efa_errno'],
  ['ofi-feature', 'Remote feature mismatch', 'any', 'gave-up', 'nccl-versions', 'libfabric efa_errno'],
  ['ofi-request-error', 'NET/OFI …completed with error', 'plugin 1.3-1.21', 'gave-up', 'completion', 'aws-ofi-nccl #161, #346'],
  ['ofi-av-insert', 'Unable to insert remote address', 'plugin 0.9-1.21', 'gave-up', 'efa-security-group', 'aws-ofi-nccl #663'],
  ['ofi-mr', 'Unable to register memory', 'plugin 1.0-1.21', 'gave-up', 'gpu-registration', 'source'],
  ['ofi-gdr-lost', 'GDR support reported to NCCL but then', 'plugin 1.7-1.21', 'gave-up', 'peer-memory', 'source'],
  ['ofi-gdr-disabled', 'GDR disabled on GDR-supported instance type', 'plugin 1.7-1.21', 'gave-up', 'peer-memory', 'source'],
  ['ofi-libfabric-old', 'EFA provider requires at least libfabric', 'plugin 1.8-1.21', 'gave-up', 'efa-version', 'source'],
  ['ofi-provider-none-old', 'find any optimal provider', 'plugin 0.9-1.8', 'gave-up', 'net-plugin', 'source'],
  ['ofi-protocol-none', 'Unable to find a protocol that worked', 'plugin 1.13-1.21', 'gave-up', 'internal', 'source'],
  ['ofi-protocol', 'Failed to initialize rdma protocol', 'plugin 1.7-1.21', 'gave-up', 'internal', 'source'],
  ['ofi-insufficient', 'Insufficient Libfabric devices found', 'plugin 1.7-1.21', 'gave-up', 'too-few-nics', 'source'],
  ['ofi-init', 'NET/OFI …initialization failed', 'plugin 1.1-1.21', 'gave-up', 'net-plugin', 'source'],
  ['ofi-proto-corrupt', 'does not support 128 byte in-order aligned stores', 'plugin 1.7-1.14', 'degraded', 'setting-excludes', 'source'],
  ['ofi-recv-small', 'smaller than send buffer', 'plugin 1.7-1.8', 'user-error', 'unlike-calls', 'source'],
  ['ofi-no-nic-info', 'Supplying default values for NIC properties', 'plugin 1.0-1.21', 'degraded', 'topology-missing', 'source'],
  ['ofi-fork', 'Setting FI_EFA_FORK_SAFE', 'any', 'harmless', 'none', 'aws-ofi-nccl #161'],
  ['libfabric-fork', 'EFA userspace library does not support fork', 'any', 'user-error', 'caller', 'libfabric'],
  ['libfabric-hmem', 'FI_HMEM capability requires RDMA', 'any', 'degraded', 'peer-memory', 'aws-ofi-nccl #161'],
] as const satisfies readonly Row[]
