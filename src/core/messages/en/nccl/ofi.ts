/** English: what the rows of knowledge/messages/ofi.ts mean. */
import type { ofi as rows } from '../../../knowledge/messages/ofi.ts'
import type { Meanings } from '../../nccl-messages.ts'

export const ofi: Meanings<(typeof rows)[number][0]> = {
  'ofi-unreachable':
    'EFA: the other end cannot be reached; the network between the instances does not let the traffic pass',
  'ofi-unresponsive': 'EFA: the other end no longer answers',
  'ofi-unresp-recv': 'EFA: the receiver does not answer: its process is gone, or the traffic does not pass',
  'ofi-bad-qpn': 'EFA: the queue at the other end no longer exists: its process has ended',
  'ofi-peer-aborted': 'EFA: the other end closed the connection while data was under way',
  'ofi-local-mr': 'EFA: a buffer on this side is not, or no longer, registered',
  'ofi-remote-mr': 'EFA: the buffer at the other end is not, or no longer, registered',
  'ofi-feature': 'EFA: the other end lacks a feature that this one uses',
  'ofi-request-error':
    'a request of the OFI plugin failed; the text of libfabric in the line gives the reason',
  'ofi-av-insert': 'the OFI plugin could not use the fabric address of another rank',
  'ofi-mr': 'the OFI plugin could not register memory',
  'ofi-gdr-lost': 'GPUDirect RDMA was announced to NCCL and then turned out not to work',
  'ofi-gdr-disabled':
    'the instance type supports GPUDirect RDMA but does not use it, which the plugin refuses',
  'ofi-libfabric-old': 'libfabric is too old for this plugin',
  'ofi-provider-none-old': 'the OFI plugin found no libfabric provider that it can use',
  'ofi-protocol-none': 'the OFI plugin could start none of its protocols',
  'ofi-protocol': 'the OFI plugin could not start its RDMA protocol',
  'ofi-insufficient': 'the OFI plugin found fewer devices than it expects on this machine',
  'ofi-init': 'the OFI plugin did not start; NCCL may go on over TCP',
  'ofi-proto-corrupt': 'NCCL_PROTO allows LL or LL128, which may corrupt data on this network',
  'ofi-recv-small': 'the receive buffer is smaller than the message sent to it',
  'ofi-no-nic-info': 'place and speed of a NIC are unknown; the plugin reports default values',
  'ofi-fork': 'the OFI plugin turns on fork safety of EFA',
  'libfabric-fork': 'the process forked while EFA was in use, which EFA does not support here',
  'libfabric-hmem': 'EFA offers no RDMA here, or it is turned off: data from GPUs goes through host memory',
}
