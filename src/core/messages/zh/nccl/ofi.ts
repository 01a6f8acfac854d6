/** 中文：knowledge/messages/ofi.ts 各行的含义。 */
import type { ofi as rows } from '../../../knowledge/messages/ofi.ts'
import type { Meanings } from '../../nccl-messages.ts'

export const ofi: Meanings<(typeof rows)[number][0]> = {
  'ofi-unreachable': 'EFA：到不了另一端，实例之间的网络没有放行',
  'ofi-unresponsive': 'EFA：另一端不再应答',
  'ofi-unresp-recv': 'EFA：接收方没有应答：其进程已不在，或流量不通',
  'ofi-bad-qpn': 'EFA：另一端的队列已不存在：其进程已经结束',
  'ofi-peer-aborted': 'EFA：数据还在传输，另一端就关闭了连接',
  'ofi-local-mr': 'EFA：这一侧的缓冲区没有（或不再）注册',
  'ofi-remote-mr': 'EFA：另一端的缓冲区没有（或不再）注册',
  'ofi-feature': 'EFA：另一端缺少这一端使用的功能',
  'ofi-request-error': 'OFI 插件的请求失败；原因见行中 libfabric 的文字',
  'ofi-av-insert': 'OFI 插件无法使用另一个 rank 的网络地址',
  'ofi-mr': 'OFI 插件无法注册内存',
  'ofi-gdr-lost': '已向 NCCL 声明支持 GPUDirect RDMA，随后发现不能用',
  'ofi-gdr-disabled': '实例类型支持 GPUDirect RDMA 却没有使用，插件因此拒绝运行',
  'ofi-libfabric-old': '对这个插件来说 libfabric 太旧',
  'ofi-provider-none-old': 'OFI 插件找不到可用的 libfabric provider',
  'ofi-protocol-none': 'OFI 插件的各种协议都无法启动',
  'ofi-protocol': 'OFI 插件无法启动其 RDMA 协议',
  'ofi-insufficient': 'OFI 插件找到的设备比这台机器应有的少',
  'ofi-init': 'OFI 插件没有启动；NCCL 可能改走 TCP',
  'ofi-proto-corrupt': 'NCCL_PROTO 允许 LL 或 LL128，在这个网络上可能损坏数据',
  'ofi-recv-small': '接收缓冲区比发来的消息小',
  'ofi-no-nic-info': '网卡的位置和速率未知，插件报告默认值',
  'ofi-fork': 'OFI 插件打开 EFA 的 fork 安全选项',
  'libfabric-fork': '使用 EFA 时进程做了 fork，而 EFA 在这里不支持',
  'libfabric-hmem': 'EFA 在这里没有 RDMA 或已关闭：GPU 的数据要经过主机内存',
}
