/** English: shm-too-small. */

import type { ShmTooSmallValues } from '../../../rules/path/shm-too-small.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/paths.ts'
import { counted } from '../phrases/words.ts'

export const shmTooSmall: RuleText<ShmTooSmallValues> = {
  name: '/dev/shm is full',
  about:
    'Error, and the verdict is broken: NCCL cannot set up its buffers between processes. Containers get 64 MB by default.',

  title: ({ hosts, bytes }, print) =>
    bytes === undefined
      ? `/dev/shm is full${on(hosts, print)}: NCCL cannot start`
      : `/dev/shm has only ${print.bytes(bytes)}${on(hosts, print)}`,
  cause: () => '/dev/shm is too small',
  detail: ({ processes }, print) =>
    `${processes === 0 ? 'That is what a container gets by default.' : `Reported by ${counted(processes, print, 'process', 'processes')}.`} NCCL keeps the buffers between processes of a host there, a few megabytes for each pair and channel. Docker and Kubernetes give a container 64 MB.`,
  actions: () => [
    'docker run --shm-size=1g ..., or --ipc=host',
    'Kubernetes: mount an emptyDir volume with medium Memory at /dev/shm',
    'df -h /dev/shm; if no job is running, rm /dev/shm/nccl-*: killed jobs leave files behind',
  ],
  verify: () => 'df -h /dev/shm inside the container while the job runs',
  explained: {
    knownBy: '"No space left on device" from posix_fallocate or shared memory.',
    costs: 'The job does not start.',
    todo: 'Start the container with --shm-size=1g or --ipc=host.',
    verify: 'df -h /dev/shm inside the container shows free space.',
  },
}
