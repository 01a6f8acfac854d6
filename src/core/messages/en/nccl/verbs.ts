/** English: what the rows of knowledge/messages/verbs.ts mean. */
import type { verbs as rows } from '../../../knowledge/messages/verbs.ts'
import type { Meanings } from '../../nccl-messages.ts'

export const verbs: Meanings<(typeof rows)[number][0]> = {
  'ib-modify-qp-retry': 'connecting a queue pair failed once and is tried again',
  'ib-modify-qp-timeout': 'the NIC could not reach the other NIC’s address: nobody answered (timed out)',
  'ib-modify-qp-unreachable':
    'there is no route from this NIC’s address to the other NIC’s (network unreachable)',
  'ib-modify-qp-nohost': 'the other NIC’s address does not answer (no route to host)',
  'ib-modify-qp-nodev': 'the GID that was chosen has no network device behind it (no such device)',
  'ib-modify-qp-inval':
    'the NIC refused the attributes of a connection, mostly an empty or wrong GID index (invalid argument)',
  'ib-modify-qp': 'a queue pair could not be connected to the other NIC',
  'ib-hint':
    'advice that NCCL prints after a failed connection or transfer; the warning above it is the failure',
  'wc-retry-exceeded-old':
    'a transfer was given up because the other NIC did not acknowledge it (retries exceeded)',
  'wc-retry-exceeded':
    'a transfer was given up because the other NIC did not acknowledge it (retries exceeded, status 12)',
  'wc-retry-exceeded-name':
    'a transfer was given up because the other NIC did not acknowledge it (IBV_WC_RETRY_EXC_ERR)',
  'wc-flush-old': 'a request was flushed because the queue pair had already failed',
  'wc-flush': 'a request was flushed because the queue pair had already failed (status 5)',
  'wc-flush-name': 'a request was flushed because the queue pair had already failed (IBV_WC_WR_FLUSH_ERR)',
  'wc-local-prot-old': 'the NIC could not read or write memory of its own host (local protection error)',
  'wc-local-prot':
    'the NIC could not read or write memory of its own host (local protection error, status 4)',
  'wc-local-prot-name': 'the NIC could not read or write memory of its own host (IBV_WC_LOC_PROT_ERR)',
  'wc-rem-inv-req-old': 'the other NIC refused a request as invalid',
  'wc-rem-inv-req': 'the other NIC refused a request as invalid (status 9)',
  'wc-rem-access-old': 'the other NIC was not allowed to access the target memory',
  'wc-rem-access': 'the other NIC was not allowed to access the target memory (status 10)',
  'wc-rem-op-old': 'the other NIC could not complete the operation',
  'wc-rem-op': 'the other NIC could not complete the operation (status 11)',
  'wc-any-old': 'a transfer over the NIC failed with the status in the line',
  'wc-any': 'a transfer over the NIC failed with the status in the line',
  'wc-cqe-error': 'details of a transfer that failed (device and queue pair)',
  'ib-reg-mr-memory':
    'memory could not be registered with the NIC: the limit of locked memory (memlock) is too low',
  'ib-reg-mr-badaddr':
    'the NIC driver does not know GPU memory (bad address): peer-memory support is missing',
  'ib-reg-dmabuf': 'GPU memory could not be registered with the NIC through DMA-BUF',
  'ib-reg-mr': 'memory could not be registered with the NIC',
  'ib-create-qp': 'the NIC refused to create another queue pair',
  'ib-create-cq': 'the NIC refused to create a completion queue',
  'ib-alloc-pd': 'the NIC refused to allocate a protection domain',
  'ib-open-device': 'an RDMA device exists but could not be opened; NCCL goes on without it',
  'ib-query-gid': 'the GID table of a port could not be read at the index that is set',
  'ib-get-async': 'a NIC went away while NCCL was waiting for its events',
  'ib-ece': 'the other NIC refused the enhanced connection settings (ECE)',
  'ib-post-send': 'a send request could not be handed to the NIC',
  'ib-poll-cq': 'the completion queue of a NIC could not be read',
  'ib-event-catastrophic': 'a NIC reported a fatal fault of its hardware or firmware',
  'ib-event-access-violation': 'a write from another host hit memory that this NIC may not touch',
  'ib-event-port-error': 'the link of a NIC port went down, at least for a moment',
  'ib-event-nonfatal': 'a NIC port changed its state; traffic may stop until it is back',
  'ib-event-gid': 'the addresses (GIDs) of a RoCE port changed while the job was running',
  'ib-event-fatal': 'a NIC reported a fatal fault',
  'ib-event-old': 'a NIC reported an event, named in the line',
  'mlx5-dump': 'the mlx5 driver prints the details of a transfer that failed',
}
