/** Chinese: single-rank. */
import type { SingleRankValues } from '../../../rules/number/single-rank.ts'
import type { RuleText } from '../../rule-text.ts'

export const singleRank: RuleText<SingleRankValues> = {
  name: '只有一个 rank 的运行，或多个单 rank 运行而不是一个作业',
  about:
    '错误。只有一个 rank 时 busbw 按公式为 0：没有通信。任何数据行之前出现多份单 rank 设备列表，说明 nccl-tests 编译时没有 MPI=1 却由 mpirun 启动：每个进程只测了自己。文件中先后完整的单 rank 运行不算。',

  title: ({ runs, together }, print) =>
    together
      ? `${print.count(runs)} 个各只有一个 rank 的测试并排运行：GPU 之间没有传输任何数据`
      : '测试只有一个 rank：GPU 之间没有传输任何数据',
  cause: ({ together }) => (together ? 'nccl-tests 编译时没有启用 MPI' : '只有一个 rank'),
  detail: ({ together }) =>
    together
      ? '在第一行数据之前出现了几次运行的设备列表，每个都只有 rank 0：mpirun 启动的程序互不知情。按公式，单个 rank 的 busbw 为 0。'
      : '按公式（系数 (n-1)/n），单个 rank 的 busbw 为 0，algbw 只是 GPU 内部的拷贝。',
  actions: ({ together, runs, gpus }) =>
    together
      ? [
          '用 make MPI=1 MPI_HOME=/path/to/mpi 重新编译 nccl-tests',
          `然后 mpirun -np ${runs} ... all_reduce_perf -g 1`,
        ]
      : [
          `单节点、一个进程管所有 GPU：all_reduce_perf -b 8 -e 8G -f 2 -g ${gpus ?? 'GPUS_PER_NODE'}`,
          '多节点：make MPI=1，然后用 mpirun 每块 GPU 一个进程，加 -g 1',
        ],
  verify: () => '设备列表在同一个表头下显示 Rank 0 到 Rank N-1',
  inOrder: '所有 rank 在同一个作业中',
  explained: {
    knownBy: '只有一行设备，或在第一行数据之前有几份只含 rank 0 的设备列表。',
    costs: '什么也没有测到。',
    todo: '一个进程管所有 GPU（-g GPUS_PER_NODE），或用 make MPI=1 编译 nccl-tests 后以 mpirun 启动。',
    verify: '设备列表在同一个表头下显示 rank 0 到 N-1。',
  },
}
