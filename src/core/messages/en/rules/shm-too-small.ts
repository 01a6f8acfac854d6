/** English: shm-too-small. */
import type { ShmTooSmallValues } from '../../../rules/path/shm-too-small.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/paths.ts'

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
    `${processes === 0 ? 'That is what a container gets by default.' : `${print.count(processes)} ${processes === 1 ? 'process says' : 'processes say'} so.`} NCCL keeps buffers between processes of a host there, some megabytes for each pair and channel; docker gives a container 64 MB, Kubernetes too.`,
  actions: () => [
    'docker run --shm-size=1g ... or --ipc=host',
    'Kubernetes: a volume emptyDir with medium Memory at /dev/shm',
    'df -h /dev/shm; rm /dev/shm/nccl-* when no job runs: killed jobs leave files behind',
  ],
  verify: () => 'df -h /dev/shm inside the container, while the job runs',
  explained: {
    knownBy: '"No space left on device" from posix_fallocate or shared memory.',
    costs: 'The job does not start.',
    todo: '--shm-size=1g or --ipc=host.',
    verify: 'df -h /dev/shm inside the container.',
  },
}
