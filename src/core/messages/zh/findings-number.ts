/** Chinese: findings that read the number. Numbers arrive in SI units and are printed by `print`. */
import type { Print } from '../../base/print.ts'
import type { BasisKind } from '../../expectation/expectation.ts'
import type { FaultGuess, FindingTexts, Reached } from '../findings.ts'
import { testProgram } from '../nccl-tests.ts'
import { expect } from './expect.ts'
import { report } from './report.ts'

/** 从这里起，等待值得一提。 */
const MUCH_WAITING = 0.3
const LIMIT_DISTURBED = 1.5

type NumberFindings = Pick<
  FindingTexts,
  | 'number-is-healthy'
  | 'bandwidth-below-expected'
  | 'share-of-limit'
  | 'average-misread'
  | 'sweep-not-saturated'
  | 'busbw-above-link'
  | 'single-rank'
  | 'wrong-results'
  | 'collectives-disagree'
  | 'test-proves-less'
  | 'insufficient-evidence'
>

export const numberFindings: NumberFindings = {
  'number-is-healthy': {
    title: ({ collective, measured, expected, share, low, high }, print) =>
      share < 0.9
        ? `${collective} 达到 ${print.rate(measured)}，在同类正常机器的 ${print.rate(low)} 到 ${print.rate(high)} 之内`
        : `${collective} 达到 ${print.rate(measured)}，为这里预期的 ${print.rate(expected)} 的 ${print.percent(share)}`,
    detail: ({ bytes, low, high, source, basis, spread, assumed }, print) =>
      [
        `读自最大的消息 ${print.bytes(bytes)}：${band({ low, high, source, basis }, print)}，达到中点的 90 % 即可。`,
        ...(spread
          ? [
              `共 ${print.count(spread.repeats)} 次运行，在 ${print.rate(spread.lowest)} 与 ${print.rate(spread.highest)} 之间。`,
            ]
          : []),
        ...supposed(assumed),
      ].join(''),
    actions: () => [],
  },
  'bandwidth-below-expected': {
    title: ({ collective, measured, expected, share, bytes }, print) =>
      `${collective} 在 ${print.bytes(bytes)} 时只达到 ${print.rate(expected)} 中的 ${print.rate(measured)}（${print.percent(share)}）`,
    detail: (v, print) =>
      [
        `${band(v, print)}。`,
        `在那里用 1 s 的通信，在这里要 ${print.duration(1 / v.share)}。`,
        ...(v.asFound === undefined ? [] : [`按 topo -m 显示的链路，预期 ${print.rate(v.asFound)}。`]),
        ...(v.fits.length > 0
          ? [`下列任何一项单独出现都会得到差不多的值：${guesses(v.fits, print)}。只是可能，并未证实。`]
          : []),
        ...(v.ruledOut.length > 0
          ? [`单独出现时相差太远、可以排除的：${guesses(v.ruledOut.slice(0, MOST_RULED_OUT), print)}。`]
          : []),
        ...supposed(v.assumed),
      ].join(''),
    actions: ({ fits, collective }) => [
      ...fits.map(({ fault }) => expect.faults[fault].check),
      ...(fits.length === 0
        ? [
            `NCCL_DEBUG=INFO ${testProgram(collective)} -b 1G -e 8G -f 2 2>&1 | tee nccl.log：看数据实际走的路径`,
          ]
        : []),
    ],
    verify: ({ collective, low }, print) =>
      `${testProgram(collective)} -b 1G -e 16G -f 2 应至少达到 ${print.rate(low)}`,
  },
  'share-of-limit': {
    title: ({ collective, bytes, seconds, share }, print) =>
      `CPU 上 ${print.bytes(bytes)} 的 ${collective} 用时 ${print.duration(seconds)}：${share > LIMIT_DISTURBED ? `比测得的极限还快（为其 ${print.percent(share)}）` : `达到这台机器极限的 ${print.percent(share)}`}`,
    detail: ({ ranks, algorithm, limitSeconds, share, waiting }, print) =>
      [
        `${ranks} 个 rank，算法 ${algorithm}；同一次运行中测得的机器极限为 ${print.duration(limitSeconds)}。没有 GPU 参与，因此与 NCCL 无关。`,
        ...(share > LIMIT_DISTURBED
          ? ['这时测得的极限不算数：集合操作用上了缓存而极限没有，或者测量极限时机器被别的程序占用。']
          : []),
        ...(waiting >= MUCH_WAITING ? [`其中 ${print.percent(waiting)} 的时间各 rank 在等待最晚者。`] : []),
      ].join(''),
    actions: ({ share, waiting }) =>
      share > LIMIT_DISTURBED
        ? ['在没有别的程序运行时：ringscope perf COLLECTIVE -b 64M -e 64M']
        : share >= 0.6
          ? []
          : [
              'ringscope perf COLLECTIVE --algo all：哪个算法最接近极限',
              ...(waiting >= MUCH_WAITING ? ['rank 数不要超过空闲的核数：共用一个核的 rank 会互相等待'] : []),
            ],
  },
  'average-misread': {
    title: ({ collective, average, measured, bytes }, print) =>
      `${collective} 的成绩是 ${print.rate(measured)}（${print.bytes(bytes)} 时），而不是平均值 ${print.rate(average)}`,
    detail: ({ smallest, bytes }, print) =>
      `“Avg bus bandwidth”是从 ${print.bytes(smallest)} 到 ${print.bytes(bytes)} 所有大小的平均；其中有小消息时，它说明不了链路的能力。`,
    actions: () => ['比较最后一行的 busbw；想让平均值有意义，请从 -b 1G 开始'],
  },
  'sweep-not-saturated': {
    title: ({ collective, gain, bytes }, print) =>
      `${collective} 的测试在 ${print.bytes(bytes)} 结束时仍在上升：最后一次加倍还提高了 ${print.percent(gain)}`,
    detail: ({ measured, expected, share }, print) =>
      `${print.rate(measured)} 是 ${print.rate(expected)} 的 ${print.percent(share)}，但曲线还没有变平，因此不能说明机器有问题。`,
    actions: ({ collective }) => [
      `${testProgram(collective)} -b 1G -e 16G -f 2：一直测到加倍时提高不足 5 % 为止`,
    ],
  },
  'busbw-above-link': {
    title: ({ collective, measured, link, of }, print) =>
      `${collective} 的 busbw 为 ${print.rate(measured)}，超过${of === 'nics' ? '每个节点的网卡' : '每块 GPU 的链路'}单方向的 ${print.rate(link)}`,
    detail: ({ why, wire, ranks }, print) => {
      switch (why) {
        case 'nvls':
          return `这是正常的：使用 NVLS 时由交换机做加法，每条链路上传的数据比 busbw 所假定的少。线路上的实际值是 algbw x ${ranks + 1}/${ranks}${wire === undefined ? '' : ` = ${print.rate(wire)}`}。`
        case 'tree-on-two-nodes':
          return '这是正常的：两个节点之间，树形算法在每个方向只传一遍数据，而 busbw 按环形算法计算。它说明不了网卡的情况。'
        case 'more-than-said':
          return 'NVLS 和两节点的树形算法都解释不了：机器的链路或网卡比所说的多，或者这个数不是以 GB/s 计的 busbw。'
      }
    },
    actions: ({ why, collective }) =>
      why === 'more-than-said'
        ? [
            '用 --on 如实说明机器，例如 --on 8xH100-SXM5+8x400G',
            '是不是 Gb/s，或两个方向之和？请给出单方向的 GB/s',
          ]
        : [
            `NCCL_ALGO=RING ${testProgram(collective)} -b 1G -e 16G -f 2：用环形算法时，busbw 就是链路上的实际值`,
          ],
  },
  'single-rank': {
    title: ({ runs, together }, print) =>
      together
        ? `${print.count(runs)} 个各只有一个 rank 的测试并排运行：GPU 之间没有传输任何数据`
        : '测试只有一个 rank：GPU 之间没有传输任何数据',
    cause: ({ together }) => (together ? 'nccl-tests 编译时没有启用 MPI' : '只有一个 rank'),
    detail: ({ together }) =>
      together
        ? '在第一行数据之前出现了几次运行的设备列表，每个都只有 rank 0：mpirun 启动的程序互不知情。按公式，单个 rank 的 busbw 为 0。'
        : '按公式（系数 (n-1)/n），单个 rank 的 busbw 为 0，algbw 只是 GPU 内部的拷贝。',
    actions: ({ together }) =>
      together
        ? [
            '用 make MPI=1 MPI_HOME=/path/to/mpi 重新编译 nccl-tests',
            '然后 mpirun -np N ... all_reduce_perf -g 1',
          ]
        : [
            '单节点、一个进程管所有 GPU：all_reduce_perf -b 8 -e 8G -f 2 -g 8',
            '多节点：make MPI=1，然后用 mpirun 每块 GPU 一个进程，加 -g 1',
          ],
    verify: () => '设备列表在同一个表头下显示 Rank 0 到 Rank N-1',
  },
  'wrong-results': {
    title: ({ collective, wrong, rows, of, error }, print) =>
      wrong > 0
        ? `${collective} 的结果有错：${print.count(wrong)} 个值超出误差范围`
        : `${collective} 的结果有错：${print.count(of)} 行中有 ${print.count(rows)} 行，误差最大 ${print.number(error ?? 0)}`,
    detail: ({ rows, of, bytes }, print) =>
      [
        ...(bytes === undefined
          ? ['汇总行是这么说的。']
          : [`${print.count(of)} 行中有 ${print.count(rows)} 行出错，最小的一行是 ${print.bytes(bytes)}。`]),
        '在这些 GPU 上训练会得到错误的梯度；速度如何不再评判。',
      ].join(''),
    actions: () => [
      '设 NCCL_P2P_DISABLE=1 再测一次：这时结果正确，说明是 P2P 有问题（被 ACS 或 IOMMU 重定向，或 GPU 型号不一）',
      '取消 NCCL_PROTO：硬件不能保证 128 字节不被拆开时，强制 LL128 会破坏数据',
      '逐块 GPU 检查：dcgmi diag -r 3；nvidia-smi -q -d ECC',
    ],
    verify: ({ collective }) => `${testProgram(collective)} -b 8 -e 8G -f 2 -c 1 的每个 #wrong 列都为 0`,
  },
  'collectives-disagree': {
    title: ({ why, low, fine }, print) => {
      switch (why) {
        case 'all-low':
          return `${print.count(low.length)} 种集合操作一起偏低（${reaches(low, print)}）：问题在它们共用的链路`
        case 'only-all-reduce':
          return `只有 all_reduce 偏低（${reaches(low, print)}）；${names(fine)} 正常：问题在算法，不在链路`
        case 'only-all-to-all':
          return `只有 all_to_all 偏低（${reaches(low, print)}）；${names(fine)} 正常：问题在网卡或轨道，不在节点内的链路`
      }
    },
    detail: ({ why, low, fine }, print) => {
      const all = `偏低：${shares(low, print)}。${fine.length > 0 ? `正常：${shares(fine, print)}。` : ''}`
      switch (why) {
        case 'all-low':
          return `${all}慢的是它们都要经过的地方：某块 GPU 的链路、它的 PCIe 路径，或网卡。`
        case 'only-all-reduce':
          return `${all}其他操作走的是同样的链路。all_reduce 独有的是算法的选择和 NVLS（NVLink SHARP）。`
        case 'only-all-to-all':
          return `${all}只有 all_to_all 在所有 GPU 两两之间传输，因此每块网卡、每条轨道都要承担自己的数据。`
      }
    },
    actions: ({ why, nodes }) => {
      switch (why) {
        case 'all-low':
          return [
            'nvidia-smi nvlink -s：各 GPU 条数应相同，没有 inactive',
            'nvidia-smi topo -m：路径是否如你所想？',
            ...(nodes > 1 ? ["各节点上 ibstat | grep -E 'State|Rate'：每个端口都应为 Active 且满速"] : []),
          ]
        case 'only-all-reduce':
          return [
            'env | grep NCCL_ALGO；grep NCCL /etc/nccl.conf ~/.nccl.conf：是否强制了某种算法？',
            'NCCL_DEBUG=INFO ... 2>&1 | grep NVLS：硬件支持时是否用上了？',
          ]
        case 'only-all-to-all':
          return [
            "各节点上 ibstat | grep -E 'State|Rate'：每个端口都应为 Active 且满速",
            'NCCL_IB_HCA=mlx5_0，再 mlx5_1，……：一次只用一块网卡，就能看出哪一块落后',
          ]
      }
    },
  },
  'test-proves-less': {
    title: ({ why, collective, bytes, measured, nics = 0 }, print) => {
      switch (why) {
        case 'two-nodes-by-tree':
          return `两个节点上的 ${collective} 检验不了网络：默认算法会超过网卡的速率`
        case 'one-rail':
          return `每个节点一块 GPU 时，${print.count(nics)} 块网卡只用到一块：这次测试说明不了其余的`
        case 'tiny-sizes':
          return `${collective} 只测到 ${print.bytes(bytes)}：测的是延迟，说明不了带宽`
        case 'cpu-time':
          return `${collective} 的时间是 CPU 时间（-C）：是调用花了多久，而不是传输`
        case 'host-memory':
          return `${collective} 用主机内存达到 ${print.rate(measured)}：说明不了通往 GPU 的路径`
      }
    },
    detail: ({ why, measured, wire, nics = 0 }, print) => {
      switch (why) {
        case 'two-nodes-by-tree':
          return `两个节点之间，树形算法在每个方向只传一遍数据，而 busbw 按环形算法计算${wire === undefined ? '' : `：${print.rate(measured)} 对 ${print.count(nics)} 块网卡的 ${print.rate(wire)}`}。慢网卡可能被掩盖；到第三个节点时的下降也不是故障。`
        case 'one-rail':
          return `NCCL 由旁边的 GPU 驱动网卡。每个节点一块 GPU 时，${print.rate(measured)} 应与一块网卡相比，而不是 ${print.count(nics)} 块。`
        case 'tiny-sizes':
          return '低于 1 MiB 时，起决定作用的是内核启动和算法的步数；少了一半链路的机器看起来也一样。'
        case 'cpu-time':
          return '用 -C 时，时间列是 cputime；由此得出的带宽不作评判。'
        case 'host-memory':
          return 'GPUDirect RDMA 在 PCIe 上走另一条路，ACS、IOMMU 或缺少模块都可能把它封死，而主机内存仍是线速。'
      }
    },
    actions: ({ why, collective, ring }, print) => {
      switch (why) {
        case 'two-nodes-by-tree':
          return [
            `NCCL_ALGO=RING ${testProgram(collective)} -b 4G -e 16G -f 2${ring === undefined ? '' : `：网络正常时约为 ${print.rate(ring)}`}`,
            '或者用三个以上的节点',
          ]
        case 'one-rail':
          return [`每块 GPU 一个 rank：mpirun 每个节点 8 个进程，${testProgram(collective)} -g 1`]
        case 'tiny-sizes':
          return [`${testProgram(collective)} -b 8 -e 16G -f 2`]
        case 'cpu-time':
          return [`不加 -C：${testProgram(collective)} -b 8 -e 16G -f 2`]
        case 'host-memory':
          return [`两端都用 ${collective} --use_cuda=0（带 CUDA 编译的 perftest）`]
      }
    },
  },
  'insufficient-evidence': {
    title: ({ wanted }) =>
      wanted.includes('rows')
        ? '测试只打印了表头，没有数据行：要么卡住了，要么输出被截断'
        : wanted.includes('measurement')
          ? '这些文件里没有测量：它们说明机器是怎么搭的，不说明有多快'
          : wanted.includes('machine')
            ? '这个数好不好取决于机器：用 --on 指明（ringscope list presets）'
            : '这些文件不足以判断这个数好不好',
    detail: ({ wanted }) =>
      wanted.includes('rows')
        ? '在第一行之前卡住，只能从日志中看出原因。'
        : '要下结论，需要一次测量、测量所用的机器，以及足够大、使曲线变平的消息。',
    actions: ({ wanted }) => wanted.map((what) => report.collectNext[what]),
  },
}

