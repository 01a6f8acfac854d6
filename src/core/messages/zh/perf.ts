/** 中文：`ringscope perf`。 */
import type { PerfRemark } from '../../evidence/perf-run.ts'
import type { PerfTexts } from '../perf.ts'

function carried({ transport, carrier, hostCount }: Parameters<PerfTexts['head']>[0]): string {
  const where = hostCount === 1 ? '同一台机器' : `${hostCount} 台主机`
  switch (carrier) {
    case 'memory':
      return transport === 'threads'
        ? '同一台机器各线程之间的 CPU 内存'
        : '同一台机器各进程共享的 CPU 内存，数据不经过 TCP'
    case 'sockets':
      return `${where}各进程之间的 TCP 套接字`
    case 'mpi':
      return `${where}各 rank 之间由 MPI 驱动的通路`
  }
}

/** 没有哪种调度会与其消息的用时相差这么多。 */
const FIT_DISTURBED = 1

const REMARKS: Readonly<Record<PerfRemark['id'], (values: PerfRemark) => string>> = {
  'ucx-without-cache': ({ ranks }) =>
    `rank ${ranks.join('、')}：UCX 关闭了已注册内存的缓存（UCX_MEM_EVENTS=n），否则会破坏进程的堆；经由 InfiniBand 的大消息可能比 MPI 本可达到的慢。大约每 32 个进程有一个需要这样；下次启动时会是别的进程`,
}

export const perf: PerfTexts = {
  head: (run) => `测的是${carried(run)}。与 GPU 和 NCCL 无关。`,
  limit: ({ kind, bytes, bytesPerSecond, aloneBytesPerSecond: alone, ranks }, print) => {
    switch (kind) {
      case 'memory':
        return `内存 ${print.rate(bytesPerSecond)}：${ranks} 个 rank 同时做 c = a + b，每个 ${print.bytes(bytes)}，读写合计`
      case 'socket':
        return `套接字 ${print.rate(bytesPerSecond)}：裸套接字，${ranks} 个 rank 同时各自发给后一个、收自前一个，每条消息 ${print.bytes(bytes)}${alone === undefined ? '' : `；单条流独占时 ${print.rate(alone)}`}`
      case 'fabric':
        return `互连 ${print.rate(bytesPerSecond)}：MPI_Sendrecv，${ranks} 个 rank 同时各自发给后一个、收自前一个，每条消息 ${print.bytes(bytes)}`
    }
  },
  disturbed: ({ kind, rank, seconds = 0, share = 1 }, print) =>
    kind === 'delay'
      ? `有意为之：rank ${rank} 每次集合操作都晚到 ${print.duration(seconds)}`
      : `有意为之：rank ${rank} 的速率降到 ${print.percent(share)}`,
  remark: (values) => REMARKS[values.id](values),
  oneOfSeveral: ({ processes }, print) =>
    `这个进程是启动器启动的 ${print.count(processes)} 个进程之一，测的只是它自己的线程：要测进程之间，请用 --transport mpi 或 tcp。\n`,
  stopped: ({ rows }) => `已停止：测了 ${rows} 行`,
  perSize: ({ iterations, ranks }, print) =>
    `时间单位 us，${print.count(iterations)} 次迭代，取 ${ranks} 个 rank 中最慢者；transfer = 最快 rank 的时间，waiting = 其余；limit = 机器所允许的`,
  pairs: {
    head: (pairs, print) =>
      `${pairs.ranks} 个 rank 的每一对，每个方向依次一条流，每条消息 ${print.bytes(pairs.bytes)}：测的是${carried(pairs)}。与 GPU 和 NCCL 无关。`,
    rate: 'GB/s，从左边的 rank 到上面的 rank',
    latency: '延迟，us（8 字节往返的一半）',
    slow: ({ from, to, bytesPerSecond, median }, print) =>
      `${from} -> ${to} 慢：${print.rate(bytesPerSecond)}，所有对的中位数为 ${print.rate(median)}`,
    even: ({ lowest, highest, few }, print) =>
      `${few ? 'rank 太少，看不出哪一对突出' : '没有哪一对突出'}：${print.rate(lowest)} 到 ${print.rate(highest)}`,
    mark: '<',
  },
  simulated: {
    head: ({ latencySeconds, bytesPerSecond, rankBytesPerSecond, allBytesPerSecond }, print) =>
      `实测（p50，有原位时取原位）与同一调度的模拟对照，参数由本次运行拟合：每条消息 ${print.duration(latencySeconds)}、${print.rate(bytesPerSecond)}（各对的中位数），一个 rank 收发合计 ${print.rate(rankBytesPerSecond)}，所有 rank 合计 ${print.rate(allBytesPerSecond)}`,
    withoutMessages: ({ ids }) =>
      `只用发送消息的算法；${ids.join('、')} 不发送消息，没有可记录或可模拟的内容`,
    recorded: ({ path, algorithm, bytes, seconds }, print) =>
      `${path}：${print.bytes(bytes)}、算法 ${algorithm} 的一次运行，${print.duration(seconds)}，可在 ui.perfetto.dev 打开`,
    columns: { size: '大小', measured: '实测', simulated: '模拟', off: '相差', algorithm: '算法' },
    mean: ({ share, sizes }, print) =>
      `${sizes} 行平均相差 ${print.percent(share)}${share > FIT_DISTURBED ? '：很可能测量消息时核被别的程序占用，或几个 rank 共用一个核；请让 rank 数不超过空闲的核数，再测一次' : ''}`,
  },
  rendezvous: ({ ranks, at }, print) =>
    `等待全部 ${print.count(ranks)} 个 rank${at === undefined ? '' : `在 ${at}`}会合`,
  progress: ({ bytes, algorithm, at, of }, print) =>
    `${print.bytes(bytes)}，${algorithm}（第 ${at} 个，共 ${of} 个）`,
}
