/** 中文：算法。 */
import type { AlgorithmTexts } from '../algorithms.ts'

export const algorithms: AlgorithmTexts = {
  of: {
    ring: '每一份数据先绕环一周求和，再绕环一周复制。发送的字节最少，但延迟随 rank 数增长。有多个互不共用链路的环时，每个环承担一部分数据。',
    'bidirectional-ring':
      '数据沿环的两个方向各走一半。两个方向是独立的链路时快一倍；共用一个端口时不会更快。',
    'binary-tree': '部分和沿二叉树向上，结果向下，分块流水。步数少，但内部节点的 rank 要发送三倍的数据。',
    'double-binary-tree': 'NCCL 的树：两棵树各承担一半数据，一棵树的内部节点是另一棵树的叶子。',
    'recursive-doubling':
      '依次与距离为 1、2、4 …… 的 rank 交换全部数据。步数最少，但每步都要发送全部数据：适合小消息。',
    'halving-doubling':
      '两两配对，依次交换一半、四分之一、八分之一的数据，再按相反顺序交换回来。字节与环一样少，步数也少，但配对的 rank 越来越远。',
    'one-shot': '每个 rank 同时发给其余所有 rank。延迟最低，但每个端口要接收其余每个 rank 的消息。',
    'two-shot':
      '每个 rank 先从其余所有 rank 收取并归约自己的一份，再把结果发给所有 rank。要求每对 rank 之间有链路或交换机。',
    torus:
      '先沿一个维度成环，再沿下一个维度处理剩下的部分。数据的各镜像部分从不同的维度开始，使所有维度都不空闲。',
    hierarchical:
      '先在节点内进行，再由各节点位置相同的 GPU 在各自的轨上进行，最后回到节点内。经过网络的字节很少。',
    bruck:
      '数据块按 2 的幂的距离传递。任意 rank 数都只需很少的步数，但在 all_to_all 中同一个数据块要传输多次。',
    pairwise: '每步只与一个 rank 通信，每个数据块直达目的地。',
    binomial: '每走一步，拥有数据的 rank 数翻倍。适合小消息。',
    chain:
      '数据分块，一块接一块地沿各 rank 传递；块数多时与单条链路一样快。NCCL 的 broadcast 和 reduce 把它称为 ring。',
    'scatter-allgather': '根先分发各份，再用环收集：字节是链的两倍，步数更少。',
    linear: '根与每个 rank 直接通信；在 send_recv 中，每个 rank 发给下一个。',
    'in-network': '由交换机归约（NVLS、SHARP）：每个 rank 只发送一次数据，busbw 可能超过链路速率。',
  },
  figures: ({ ranks, steps, sent, pieces }, print) =>
    `${print.count(ranks)} 个 rank：${print.count(steps)} 步${pieces > 1 ? `（分 ${print.count(pieces)} 块）` : ''}，最忙的 rank 发送 ${print.number(sent)} S`,
  notes: [
    'S 是 nccl-tests 打印的大小。要看某台机器上哪个算法最快：ringscope simulate all_reduce --on dgx-1v',
  ],
}
