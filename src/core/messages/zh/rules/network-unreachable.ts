/** Chinese: network-unreachable. */
import type { NetworkUnreachableValues } from '../../../rules/failure/network-unreachable.ts'
import type { RuleText } from '../../rule-text.ts'
import { failureText } from '../phrases/failure.ts'

export const networkUnreachable: RuleText<NetworkUnreachableValues> = {
  name: 'rank 之间无法建立连接',
  about: '错误，结论为故障：经 InfiniBand、RoCE、EFA 或 TCP 的连接没有建立起来。原因看该行中的 errno。',

  ...failureText,
  explained: {
    knownBy: '"Call to ibv_modify_qp failed"、"Connect to … failed" 之类的行及其 errno。',
    costs: '作业无法启动，或中途停止。',
    todo: '按 errno 处理：22 和 19 查 GID 索引，101 和 113 查路由，110 查各轨是否连通，111 查防火墙和网络接口。',
    verify: '作业能够启动，两块网卡之间的 ib_write_bw 能够运行。',
  },
}
