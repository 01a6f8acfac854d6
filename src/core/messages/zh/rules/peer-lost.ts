/** Chinese: peer-lost. */
import type { PeerLostValues } from '../../../rules/failure/peer-lost.ts'
import type { RuleText } from '../../rule-text.ts'
import { failureText, told, whoOf } from '../phrases/failure.ts'

export const peerLost: RuleText<PeerLostValues> = {
  ...failureText,
  name: '因其他 rank 出错而失败的 rank',
  about:
    '提示：连接被对端关闭、请求被冲刷 (flushed)、远端错误。原因在最先出错的 rank。启动器丢失整台主机时为错误。',

  title: (values, print) => {
    const { alone, ends, host, rank, lines } = values
    if (alone)
      return `${whoOf(host, rank) || '某个 rank'}：与另一个 rank 的连接断开；后者为何结束，这些文件里没有`
    return ends && lines === 1 ? told(values) : `有 ${print.count(lines)} 行来自失去对端的 rank`
  },
  cause: told,
  detail: (values, print) =>
    values.alone
      ? '这些行只说明对端已经不在，没有说明原因。最先出错的 rank 打印的是另一行；如果它是被杀掉的，则什么也没有打印。它的日志不在这些文件中。'
      : failureText.detail(values, print),
  explained: {
    knownBy: '"Connection closed by remote peer"、"ncclRemoteError"、状态为 5 的完成事件。',
    costs: '本身没有代价：由最先出错的 rank 引起。',
    todo: '按时间在所有 rank 的日志中找第一条报错。',
    verify: '最先的故障消除后，这些行不再出现。',
  },
}
