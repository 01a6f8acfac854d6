/** 中文：只靠模拟的拓扑上的 `ringscope expect`。 */
import type { ExpectSimulatedTexts } from '../expect-simulated.ts'

export const expectSimulated: ExpectSimulatedTexts = {
  headline: {
    plain: ({ collective, topology, bytes, seconds, busbw, algorithm, best, ofBound }, print) =>
      `${topology} 上 ${print.bytes(bytes)} 的 ${collective} ${best ? '最快' : ''}需 ${print.duration(seconds)}：busbw 为 ${print.rate(busbw)}（${algorithm}），是该图所允许的 ${print.percent(ofBound)}。`,
    reached: ({ measured, share, simulated, collective, topology }, print) =>
      `${print.rate(measured)} 是 ${topology} 上模拟得到的最快 ${collective} 所达 ${print.rate(simulated)} 的 ${print.percent(share)}。`,
    undecided: ({ measured, share, simulated, bytes }, print) =>
      `${print.rate(measured)} 是 ${print.bytes(bytes)} 时模拟值 ${print.rate(simulated)} 的 ${print.percent(share)}；这些链路实际能达到其中多少并不清楚。`,
    above: ({ measured, allows, topology }, print) =>
      `${print.rate(measured)} 超过 ${topology} 所能承载：用这些链路，任何算法都不超过 ${print.rate(allows)}。`,
  },
  labels: {
    allows: '图所允许',
    bound: '受限于，占时间',
    band: '范围',
    notTried: '未尝试',
    next: '下一步',
  },
  band: '从这里最快的算法到图所允许的上限；没有已知的实测效率',
  supposed: {
    efficiency: '链路被完全用满，启动不花时间：没有这类机器的实测值',
    bandwidth: '每条链路的带宽，因为没有给出',
    latency: '每条链路的延迟，因为没有给出',
  },
  decide: {
    efficiency: '单独测一条链路（两个相邻 rank 间的 send_recv），用 --bandwidth 给出',
    bandwidth: '给出一条链路单向的可用速率：--bandwidth 50GB/s',
    latency: '给出一条链路的延迟：--latency 500ns',
  },
  bound: {
    latency: ({ share }, print) => `延迟 ${print.percent(share)}`,
    link: ({ link, busy }, print) => `${link} ${print.percent(busy)}`,
  },
}
