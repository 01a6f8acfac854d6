/** Chinese: net-plugin-missing. */
import type { NetPluginMissingValues } from '../../../rules/path/net-plugin-missing.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/network.ts'

export const netPluginMissing: RuleText<NetPluginMissingValues> = {
  name: '缺少集群网络的插件',
  about:
    '多台主机时为错误，否则为警告。在 EFA、Slingshot 和 GPUDirect-TCPX 上 NCCL 需要插件；没有它就改走 TCP。在 InfiniBand 和 RoCE 上不需要。',

  title: ({ fabric, failed, hosts }, print) =>
    `${on(hosts, print)}NCCL 的 ${FABRIC[fabric].name} 插件${failed ? '没有启动' : '找不到'}：退回到 TCP`,
  cause: ({ fabric }) => `缺少 ${FABRIC[fabric].name} 插件`,
  detail: ({ fabric, sign }) =>
    `${sign} 属于使用 ${FABRIC[fabric].name} 的集群；在那里 "libnccl-net.so" 并非可有可无，因为 NCCL 自己不会用这种网络。（在 InfiniBand 和 RoCE 上同样的一行无害。）`,
  actions: ({ fabric }) => [
    `在镜像中安装${FABRIC[fabric].plugin}，并把其目录放进所有 rank 的 LD_LIBRARY_PATH`,
    'ldconfig -p | grep nccl-net，在每台主机和容器内：找得到 libnccl-net.so 吗？',
    FABRIC[fabric].devices,
  ],
  verify: ({ fabric }) => `日志显示 "Using network ${FABRIC[fabric].network}"`,
  explained: {
    knownBy: '日志中没有 libnccl-net.so，同时有 EFA、Slingshot 或 GPUDirect-TCPX 的变量或接口。',
    costs: '走 TCP 而不是专用网络：十分之一的带宽或更少。',
    todo: '在镜像中安装插件；所有 rank 设置 LD_LIBRARY_PATH。',
    verify: '"Using network AWS Libfabric"，或插件自己的名称。',
  },
}

const FABRIC = {
  efa: {
    name: 'EFA',
    plugin: ' aws-ofi-nccl 和 libfabric（EFA 安装程序）',
    devices: 'fi_info -p efa：看得到设备吗（/dev/infiniband/uverbs*）？',
    network: 'AWS Libfabric',
  },
  slingshot: {
    name: 'Slingshot',
    plugin: '带 libfabric cxi provider 编译的 aws-ofi-nccl',
    devices: 'fi_info -p cxi：看得到设备吗？',
    network: 'AWS Libfabric',
  },
  tcpx: {
    name: 'GPUDirect-TCPX',
    plugin: '该机型的 GPUDirect-TCPX 或 TCPXO 插件',
    devices: '接收守护进程（rxdm）必须与作业一起运行',
    network: 'FasTrak',
  },
} as const
