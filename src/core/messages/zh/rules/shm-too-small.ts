/** Chinese: shm-too-small. */
import type { ShmTooSmallValues } from '../../../rules/path/shm-too-small.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/paths.ts'

export const shmTooSmall: RuleText<ShmTooSmallValues> = {
  name: '/dev/shm 已满',
  about: '错误，结论为故障：NCCL 无法建立进程间的缓冲区。容器默认只有 64 MB。',

  title: ({ hosts, bytes }, print) =>
    bytes === undefined
      ? `${on(hosts, print)}/dev/shm 已满：NCCL 无法启动`
      : `${on(hosts, print)}/dev/shm 只有 ${print.bytes(bytes)}`,
  cause: () => '/dev/shm 太小',
  detail: ({ processes }, print) =>
    `${processes === 0 ? '这是容器的默认值。' : `有 ${print.count(processes)} 个进程这样说。`}NCCL 在那里存放同一主机进程间的缓冲区，每一对和每个 channel 几兆字节；docker 给容器 64 MB，Kubernetes 也是。`,
  actions: () => [
    'docker run --shm-size=1g ... 或 --ipc=host',
    'Kubernetes：在 /dev/shm 挂载 medium 为 Memory 的 emptyDir',
    'df -h /dev/shm；没有作业运行时 rm /dev/shm/nccl-*：被杀掉的作业会留下文件',
  ],
  verify: () => '作业运行时在容器内 df -h /dev/shm',
  explained: {
    knownBy: 'posix_fallocate 或共享内存报 "No space left on device"。',
    costs: '作业无法启动。',
    todo: '--shm-size=1g 或 --ipc=host。',
    verify: '容器内 df -h /dev/shm。',
  },
}
