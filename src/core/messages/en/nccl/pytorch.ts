/** English: what the rows of knowledge/messages/pytorch.ts mean. */
import type { pytorch as rows } from '../../../knowledge/messages/pytorch.ts'
import type { Meanings } from '../../nccl-messages.ts'

export const pytorch: Meanings<(typeof rows)[number][0]> = {
  'pt-watchdog-timeout':
    'a collective did not finish within the timeout: a rank did not take part, or the transfer stands still',
  'pt-watchdog-detected-new':
    'the watchdog saw a failed or overdue collective; the line gives the last work enqueued and completed',
  'pt-watchdog-detected': 'the watchdog saw a failed or overdue collective on this rank',
  'pt-ops-failed': 'an NCCL operation failed or timed out before, and results on the GPU may be incomplete',
  'pt-taking-down': 'the process ends itself after an error reported before',
  'pt-watchdog-terminated':
    'the watchdog passes on an error and ends the process; the text after it names the error',
  'pt-watchdog-stuck':
    'the watchdog itself makes no progress: a CUDA or NCCL call in this process does not return',
  'pt-heartbeat': 'the watchdog made no progress for the time of the heartbeat, and the process is ended',
  'pt-dump-signal': 'another rank noticed a timeout and asked all ranks to dump their flight recorder',
  'pt-store-gone': 'the store cannot be read any more: the process that holds it, usually rank 0, has ended',
  'pt-remote-error': 'another rank reported an error, and this one stops too',
  'pt-gil':
    'the Python lock (GIL) was not free as the process was being ended: a thread may be blocked while it holds it',
  'pt-desync': 'the desync report lists the ranks that did, and did not, join the collective that timed out',
  'pt-blocking-timeout': 'a collective did not finish within the timeout (blocking wait)',
  'pt-comm-aborted': 'a communicator is used after it was aborted; the reason came before',
  'pt-comm-set-error': 'a communicator is used after PyTorch marked it as failed; the reason came before',
  'pt-init-timeout': 'the communicator was not ready within the timeout',
  'pt-unique-id': 'this rank did not get the NCCL id from rank 0, which ended or has not come to this point',
  'pt-mismatch': 'ranks called different collectives, or the same one with different shapes',
  'pt-monitored': 'the rank that the line names did not reach the barrier in time',
  'pt-ddp-shape': 'the parameters of the model differ between ranks',
  'pt-no-device-barrier':
    'PyTorch guesses the GPU for a barrier, since no device was given; a wrong guess can hang',
  'pt-guess-device':
    'PyTorch guesses the GPU from the global rank, since no device was given; a wrong guess can hang',
  'pt-not-destroyed': 'the program ended without closing its process group, which often follows an exception',
  'pt-no-gpus': 'PyTorch sees no GPU in this process',
  'pt-undefined-nccl':
    'PyTorch loaded an NCCL library without a function it was built with, usually an older one',
  'pt-store-timeout': 'the rank could not reach the store at the master address in time',
  'pt-store-failed': 'an attempt to reach the store failed; others may follow',
  'pt-store-any': 'the store answers at none of the addresses of the master',
  'pt-store-resolve': 'the host name of the master does not resolve',
  'pt-store-listen': 'the store cannot listen on its port on this host: it is taken or not allowed',
  'pt-addr-inuse': 'a port that the process needs is already taken',
  'pt-store-clients': 'not all ranks came to the store in time; the line gives how many did',
  'pt-store-barrier':
    'not all ranks came to the start of the process group in time; the line gives how many did',
  'pt-store-wait': 'a key in the store was not written in time: the rank that writes it is missing or late',
  'pt-store-socket-timeout':
    'the store did not answer in time, usually because a rank has not written what is awaited',
  'pt-store-recv': 'the connection to the store was lost: its process, usually rank 0, has ended',
  'pt-store-send':
    'the connection to the store was lost while writing: its process, usually rank 0, has ended',
  'pt-store-validate':
    'the store did not answer as it should: another program listens on the port, or the store is gone',
  'pt-somaxconn': 'there are more ranks than the queue of this host for new connections holds (somaxconn)',
  'pt-gloo-refused': 'Gloo could not connect all ranks with each other',
  'pt-gloo-closed': 'a Gloo connection was closed by another rank, which ended or failed first',
  'pt-gloo-addr': 'Gloo found no address for the interface or host name it was given',
  'el-exit-9': 'a worker was killed (SIGKILL), usually because host memory ran out',
  'el-exit-11': 'a worker crashed (SIGSEGV)',
  'el-exit-7': 'a worker ended with SIGBUS, usually because /dev/shm is full',
  'el-exit-6': 'a worker aborted itself (SIGABRT) after an error that it printed before',
  'el-exit-15': 'a worker was told to end (SIGTERM), usually because another one failed',
  'el-signal-9': 'a worker was killed (SIGKILL), usually because host memory ran out',
  'el-signal-11': 'a worker crashed (SIGSEGV)',
  'el-signal-15': 'a worker was told to end (SIGTERM), usually because another one failed',
  'el-closing': 'torchrun stops a worker, usually because another one failed',
  'el-shutdown': 'a worker did not end when told to, and torchrun kills it: it is stuck',
  'el-rdzv-timeout': 'not enough hosts joined the rendezvous in time',
  'el-rdzv-conn': 'the rendezvous endpoint cannot be reached',
  'el-rdzv-closed': 'the rendezvous is closed: the job has already ended on another host',
  'el-dataloader': 'a data loader worker was killed, usually because host memory ran out',
  'el-dataloader-bus': 'a data loader worker ended with a bus error, usually because /dev/shm is full',
  'el-dataloader-shm': 'a data loader worker probably found too little shared memory (/dev/shm)',
  'el-deepspeed': 'a process started by DeepSpeed was killed (SIGKILL), usually because host memory ran out',
  'hvd-stalled':
    'some ranks have waited long for others to submit the same tensors; the line or those after it name them',
}
