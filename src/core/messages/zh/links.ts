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
    lane: '每个通道',
    port: '每个端口',
    socket: '两个 CPU 插槽之间',
  },
  verdict: {
    'both-directions-raw': (values, print) =>
      `${print.rate(values.rate ?? 0)}（${values.of}）是双向之和，而且是原始速率：单向为 ${half(values, print)}，集合通信能用到约 ${usable(values, print)}。`,
    'both-directions': (values, print) =>
      `${print.rate(values.rate ?? 0)}（${values.of}）是双向之和：单向原始速率为 ${half(values, print)}，可用约 ${usable(values, print)}。`,
    'raw-one-direction': (values, print) =>
      `${print.rate(values.rate ?? 0)}（${values.of}）作为单向数值没错，但它是原始速率：可用约 ${usable(values, print)}。`,
    'host-memory-one-hop': (values, print) =>
      `${range(values, print)}（${values.of}）只适用于主机内存之间的一次写入。GPU 之间集合通信的一步最快也要 ${print.duration(values.latency)}（NCCL，LL 协议），用 Simple 协议则要 ${print.duration(SIMPLE_STEP)}。`,
    'adapter-not-switch': (values, print) =>
      `${range(values, print)}（${values.of}）是两端网卡的延迟，从主机内存到主机内存。交换机端口到端口只再加 ${print.duration(SWITCH.from)} 到 ${print.duration(SWITCH.to)}，而 NCCL 的一步最快也要 ${print.duration(values.latency)}。`,
    'adapter-too-slow': (values, print) =>
      `${range(values, print)}（${values.of}）偏慢：这一代网卡从主机内存到主机内存可达 ${print.duration(FDR_ADAPTERS)}；${print.duration(QDR_ADAPTERS)} 是 QDR 的数值。它也不是端口到端口的延迟：交换机只再加约 ${print.duration(SWITCH.to)}。NCCL 的一步最快也要 ${print.duration(values.latency)}。`,
    'depends-on-host': (values, print) =>
      `${range(values, print)}（${values.of}）在空闲、内核调优过的主机上常见；中断、繁忙的 CPU 或容器网络都会使它升高。它不是常数。`,
  },
}