/** 只列出最接近的几项；JSON 中是全部。 */
const MOST_RULED_OUT = 3

interface Band {
  readonly low: number
  readonly high: number
  readonly source: string
  readonly basis?: BasisKind | undefined
}

/** 应达到多少：同类正常机器的公开数据，或模型对这台机器的估计。 */
const band = ({ low, high, source, basis }: Band, print: Print): string =>
  `${basis === 'published' ? '同类的正常机器为' : '模型预期为'} ${print.rate(low)} 到 ${print.rate(high)}${source ? `（${source}）` : ''}`

const supposed = (assumed: readonly (keyof typeof report.assumed)[]): string[] =>
  assumed.length === 0
    ? []
    : [`不能下结论：它建立在假定之上（${assumed.map((what) => report.assumed[what]).join('；')}）。`]

const guesses = (faults: readonly FaultGuess[], print: Print): string =>
  faults
    .map(
      ({ fault, values, reaches }) => `${expect.faults[fault].name(values, print)}（${print.rate(reaches)}）`,
    )
    .join('；')

const names = (all: readonly Reached[]): string => all.map(({ collective }) => collective).join('、')

const reaches = (all: readonly Reached[], print: Print): string => {
  const shares = all.map(({ share }) => share)
  const [least, most] = [print.percent(Math.min(...shares)), print.percent(Math.max(...shares))]
  return least === most ? least : `${least} 到 ${most}`
}

const shares = (all: readonly Reached[], print: Print): string =>
  all
    .map(
      ({ collective, measured, expected, share }) =>
        `${collective} 为 ${print.rate(expected)} 中的 ${print.rate(measured)}（${print.percent(share)}）`,
    )
    .join('，')
