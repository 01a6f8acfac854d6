/** 中文：只靠模拟的拓扑上的 `ringscope expect`。 */
import type { ExpectSimulatedTexts } from '../expect-simulated.ts'

export const expectSimulated: ExpectSimulatedTexts = {
  headline: {
    plain: ({ collective, topology, bytes, seconds, busbw, algorithm, best, ofBound }, print) =>
      `${topology} 上 ${print.bytes(bytes)} 的 ${collective} ${best ? '最快' : ''}需 ${print.duration(seconds)}：busbw 为 ${print.rate(busbw)}（${algorithm}），达到此图所允许的 ${print.percent(ofBound)}。`,
    reached: ({ measured, share, simulated, collective, topology }, print) =>
      `${print.rate(measured)}，达到模拟值的 ${print.percent(share)}：${topology} 上最快的 ${collective} 模拟为 ${print.rate(simulated)}。`,
    undecided: ({ measured, share, simulated, bytes }, print) =>
      `${print.rate(measured)}，达到 ${print.bytes(bytes)} 时模拟值 ${print.rate(simulated)} 的 ${print.percent(share)}；真实链路能达到模拟值的多少，尚不清楚。`,
    above: ({ measured, allows, topology }, print) =>
      `${print.rate(measured)} 超出了 ${topology} 的承载能力：在这些链路上，任何算法都不会超过 ${print.rate(allows)}。`,
  },
  labels: {
    allows: '此图上限',
    bound: '受限于（占用）',
    band: '范围',
    notTried: '未尝试',
    next: '下一步',
  },
  band: '从这里最快的算法到此图的上限；没有已知的实测效率',
  supposed: {
    efficiency: '链路被完全用满，启动不占时间，因为没有这类机器的实测值',
    bandwidth: '每条链路的带宽，因为没有给出',
    latency: '每条链路的延迟，因为没有给出',
  },
  decide: {
    efficiency: '测量单条链路（两个相邻 rank 之间的 send_recv），用 --bandwidth 给出',
    bandwidth: '给出一条链路单向的可用速率：--bandwidth 50GB/s',
    latency: '给出一条链路的延迟：--latency 500ns',
  },
  bound: {
    latency: ({ share }, print) => `延迟 ${print.percent(share)}`,
    link: ({ link, busy }, print) => `${link} ${print.percent(busy)}`,
  },
}
