/** Chinese: findings that read the shape of a curve, its repeats, and several hosts' curves side by side. */
import type { FindingTexts } from '../findings.ts'
import { sizeOption, testProgram } from '../nccl-tests.ts'

type CurveFindings = Pick<
  FindingTexts,
  | 'latency-bound'
  | 'size-dip'
  | 'size-collapse'
  | 'constant-time'
  | 'tail-latency'
  | 'changed-since-baseline'
  | 'slow-node'
>

export const curveFindings: CurveFindings = {
  'latency-bound': {
    title: ({ collective, from, to, seconds, upTo }, print) =>
      `从 ${print.bytes(from)} 到 ${print.bytes(to)}，${collective} 耗时 ${span(print.duration(seconds), print.duration(upTo))}：这里起作用的是延迟，不是带宽`,
    detail: ({ halfBytes }, print) =>
      `在这一段，busbw 说明不了什么。${halfBytes === undefined ? '' : `按延迟加带宽拟合，约在 ${print.bytes(rounded(halfBytes))} 时达到带宽的一半。`}作业中的每次小调用都要付出这个时间。`,
    actions: () => ['把小张量并入更大的 bucket，减少调用次数'],
  },
  'size-dip': {
    title: ({ collective, bytes, measured, before, beforeBytes, drop }, print) =>
      `${collective} 在 ${print.bytes(bytes)} 处下陷 ${print.percent(drop)}：为 ${print.rate(measured)}，而 ${print.bytes(beforeBytes)} 时是 ${print.rate(before)}`,
    detail: ({ after, afterBytes, others }, print) =>
      `${others === 0 ? '' : `共 ${print.count(others + 1)} 处，这是最深的一处。`}到 ${print.bytes(afterBytes)} 又恢复到 ${print.rate(after)}，因此链路没有问题：NCCL 大约在这里切换算法或协议，某个设置（NCCL_MIN_NCHANNELS、NCCL_PROTO、NCCL_ALGO、tuner 文件）可能移动了切换点。`,
    actions: ({ collective, beforeBytes, afterBytes }) => [
      "env | grep -E 'NCCL_(ALGO|PROTO|MIN_NCHANNELS|MAX_NCHANNELS|TUNER)'；grep NCCL /etc/nccl.conf ~/.nccl.conf：取消已有的设置，重测",
      `先 NCCL_ALGO=RING，再 NCCL_ALGO=TREE：${testProgram(collective)} -b ${sizeOption(beforeBytes)} -e ${sizeOption(afterBytes)} -f 2 能看出是哪一个下陷`,
      '没有任何设置时仍然如此：重复测试（-n 100），并换一个 NCCL 版本',
    ],
    verify: ({ collective, beforeBytes, afterBytes }) =>
      `${testProgram(collective)} -b ${sizeOption(beforeBytes)} -e ${sizeOption(afterBytes)} -f 2 应逐行上升`,
  },
  'size-collapse': {
    title: ({ collective, bytes, best, fromBytes, measured }, print) =>
      `${collective} 超过 ${print.bytes(bytes)} 后崩落：从 ${print.rate(best)} 降到 ${print.bytes(fromBytes)} 起的 ${print.rate(measured)}`,
    cause: ({ bytes, drop }, print) => `超过 ${print.bytes(bytes)} 后损失 ${print.percent(drop)}`,
    detail: ({ drop, nodes }, print) =>
      `所有更大的消息都损失 ${print.percent(drop)} 的带宽。${
        nodes === 1
          ? '在单个节点内，这是缓冲区的问题，或大消息走了另一条路径。'
          : '跨节点时，拥塞和丢包就是这个样子（流控没有生效的 RoCE）：短的突发能通过，长的会使交换机溢出。'
      }`,
    actions: ({ nodes, collective, bytes }) =>
      nodes === 1
        ? [
            `NCCL_DEBUG=INFO ${testProgram(collective)} -b ${sizeOption(bytes)} -e 8G -f 2 2>&1 | tee nccl.log：走的是哪条路径？`,
            'df -h /dev/shm；env | grep NCCL_BUFFSIZE',
          ]
        : [
            "在各节点上、测试前后各执行一次：ethtool -S IFACE | grep -E 'discard|pause|out_of_buffer'；数字增长就是丢包",
            'mlnx_qos -i IFACE，交换机上也查：RoCE 所用优先级的 PFC 是否端到端都打开了？',
            '先用同一台 leaf 交换机下的两个节点，再用不同 leaf 下的两个：只在一种情况下丢包，问题就在 spine',
          ],
    verify: ({ collective, best }, print) =>
      `${testProgram(collective)} -b 1M -e 8G -f 2 直到最后都保持在 ${print.rate(best)} 以上`,
  },
  'constant-time': {
    title: ({ collective, seconds, from, to }, print) =>
      `从 ${print.bytes(from)} 到 ${print.bytes(to)}，${collective} 每种大小都要 ${print.duration(seconds)}`,
    detail: ({ seconds, latency }, print) =>
      `真正的传输，数据越多用时越长。${print.duration(seconds)} 是最小的调用可以用的时间（${print.duration(latency)}）的 ${print.number(seconds / latency)} 倍：每次调用都在等别的东西，例如 GPU 之间走的是平台只能模拟的路径。`,
    actions: ({ collective }) => [
      `NCCL_P2P_DISABLE=1 ${testProgram(collective)} -b 8 -e 64M -f 2：这时变快，说明卡在 P2P 上（ACS、IOMMU、虚拟机）`,
      '以 root 执行 lspci -vvv | grep ACSCtl：GPU 上方出现 ReqRedir+ 或 CmpltRedir+ 就会重定向它的数据',
      'NCCL_DEBUG=INFO ... 2>&1 | tee nccl.log：用的是哪种传输方式？',
    ],
    verify: ({ collective, latency }, print) =>
      `${testProgram(collective)} -b 8 -e 1M -f 2 从约 ${print.duration(latency)} 或更低开始`,
  },
  'tail-latency': {
    title: ({ collective, bytes, p50, p99, mean }, print) =>
      `${print.bytes(bytes)} 的 ${collective}，100 次中有 1 次需要 ${print.duration(p99)} 以上，而${mean ? '平均' : '中位数'}为 ${print.duration(p50)}`,
    detail: ({ p50, p99, iterations, mean, nodes }, print) =>
      `在 ${print.count(iterations)} 次迭代中，P99 是${mean ? '平均值（文件中没有中位数）' : '中位数'}的 ${print.number(p99 / p50)} 倍。训练的每一步都要等最慢的那次调用${nodes === 1 ? '' : '；在 RoCE 或 TCP 上，重传就是这个样子'}。`,
    actions: ({ nodes }) => [
      ...(nodes === 1
        ? ['用 numactl 或 mpirun --bind-to numa 让每个进程靠近自己的 GPU，避开繁忙的核']
        : ["在各节点上、测试前后各执行一次：ethtool -S IFACE | grep -E 'discard|retrans|out_of_sequence'"]),
      '运行时执行 nvidia-smi -q -d PERFORMANCE,CLOCK：有没有 GPU 降速？',
      '这些机器上有没有别的作业？空闲时再测一次',
    ],
    verify: ({ collective, bytes }) =>
      `${testProgram(collective)} -b ${sizeOption(bytes)} -e ${sizeOption(bytes)} -n 1000 -I 1：i_p99 低于中位数的三倍`,
  },
  'changed-since-baseline': {
    title: ({ collective, bytes, measured, was, change, only, settings }, print) =>
      only
        ? `与基线相比有 ${print.count(settings.length)} 项设置改变：${settings.map(({ name }) => name).join('，')}`
        : `${collective} 在 ${print.bytes(bytes)} 时比基线${change < 0 ? '慢' : '快'} ${print.percent(Math.abs(change))}：现为 ${print.rate(measured)}，原为 ${print.rate(was)}`,
    detail: ({ lowest, highest, runs, settings, only }, print) =>
      [
        ...(settings.length > 0
          ? [
              `有变化的设置：${settings.map(({ name, was, now }) => `${name} ${was ?? absent(name)} -> ${now ?? absent(name)}`).join('；')}。`,
            ]
          : ['这些文件所含的设置都没有变化。']),
        ...(only
          ? []
          : [
              runs > 1
                ? `基线的 ${print.count(runs)} 次运行在 ${print.rate(lowest)} 与 ${print.rate(highest)} 之间。`
                : '基线只有一次运行：不知道它的波动有多大。',
            ]),
      ].join(''),
    actions: ({ change, settings, runs, collective, bytes, only }) =>
      change > 0 || only
        ? []
        : [
            ...(settings.length > 0
              ? [`把有变化的设置逐个改回去：${settings.map(({ name }) => name).join('、')}`]
              : []),
            ...(runs > 1
              ? []
              : [
                  `重复三次以了解波动：${testProgram(collective)} -b ${sizeOption(bytes)} -e ${sizeOption(bytes)} -n 100`,
                ]),
            '这些文件里没有的：驱动、固件、BIOS、布线、网络上的其他作业',
          ],
  },
  'slow-node': {
    title: ({ host, collective, measured, siblings, below }, print) =>
      `${host} 比同类节点慢 ${print.percent(below)}：${collective} 为 ${print.rate(measured)}，其他节点为 ${print.rate(siblings)}`,
    cause: ({ host }) => `${host} 慢`,
    detail: ({ hosts, bytes, siblings }, print) =>
      bytes === undefined
        ? `在节点对的表中，这台主机与几乎每个伙伴都慢；${print.rate(siblings)} 是 ${print.count(hosts)} 台主机的中位数。包含它的作业会被它拖慢。`
        : `${print.count(hosts)} 台主机做了同样的测试；${print.rate(siblings)} 是全体在 ${print.bytes(bytes)} 时的中位数，其他主机都与它接近。包含这台主机的作业会被它拖慢。`,
    actions: ({ host }) => [
      `在 ${host} 和另一台主机上分别执行并比较：nvidia-smi nvlink -s；nvidia-smi topo -m；nvidia-smi -q -d PERFORMANCE,CLOCK；ibstat`,
      `查明之前：把 ${host} 移出调度（drain）`,
    ],
    verify: ({ collective, siblings }, print) =>
      `在这台主机上 ${testProgram(collective)} -b 1G -e 8G -f 2 达到约 ${print.rate(siblings)}`,
  },
}

/** A fitted size is no exact one: the nearest power of two. */
const rounded = (bytes: number): number => 2 ** Math.round(Math.log2(bytes))

/** 一个时间，或最短与最长。 */
const span = (from: string, to: string): string => (from === to ? from : `${from} 到 ${to}`)

/** 环境变量不出现即未设置；版本或选项不出现只是文件没有写明。 */
const absent = (name: string): string => (name.includes('_') ? '未设' : '未写明')
