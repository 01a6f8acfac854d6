/** Chinese: `ringscope simulate`. */
import type { SimulateTexts } from '../simulate.ts'

const MOST_NAMES = 4
const listed = (names: readonly string[]): string =>
  names.length <= MOST_NAMES
    ? names.join('、')
    : `${names.slice(0, MOST_NAMES - 1).join('、')} … ${names.at(-1)}`

export const simulate: SimulateTexts = {
  heads: { winner: '最快', simulated: '模拟结果', none: '无法运行' },
  headline: {
    winner: ({ name, seconds, busbw, ofBound }, print) =>
      `${name}：${print.duration(seconds)}，busbw ${print.rate(busbw)}，达到此图理论上限的 ${print.number(100 * ofBound)} %。`,
    none: ({ collective, topology }) => `所选的算法都不能在 ${topology} 上运行 ${collective}。`,
  },
  labels: {
    machine: '机器',
    bound: '下界',
    size: '大小',
    faults: '注入',
    algorithm: '算法',
    steps: '步数',
    sent: '每个 rank 发送',
    time: '时间',
    why: '原因',
    notHere: '不适用',
    bySize: '按大小',
    check: '核对',
    next: '下一步',
    preset: '预设',
    links: '链路',
    carries: '承载',
    busy: '占用',
    jitter: '抖动',
    piped: '流水线',
    file: '文件',
    leftOut: '略去',
  },
  topology: ({ ranks, links, slowest, fastest, shortest, longest }, print) =>
    links === 0
      ? `${print.count(ranks)} 个 rank，没有链路`
      : `${print.count(ranks)} 个 rank，${print.count(links)} 条链路，单向 ${slowest === fastest ? print.rate(slowest) : `${print.number(slowest / 1e9)}-${print.rate(fastest)}`}，每条链路 ${shortest === longest ? print.duration(shortest) : `${print.duration(shortest)} 到 ${print.duration(longest)}`}（模型）`,
  rings: ({ count, order, ranks }) =>
    order === 'natural'
      ? `顺序 0..${ranks - 1}`
      : order === 'given'
        ? count === 1
          ? '给定顺序'
          : `给定 ${count} 个顺序`
        : `${count} 个环`,
  certificate: {
    cut: ({ inside, direction, bytes, bandwidth }, print) =>
      `${print.bytes(bytes)} 必须以 ${print.rate(bandwidth)} ${direction === 'out' ? '离开' : '到达'} ${listed(inside)}，这是最紧的割`,
    groups: ({ groups, each, bytes, bandwidth, size }, print) =>
      `${print.number(bytes / size)} x ${print.bytes(size)} 必须离开 ${groups} 个${each === 1 ? ' rank' : `节点（每个 ${each} 个 rank）`}，每个 ${print.rate(bandwidth / groups)}，这是最紧的割`,
    latency: ({ from, to }) => `从 ${from} 到 ${to} 的路径：由延迟决定，与字节数无关`,
    nothing: () => '只有一个 rank，没有可发送的数据',
  },
  why: {
    latency: ({ seconds, share }, print) => `延迟：${print.duration(seconds)}（${print.percent(share)}）`,
    'slow-link': ({ link, times }, print) => `慢链路 ${link}：时间变为 ${print.number(times)} 倍`,
    even: () => '所有链路同样繁忙',
    'more-data': ({ times }, print) => `数据量为 ${print.number(times)} 倍`,
    relayed: ({ pairs, first }) =>
      pairs <= 2 ? `${first.join('、')} 之间没有直连` : `${pairs} 对没有直连，需要转发`,
    'idle-links': ({ share }, print) => `${print.percent(share)} 的链路空闲`,
    'tight-link': ({ link, carries }, print) => `${link} 承载 ${print.number(carries)} S`,
    waits: ({ busy }, print) => `链路最多占用 ${print.percent(busy)}`,
  },
  missing: {
    'not-supported': () => '不支持这样的 rank 数或形状',
    'only-if-asked': () => '仅当交换机能做归约时：--algo in-network',
    'no-way': ({ from, to }) => `从 ${from} 到 ${to} 没有路径`,
    'no-reducer': () => '这里没有能做归约的交换机',
    'ranks-differ': ({ schedule, topology }) => `为 ${schedule} 个 rank 编写，这里是 ${topology} 个`,
    'too-large': ({ messages }, print) => `消息太多：${print.count(messages)} 条`,
    'too-many-chunks': ({ chunks }, print) => `要跟踪的数据块太多：${print.count(chunks)} 个`,
    'too-much-work': ({ counted, most }, print) =>
      counted === 'crossings'
        ? `略去：消息经过的链路超过 ${print.count(most)} 条`
        : `略去：共享链路的速率要计算超过 ${print.count(most)} 次`,
    deadlock: ({ messages }, print) => `${print.count(messages)} 条消息互相等待`,
  },
  leftOut: {
    placement: ({ id }) => `rank 沿环排列的 ${id}`,
    pieces: ({ id, pieces }, print) => `分块超过 ${print.count(pieces)} 块的 ${id}`,
    cuts: () => '包围多个 rank 的割，因此用时的真实下界可能更高',
  },
  linksLeftOut: ({ listed, used }, print) =>
    `最繁忙的 ${print.count(listed)} 条以外的链路（共 ${print.count(used)} 条）`,
  alone: '单独运行一个算法时没有这些限制：--algo NAME',
  progress: (done, print) =>
    done.by === 'rounds'
      ? `正在模拟 ${done.algorithm}：${print.count(done.steps)} 步`
      : `正在模拟 ${done.algorithm}：${print.count(done.messages)} / ${print.count(done.of)} 条消息，计算速率 ${print.count(done.looks)} 次`,
  range: ({ name, upTo, only }, print) =>
    only
      ? `任何大小：${name}`
      : upTo === undefined
        ? `以上：${name}`
        : `不超过 ${print.bytes(upTo)}：${name}`,
  check: ({ busbw, simulated, source }, print) =>
    `最大的几档实测 ${print.rate(busbw)}，达到模拟值 ${print.rate(simulated)} 的 ${print.percent(busbw / simulated)}（${source}）`,
  faults: {
    slowLink: ({ a, b, share }, print) =>
      share === 0 ? `去掉链路 ${a}-${b}` : `${a}-${b} 双向降到 ${print.percent(share)}`,
    slowRank: ({ rank, seconds }, print) => `rank ${rank} 迟到 ${print.duration(seconds)}`,
    jitter: ({ p99Seconds, rank }, print) =>
      `${rank === undefined ? '每条消息' : `rank ${rank} 发送的消息`}有指数分布的额外延迟，P99 为 ${print.duration(p99Seconds)}`,
  },
  repeated: ({ runs, firstSeed, calmSeconds, p50Seconds, p99Seconds, worst }, print) =>
    `${runs} 次运行（种子 ${firstSeed}-${firstSeed + runs - 1}）的 P50 为 ${print.duration(p50Seconds)}，P99 为 ${print.duration(p99Seconds)}；没有抖动时为 ${print.duration(calmSeconds)}；最差为 ${print.duration(worst.seconds)}，种子 ${worst.seed}`,
  draw: {
    title: '每个 rank 发送什么，以及此后它的每个数据块含有几份贡献',
    legend: '3+>1：数据块 3 在 rank 1 上相加；3>1：复制；#：已是最终值；-：还没有',
    step: '步',
    tooLarge: ({ most }) => `图中最多显示 ${most} 个 rank 和 ${most} 个数据块`,
  },
}
