/** 中文：集合通信。S 是 nccl-tests 打印的 size，N 是 rank 数。 */
import type { CollectiveTexts } from '../collectives.ts'

export const collectives: CollectiveTexts = {
  of: {
    all_reduce: {
      does: '把所有 rank 的向量相加，每个 rank 都得到总和。',
      starts: '每个 rank：大小为 S 的向量',
      ends: '每个 rank：总和，S',
      moves: '每个 rank 发送和接收各 2(N-1)/N x S，所有 rank 合计 2(N-1) x S',
      wrong: (print) => [
        `八个 rank 各有 ${print.bytes(1e6)} 时，每个 rank 发送 ${print.bytes(1.75e6)}，合计 ${print.bytes(14e6)}；既不是 N x S，也不是 2 x S。`,
        '任何树的总流量都是 2(N-1) x S。“2 log2(N) x S”是不分块流水的树的用时乘以带宽，不是流量。',
        '单棵二叉树里最忙的 rank 是内部节点（3S），不是根（2S）；在 NCCL 的双二叉树里，最忙的 rank 发送 2S。',
        'NCCL 中只有环是按 reduce_scatter + all_gather 完成的，树和 NVLS 不是。',
        '用环还是用树，不能只看 rank 数：节点越多，环要到更大的数据量才会更快。',
      ],
    },
    all_gather: {
      does: '把各 rank 的部分依次拼接，每个 rank 都得到完整结果。',
      starts: '每个 rank：自己的部分，S/N',
      ends: '每个 rank：按 rank 顺序排列的所有部分，S',
      moves: '每个 rank 发送和接收各 (N-1)/N x S，所有 rank 合计 (N-1) x S',
      wrong: () => [
        '它的流量是同样 S 的 all_reduce 的一半。只有 data 指一个 rank 的部分时，“(N-1) x data”才成立。',
        '改用 reduce_scatter + all_gather，代价等于一次完整的 all_reduce；只有本来就不需要 gather 时才划算。',
        '四个 rank 分别有 [1]、[2]、[3]、[4]，结束后每个 rank 都有 [1,2,3,4]；不做加法。',
      ],
    },
    reduce_scatter: {
      does: '把所有 rank 的向量相加，每个 rank 得到总和的一部分。',
      starts: '每个 rank：大小为 S 的向量',
      ends: 'rank r：总和的第 r 部分，S/N',
      moves: '每个 rank 发送和接收各 (N-1)/N x S，所有 rank 合计 (N-1) x S',
      wrong: () => [
        '四个 rank 各有 [1,2,3,4]，结束后依次得到 4、8、12、16，每个 rank 一个；不是 10、20、30、40。',
      ],
    },
    broadcast: {
      does: '把根的向量复制到每个 rank。',
      starts: '根：大小为 S 的向量',
      ends: '每个 rank：该向量，S',
      moves: '其余每个 rank 接收 S，所有 rank 合计 (N-1) x S',
      wrong: () => ['在 NCCL 中它总是用环（一条链），没有用树的 broadcast。'],
    },
    reduce: {
      does: '把所有 rank 的向量相加，只有根得到总和。',
      starts: '每个 rank：大小为 S 的向量',
      ends: '根：总和，S；其余：无',
      moves: '其余每个 rank 发送 S，所有 rank 合计 (N-1) x S',
      wrong: () => ['在 NCCL 中它总是用环（一条链），没有用树的 reduce。'],
    },
    gather: {
      does: '把各 rank 的部分依次收集到根上。',
      starts: '每个 rank：自己的部分，S/N',
      ends: '根：所有部分，S；其余：无',
      moves: '根接收 (N-1)/N x S，其余每个 rank 发送 S/N',
      wrong: () => ['无论有多少 rank，上限都由根的链路决定。'],
    },
    scatter: {
      does: '把根的向量切分，每个 rank 得到不同的一部分。',
      starts: '根：大小为 S 的向量',
      ends: 'rank r：第 r 部分，S/N',
      moves: '根发送 (N-1)/N x S，其余每个 rank 接收 S/N',
      wrong: () => ['无论有多少 rank，上限都由根的链路决定。'],
    },
    all_to_all: {
      does: '每个 rank 给其他每个 rank 发送不同的部分。',
      starts: '每个 rank：N 个部分，发给每个 rank 各一份，共 S',
      ends: '每个 rank：N 个部分，来自每个 rank 各一份，共 S',
      moves: '每个 rank 发送和接收各 (N-1)/N x S，所有 rank 合计 (N-1) x S',
      wrong: () => [
        '它不用环，也不用树：每对 rank 直接通信，因此跨节点时受网卡限制；节点越多，每块 GPU 越慢。',
      ],
    },
    send_recv: {
      does: '每个 rank 把向量发给下一个 rank，并从前一个 rank 接收。',
      starts: '每个 rank：大小为 S 的向量',
      ends: '每个 rank：前一个 rank 的向量，S',
      moves: '每个 rank 发送和接收各 S，所有 rank 合计 N x S',
      wrong: () => [],
    },
  },
  size: {
    buffer: '一个 rank 的缓冲区；count 是 size 除以类型的字节数',
    gathered: '收集到的完整结果；count 是一个 rank 的部分，size / N',
    input: '一个 rank 的全部输入；count 是每个 rank 最后得到的部分，size / N',
    'sent-per-rank': '一个 rank 发送的总量；count 是发给另一个 rank 的量，size / N',
    'root-receives': '根接收的总量；count 是一个 rank 的部分，size / N',
    'root-sends': '根发送的总量；count 是一个 rank 的部分，size / N',
  },
  use: {
    ddp: { title: 'DDP', does: '每块 GPU 都有完整的模型；梯度在反向传播期间分桶求平均' },
    'zero-1': {
      title: 'ZeRO-1',
      does: '优化器状态分片；每步一次，把梯度归约到负责该分片的 rank，再收集新参数',
    },
    'zero-2': { title: 'ZeRO-2', does: '梯度也分片；每次反向传播期间就把梯度归约到负责该分片的 rank' },
    'zero-3': { title: 'ZeRO-3、FSDP', does: '参数也分片；每层在使用前先收集，前向和反向各一次' },
    tp: { title: '张量并行', does: '每层切分到多块 GPU；激活值在前向求和两次，在反向求和两次' },
    pp: { title: '流水线并行', does: '各层分布到多块 GPU；激活值传给下一级，其梯度传回' },
    ep: { title: '专家并行', does: '各专家分布到多块 GPU；token 发往各自的专家，再返回' },
    start: { title: '启动', does: '训练前分发参数，或分发某个 rank 的数据' },
    metrics: { title: '指标', does: '损失和输出汇总到负责记录的 rank' },
  },
  when: {
    forward: '前向传播中',
    backward: '反向传播中',
    'after-backward': '反向传播之后',
    once: '启动时一次',
  },
}
