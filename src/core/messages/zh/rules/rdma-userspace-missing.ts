/** Chinese: rdma-userspace-missing. */
import type { RdmaUserspaceMissingValues } from '../../../rules/path/rdma-userspace-missing.ts'
import type { RuleText } from '../../rule-text.ts'
import { on, SIGN } from '../phrases/network.ts'

export const rdmaUserspaceMissing: RuleText<RdmaUserspaceMissingValues> = {
  name: '进程用不了的 RDMA 硬件',
  about:
    '多台主机时为错误，否则为警告。缺少 libibverbs，设备打不开，或找不到设备，而文件中有内容表明设备存在。',

  title: ({ problem, device, hosts }, print) =>
    problem === 'open-failed'
      ? `${on(hosts, print)}NCCL 打不开 RDMA 设备${device === undefined ? '' : ` ${device}`}`
      : problem === 'libibverbs-missing'
        ? `${on(hosts, print)}缺少 libibverbs：NCCL 无法使用 RDMA`
        : `${on(hosts, print)}NCCL 找不到本应存在的 RDMA 设备`,
  cause: ({ problem }) =>
    problem === 'open-failed'
      ? 'RDMA 设备打不开'
      : problem === 'libibverbs-missing'
        ? '缺少 libibverbs'
        : '进程看不到 RDMA 设备',
  detail: ({ problem, sign, signName }) =>
    `${SIGN[sign]}（${signName}）表明主机有 RDMA。${
      problem === 'open-failed'
        ? '设备看得到但打不开：/dev/infiniband 下的文件没有传入，或不允许锁定内存。'
        : problem === 'libibverbs-missing'
          ? '打开它的库不在镜像里。'
          : '常见原因：/dev/infiniband 没有传入容器，网卡的 provider 库不在镜像里，端口没有启用，或 NCCL_IB_HCA 指定了别的设备。'
    }NCCL 随后不报错地改走 TCP。`,
  actions: () => [
    '在镜像中：apt-get install libibverbs1 ibverbs-providers rdma-core（或厂商的 OFED）',
    'docker run --device /dev/infiniband --cap-add IPC_LOCK --ulimit memlock=-1 ...；Kubernetes 中用 RDMA 设备插件',
    '在容器内运行 ibv_devinfo：端口是 PORT_ACTIVE 吗？',
  ],
  verify: () => '日志显示 "NET/IB : Using [0]mlx5_0..." 和 "Using network IB"',
  explained: {
    knownBy:
      '"Failed to open libibverbs.so"、"ibv_open_device failed"，或 "No device found" 且有 RDMA 硬件的迹象。',
    costs: '走 TCP 而不是 RDMA。',
    todo: '镜像中装 rdma-core，容器要有 /dev/infiniband 和 IPC_LOCK。',
    verify: '容器内 ibv_devinfo 显示 PORT_ACTIVE。',
  },
}
