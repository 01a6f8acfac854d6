/** 中文：`ringscope perf`。 */
import type { PerfRemark } from '../../evidence/perf-run.ts'
import type { PerfTexts } from '../perf.ts'
import { list } from './phrases/words.ts'

function carried({ transport, carrier, hostCount }: Parameters<PerfTexts['head']>[0]): string {
  const where = hostCount === 1 ? '同一台机器' : `${hostCount} 台主机`
  switch (carrier) {
    case 'memory':
      return transport === 'threads'
        ? 'CPU 内存，在同一台机器的线程之间'
        : 'CPU 内存，由同一台机器的进程共享（数据不经过 TCP）'
    case 'sockets':
      return `TCP 套接字，在${where}的进程之间`
    case 'mpi':
      return `MPI，在${where}的 rank 之间`
  }
}

/** 没有哪种调度会与其消息的用时相差这么多。 */
const FIT_DISTURBED = 1

const REMARKS: Readonly<Record<PerfRemark['id'], (values: PerfRemark) => string>> = {
  'ucx-without-cache': ({ ranks }) =>
    `rank ${ranks.join('、')}：UCX 关闭了注册内存的缓存（UCX_MEM_EVENTS=n），否则会破坏进程的堆。经 InfiniBand 的大消息可能比 MPI 本来能达到的慢。大约每 32 个进程有一个受影响，每次启动时是不同的进程`,
}

export const perf: PerfTexts = {
  head: (run) => `测量的是 ${carried(run)}，与 GPU 和 NCCL 无关。`,
  limit: ({ kind, bytes, bytesPerSecond, aloneBytesPerSecond: alone, ranks }, print) => {
    switch (kind) {
      case 'memory':
        return `内存 ${print.rate(bytesPerSecond)}：${ranks === 1 ? '1 个 rank ' : `${ranks} 个 rank 同时`}做 c = a + b，每个 ${print.bytes(bytes)}，读写合计`
      case 'socket':
        return `套接字 ${print.rate(bytesPerSecond)}：直接用套接字，${ranks} 个 rank 同时发给后一个并从前一个接收，每条消息 ${print.bytes(bytes)}${alone === undefined ? '' : `；只有一条流时为 ${print.rate(alone)}`}`
      case 'fabric':
        return `网络 ${print.rate(bytesPerSecond)}：MPI_Sendrecv，${ranks} 个 rank 同时发给后一个并从前一个接收，每条消息 ${print.bytes(bytes)}`
    }
  },
  disturbed: ({ kind, rank, seconds = 0, share = 1 }, print) =>
    kind === 'delay'
      ? `人为注入：rank ${rank} 每次集合操作都迟到 ${print.duration(seconds)}`
      : `人为注入：rank ${rank} 的速率降到 ${print.percent(share)}`,
  remark: (values) => REMARKS[values.id](values),
  oneOfSeveral: ({ processes }, print) =>
    `启动器启动了 ${print.count(processes)} 个进程，但每个进程只测量了自己的线程。要测量进程之间，请用 --transport mpi 或 tcp。\n`,
  stopped: ({ rows }) => `已停止：测量了 ${rows} 行`,
  perSize: ({ iterations, ranks }, print) =>
    `用时单位为 us，共 ${print.count(iterations)} 次迭代，取 ${ranks} 个 rank 中最慢的；transfer = 最快的 rank 的用时，waiting = 其余；limit = 机器的上限`,
  pairs: {
    head: (pairs, print) =>
      `${pairs.ranks} 个 rank 两两之间，两个方向依次各一条流，每条消息 ${print.bytes(pairs.bytes)}。测量的是 ${carried(pairs)}，与 GPU 和 NCCL 无关。`,
    rate: 'GB/s，从左侧的 rank 到上方的 rank',
    latency: '延迟，单位 us（8 字节往返用时的一半）',
    slow: ({ from, to, bytesPerSecond, median }, print) =>
      `${from} -> ${to} 偏慢：${print.rate(bytesPerSecond)}，而所有对的中位数为 ${print.rate(median)}`,
    even: ({ lowest, highest, few }, print) =>
      `${few ? 'rank 太少，看不出哪一对异常' : '没有哪一对异常'}：${print.rate(lowest)} 到 ${print.rate(highest)}`,
    mark: '<',
  },
  simulated: {
    head: ({ latencySeconds, bytesPerSecond, rankBytesPerSecond, allBytesPerSecond }, print) =>
      `实测用时（p50，有 in-place 时取 in-place）与同一调度的模拟比较，模拟的参数由这次运行拟合：一条消息先用 ${print.duration(latencySeconds)}，再以 ${print.rate(bytesPerSecond)} 传输（各对的中位数）；一个 rank 收发合计 ${print.rate(rankBytesPerSecond)}；所有 rank 合计 ${print.rate(allBytesPerSecond)}`,
    withoutMessages: ({ ids }) => `只有发送消息的算法才能记录和模拟；${list(ids)} 不发送消息`,
    recorded: ({ path, algorithm, bytes, seconds }, print) =>
      `${path}：用 ${algorithm} 传输 ${print.bytes(bytes)} 的一次运行，用时 ${print.duration(seconds)}，可在 ui.perfetto.dev 打开`,
    columns: { size: '大小', measured: '实测', simulated: '模拟', off: '相差', algorithm: '算法' },
    mean: ({ share, sizes }, print) =>
      `${sizes} 行平均相差 ${print.percent(share)}${share > FIT_DISTURBED ? '：很可能在测量消息时，核被别的程序占用，或者几个 rank 共用一个核。请让 rank 数不超过空闲的核数，重新运行' : ''}`,
  },
  rendezvous: ({ ranks, at }, print) =>
    `正在等待全部 ${print.count(ranks)} 个 rank 连接${at === undefined ? '' : `到 ${at}`}`,
  progress: ({ bytes, algorithm, at, of }, print) =>
    `${print.bytes(bytes)}，${algorithm}（第 ${at} 个，共 ${of} 个）`,
}
