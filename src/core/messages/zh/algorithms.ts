/** 中文：算法。 */
import type { AlgorithmTexts } from '../algorithms.ts'

export const algorithms: AlgorithmTexts = {
  of: {
    ring: '每一份数据绕环一周并累加，再绕一周并复制。字节最少；延迟随 rank 数增长。用多个互不共用链路的环时，每个环承担一部分。',
    'bidirectional-ring': '一半数据顺时针，一半逆时针。两个方向是独立链路时快一倍，只有一个端口时不会更快。',
    'binary-tree': '和沿二叉树向上，结果向下，分块流水。步数少，但中间节点发送三倍数据。',
    'double-binary-tree': 'NCCL 的树：两棵树各承担一半数据，在一棵中是中间节点的，在另一棵中是叶子。',
    'recursive-doubling': '距离 1、2、4……的伙伴交换全部数据。步数最少，每步都传全部：适合小消息。',
    'halving-doubling': '伙伴交换一半、四分之一、八分之一，再反向。字节与环相同而步数少；伙伴越来越远。',
    'one-shot': '所有 rank 同时发给所有 rank。延迟最低；每个端口收到其余每个 rank 的消息。',
    'two-shot': '每个 rank 先累加自己的一份，再发给所有 rank。需要每对之间有链路或交换机。',
    torus: '先沿一个维度成环，再沿下一个维度处理剩下的部分。镜像的数据部分让所有维度都忙。',
    hierarchical:
      '先在节点内，再由每块 GPU 与其他节点的对应 GPU 走自己的 rail，最后回到节点内：经过网络的字节很少。',
    bruck: '数据块按 2 的幂传递。任意 rank 数步数都少；在 all_to_all 中数据块会多次传输。',
    pairwise: '每步一个伙伴，每个数据块直达目的地。',
    binomial: '每一步，拥有数据的 rank 数翻倍。适合小消息。',
    chain:
      '数据块一个接一个地从 rank 传到 rank：块多时与单条链路一样快。NCCL 的 broadcast 和 reduce 称之为 ring。',
    'scatter-allgather': '根分发各份，再由环扩散：字节是链的两倍，步数更少。',
    linear: '根与每个 rank 直接通信；send_recv：每个 rank 发给下一个。',
    'in-network': '交换机做加法（NVLS、SHARP）：每个 rank 只发送一次数据，busbw 可以超过链路速率。',
  },
  figures: ({ ranks, steps, sent, pieces }, print) =>
    `${print.count(ranks)} 个 rank：${print.count(steps)} 步${pieces > 1 ? `（${pieces} 块）` : ''}，最忙的 rank 发送 ${print.number(sent)} S`,
  notes: ['S 是 nccl-tests 打印的大小。哪里哪个最快：ringscope simulate all_reduce --on dgx-1v'],
}
