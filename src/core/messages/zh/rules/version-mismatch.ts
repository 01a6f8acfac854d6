/** Chinese: version-mismatch. */
import type { VersionMismatchValues } from '../../../rules/settings/version-mismatch.ts'
import type { RuleText } from '../../rule-text.ts'

export const versionMismatch: RuleText<VersionMismatchValues> = {
  name: '各 rank 的 NCCL 版本不同',
  about: 'NCCL 自己指出时为错误，同一通信器的主机记录的版本不同时为警告。CUDA 驱动不同为信息。',

  title: ({ of, usual, others }) =>
    others.length === 0
      ? 'NCCL 发现有 rank 用的是另一个 NCCL 版本'
      : `${others
          .map(({ host, version }) => `${host} 运行 ${NAME[of]} ${version}`)
          .slice(0, 3)
          .join('、')}；多数主机为 ${usual}`,
  cause: ({ of }) => `各主机的 ${NAME[of]} 版本不同`,
  detail: ({ of, usualHosts }, print) =>
    of === 'library'
      ? `同一通信器的各 rank 必须做出相同的选择；版本不同，选择和发送的内容就不同。${usualHosts > 0 ? `${print.count(usualHosts)} 台主机是通常的版本。` : ''}镜像不同、LD_LIBRARY_PATH 不同，或 PyTorch 自带的 NCCL 都会这样。`
      : '这本身不是故障：NCCL 可以跨驱动版本工作。主机表现不同时，它是应当统一的一项。',
  actions: ({ of }) =>
    of === 'library'
      ? [
          '所有主机用相同镜像；所有 rank 的 LD_LIBRARY_PATH 和 LD_PRELOAD 相同',
          '所有 rank 设置 NCCL_DEBUG=VERSION；在每台主机上 pip list | grep nvidia-nccl',
        ]
      : ['在所有主机上 nvidia-smi --query-gpu=driver_version --format=csv'],
  verify: () => '所有 rank 记录相同的版本',
  inOrder: '所有主机 NCCL 相同',
  explained: {
    knownBy: '通信器各主机的 "NCCL version"，或 NCCL 的警告。',
    costs: '作业停止或挂起。',
    todo: '各处用相同的镜像。',
    verify: '所有日志只有一个版本。',
  },
}

const NAME = { library: 'NCCL', driver: 'CUDA 驱动' } as const
