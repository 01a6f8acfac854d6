/** Chinese: the words of a report. */
import type { Print } from '../../base/print.ts'
import type { ReportTexts } from '../report.ts'
import { either, list } from './phrases/words.ts'

export const report: ReportTexts = {
  status: { broken: '故障', degraded: '性能下降', healthy: '正常', unknown: '无法判定' },
  severity: { error: '错误', warning: '警告', info: '提示', ok: '正常' },
  confidence: { certain: '确定', likely: '很可能', possible: '可能' },
  headline: {
    below: ({ what, measured, expected, share, cause }, print) =>
      `${what} 达到 ${print.rate(measured)}，预期 ${print.rate(expected)}（${print.percent(share)}）${cause ? `：${cause}` : ''}。`,
    healthy: ({ what, measured, expected, share, machine, undecided, of }, print) =>
      `${what} 达到 ${print.rate(measured)}，为预期的 ${print.percent(share)}（${machine} 预期 ${print.rate(expected)}）。${unjudged(undecided, of, print)}`,
    undecided: ({ what, measured, bytes }, print) =>
      `${what} 在 ${print.bytes(bytes)} 时达到 ${print.rate(measured)}；仅凭这些文件，无法判断是否正常。`,
    healthyOnEvery: ({ what, measured, low, high, machine, undecided, of }, print) =>
      `${what} 达到 ${print.rate(measured)}：无论 ${machine} 是哪一种机器，都属正常（预期 ${print.rate(low)} 到 ${print.rate(high)}）。${unjudged(undecided, of, print)}`,
    healthyAbove: ({ what, measured, low, high, machine, undecided, of }, print) =>
      `${what} 达到 ${print.rate(measured)}，高于 ${machine} 预期的 ${print.rate(low)} 到 ${print.rate(high)}。${unjudged(undecided, of, print)}`,
    withRanks: ({ what, ranks }) => `${ranks} 个 rank 的 ${what}`,
    finding: ({ title }) => `${title}。`,
    nothingMeasured: () => '这些文件中没有可供判断的实测值。',
    nothingUnderstood: () => '没有可识别的输入。',
  },
  labels: {
    machine: '机器',
    measured: '实测',
    expected: '预期',
    size: '大小',
    time: '时间',
    share: '比例',
    latencyBound: '受延迟限制',
    do: '处理',
    verify: '验证',
    inOrder: '正常项',
    notSeen: '未见',
    read: '已读',
    next: '下一步',
    supposed: '未知',
    asBuilt: '设计值',
    asFound: '现状',
    explains: '由此引起',
    hosts: '主机',
    host: '运行',
    fromSiblings: '与同类运行相比',
    verdict: '结论',
    findings: '发现',
    evidence: '证据',
    notes: '备注',
    yours: '你的文件',
    more: '更多',
  },
  system: ({ title, nodes, mostNodes = nodes, hosts, preset, used, gpus }) => {
    const named =
      hosts.length > 3 ? `${hosts.slice(0, 2).join('、')} 等 ${hosts.length} 台` : hosts.join('、')
    const count = mostNodes > nodes ? `${nodes}-${mostNodes}` : `${nodes}`
    const machine = mostNodes > 1 ? `${count} x (${title})` : title
    return `${named ? `${named}：` : ''}${machine}${preset && preset !== title ? ` (${preset})` : ''}${used === undefined ? '' : `，${nodes > 1 ? '每个节点的 ' : ''}${gpus} 块 GPU 用了 ${used} 块`}`
  },
  measuredAt: ({ quantity, rate, bytes, flatFrom }, print) =>
    `${print.bytes(bytes)} 时 ${quantity} 为 ${print.rate(rate)}${flatFrom === undefined ? '' : `，从 ${print.bytes(flatFrom)} 起持平`}`,
  reason: ({ bound, count, each, share, sendsLess, algorithm }, print) => {
    const what = BOUNDS[bound]
    return count === undefined || each === undefined || share === undefined
      ? `${algorithm}，受限于${what}`
      : `${print.count(count)} ${bound === 'nic' ? '块' : '条'}${what} x ${print.rate(each)}，达到 ${print.percent(share)}${sendsLess ? `（${algorithm} 的发送量比 busbw 所计的少）` : ''}`
  },
  basis: {
    published: ({ low, high, source, bytes }, print) =>
      `公开数据 ${print.number(low)}-${print.number(high)}${bytes === undefined ? '' : `（${print.bytes(bytes)} 时）`}：${source}`,
    'nccl-model': ({ source }) => `模型：${source}`,
    'closed-form': ({ source }) => `闭式公式：${source}`,
    simulated: ({ source }) => `模拟：${source}`,
  },
  explainsMeasured: ({ measured }, print) => `可解释 ${print.number(measured)}`,
  bound: {
    latency: '受延迟限制',
    protocol: '受协议限制',
    nvlink: '受链路限制',
    nvls: '受交换机限制（NVLS）',
    xgmi: '受链路限制（xGMI）',
    pcie: '受 PCIe 限制',
    'cpu-interconnect': '受 CPU 间链路限制',
    nic: '受网卡限制',
    fabric: '受网络限制',
  },
  assumed: {
    gpu: 'GPU 型号',
    'gpu-count': '每个节点的 GPU 数',
    nvlinks: 'GPU 之间的连接方式（按该型号的通常配置）',
    nodes: '节点数',
    nics: '网卡的数量和速率',
    'nic-rate': '网卡的速率',
    'nic-placement': '网卡接在 GPU 的 PCIe 交换机下',
    fabric: '节点之间的网络',
    cpu: 'CPU（Intel）',
    pcie: 'PCIe 布局',
    ranks: '所有 GPU 都参与',
  },
  contradicted: ({ given, read }) => `--on 给的是 ${given}，文件中是 ${read}：以文件为准`,
  open: {
    gpu: 'GPU 型号',
    'gpu-count': '底板上的 GPU 数',
    'nvlink-domain': '各主机是否属于同一个 NVLink 域',
    nvlinks: 'GPU 卡之间是否有 NVLink 桥',
    host: '主机的 CPU 和 PCIe 插槽',
    network: '网卡',
    nvls: 'NCCL 的版本',
  },
  reading: {
    follows: '由数值可知',
    value: ({ values, expected }, print) => `${either(values.slice(0, 3))} 时为 ${print.rate(expected)}`,
    band: ({ low, high }, print) => `${print.rate(low)} 到 ${print.rate(high)}`,
    grade: { healthy: '实测值正常', acceptable: '实测值正常', low: '实测值偏低', bad: '实测值过低' },
  },
  notSeen: {
    'topo-matrix': 'GPU 与网卡的连接方式（nvidia-smi topo -m）',
    'topo-matrix-amd': 'GPU 之间的连接方式（rocm-smi --showtopo）',
    'nccl-log': '数据经过的路径（NCCL_DEBUG=INFO）',
    clocks: 'GPU 频率、PCIe 宽度、网卡计数器',
    'gpu-clocks': 'GPU 频率（nvidia-smi -q）',
    'pcie-links': 'PCIe 宽度（lspci -vvv）',
    'nic-counters': '网卡计数器',
  },
  onSomeHosts: ({ what }) => `是否所有主机都如此：${list(what)}`,
  collectNext: (machine) => {
    const { shortForm, gpus, vendor } = machine ?? ANY_MACHINE
    const [list, topology] =
      vendor === 'amd'
        ? ['rocm-smi --showproductname', 'rocm-smi --showtopo']
        : ['nvidia-smi -L', 'nvidia-smi topo -m']
    return {
      gpu: `GPU 型号：${list} 可查，用 --on 指明`,
      'gpu-count': `每个节点的 GPU 数：${list} 可查，用 --on 指明`,
      nvlinks: `GPU 之间的连接方式：加上 ${topology} 的输出`,
      nodes: '这次运行的节点数：用 --nodes N 指明',
      nics: `网卡：ibstat 可查，用 --on 指明，例如 --on ${shortForm}+8x400G`,
      'nic-rate': `网卡的速率：ibstat 可查，用 --on 指明，例如 --on ${shortForm}+8x400G`,
      'nic-placement': `网卡接在哪里：加上 ${topology} 的输出`,
      fabric: '节点之间的网络：加上 --fabric ib、roce、efa 或 tcp',
      cpu: `CPU：lscpu 可查，用 --on 指明，例如 --on ${shortForm},amd`,
      pcie: `PCIe 布局：加上 ${topology} 的输出`,
      'nvlink-domain':
        '各主机之间是否有 NVLink：NCCL_DEBUG=INFO 会打印 clique，或用 --on gb200-nvl72 指明机柜',
      library: 'NCCL 的版本：NCCL_DEBUG=VERSION 会打印',
      'larger-size': '更大的数据量：用 -e 8G 或 -e 16G 重新运行',
      ring: '网络本身：用 NCCL_ALGO=RING 重新运行',
      machine: '机器：用 --on 指明，例如 --on dgx-h100（ringscope list presets）',
      measurement: `一次测量：all_reduce_perf -b 1M -e 16G -f 2 -g ${gpus}（nccl-tests）`,
      collective: '测量的是哪种集合操作：保留命令行或完整输出',
      ranks: 'rank 数：保留输出中的设备行，或加上 --ranks N',
      rows: '第一行数据之前发生了什么：用 NCCL_DEBUG=INFO ... 2>&1 | tee nccl.log 重新运行，看每个 rank 的最后几行',
      'row-format': 'nccl-tests 原样打印的数据行：不要改动输出，或提供 size 和 busbw 两列的 CSV',
      'all-logs':
        '所有 rank 的日志：最先出错的 rank 不在这些文件中（NCCL_DEBUG=INFO NCCL_DEBUG_FILE=nccl.%h.%p.log）',
      format:
        '已知的格式，如 nccl-tests、rccl-tests 或 nvidia-smi topo -m 的输出（全部格式：ringscope list formats）',
      plausible: '核对机器、节点数和单位（单向 GB/s）：这台机器传输不了这么多',
      log: '数据经过的路径：用 NCCL_DEBUG=INFO 重新运行，并保留日志',
    }
  },
  inputs: ({ files, lines, bytes, skipped }, print) =>
    `${print.count(files)} 个文件，${[
      ...(lines > 0 || bytes === 0 ? [`${print.count(lines)} 行`] : []),
      ...(bytes > 0 ? [print.bytes(bytes)] : []),
    ].join('、')}${skipped === 0 ? '' : `，跳过 ${print.count(skipped)} 行`}`,
  moreRows: ({ rows }, print) => `另有 ${print.count(rows)} 个大小，加 --verbose 显示`,
  join: { items: '，', names: '、', sentences: '；', after: '：', aside: (text) => `（${text}）` },
  alike: ({ findings }, print) => `（另有 ${print.count(findings)} 项类似）`,
  moreFindings: ({ findings }, print) => `另有 ${print.count(findings)} 项，加 --verbose 显示`,
  repeated: ({ repeats }, print) => `${print.count(repeats)} 次运行的中位数`,
}

/** 文件没有指明机器时。 */
const ANY_MACHINE = { shortForm: '8xH100-SXM5', gpus: '<每个节点的 GPU 数>', vendor: 'nvidia' } as const

const unjudged = (undecided: number, of: number, print: Print): string =>
  undecided === 0 ? '' : `${print.count(of)} 次运行中有 ${print.count(undecided)} 次无法判定。`

const BOUNDS: Readonly<Record<string, string>> = {
  latency: '延迟',
  protocol: '协议',
  nvlink: ' NVLink',
  nvls: ' NVSwitch（NVLS）',
  xgmi: ' xGMI 链路',
  pcie: ' PCIe 链路',
  'cpu-interconnect': ' CPU 间链路',
  nic: '网卡',
  fabric: '网络',
}
