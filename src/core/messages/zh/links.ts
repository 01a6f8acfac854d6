/** 中文：链路目录。 */
import type { Print } from '../../base/print.ts'
import type { QuoteFacts } from '../../machine/links.ts'
import type { LinkTexts } from '../links.ts'

/** Simple 协议过网络的一步：NCCL 2.30.7 src/graph/tuning.cc。 */
const SIMPLE_STEP = 14e-6
/** InfiniBand Trade Association 的路线图，以及网卡和交换机的数据手册。 */
const FDR_ADAPTERS = 0.7e-6
const QDR_ADAPTERS = 1.3e-6
const SWITCH = { from: 0.1e-6, to: 0.2e-6 }

const half = ({ rate = 0 }: QuoteFacts, print: Print) => print.rate(rate / 2)
const usable = ({ usable: rate = 0 }: QuoteFacts, print: Print) => print.rate(rate)
const range = ({ from = 0, to = 0 }: QuoteFacts, print: Print) =>
  from === to ? print.duration(from) : `${print.duration(from)} 到 ${print.duration(to)}`

export const links: LinkTexts = {
  per: {
    link: '每条链路',
    lane: '每条 lane',
    port: '每个端口',
    socket: '两个 CPU 插槽之间',
  },
  verdict: {
    'both-directions-raw': (values, print) =>
      `${print.rate(values.rate ?? 0)}（${values.of}）是双向合计的原始速率：单向为 ${half(values, print)}，集合操作能用到其中约 ${usable(values, print)}。`,
    'both-directions': (values, print) =>
      `${print.rate(values.rate ?? 0)}（${values.of}）是双向合计：单向原始速率为 ${half(values, print)}，可用约 ${usable(values, print)}。`,
    'raw-one-direction': (values, print) =>
      `${print.rate(values.rate ?? 0)}（${values.of}）作为单向数值是对的，但它是原始速率：可用约 ${usable(values, print)}。`,
    'host-memory-one-hop': (values, print) =>
      `${range(values, print)}（${values.of}）是主机内存之间一次 RDMA 写的用时。GPU 之间集合操作的一步至少需要 ${print.duration(values.latency)}（NCCL，LL 协议），用 Simple 协议则为 ${print.duration(SIMPLE_STEP)}。`,
    'adapter-not-switch': (values, print) =>
      `${range(values, print)}（${values.of}）是两端网卡的延迟，从主机内存到主机内存。交换机端口到端口再加 ${print.duration(SWITCH.from)} 到 ${print.duration(SWITCH.to)}，而 NCCL 的一步至少需要 ${print.duration(values.latency)}。`,
    'adapter-too-slow': (values, print) =>
      `${range(values, print)}（${values.of}）偏高：这一代网卡从主机内存到主机内存可达 ${print.duration(FDR_ADAPTERS)}；${print.duration(QDR_ADAPTERS)} 是 QDR 的典型值。它也不是端口到端口的延迟：交换机约增加 ${print.duration(SWITCH.to)}。NCCL 的一步至少需要 ${print.duration(values.latency)}。`,
    'depends-on-host': (values, print) =>
      `${range(values, print)}（${values.of}）是主机空闲且内核调优过时的典型值，并不是常数：中断、繁忙的 CPU 或容器网络都会使它升高。`,
  },
}
