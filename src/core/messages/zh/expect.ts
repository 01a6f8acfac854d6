/** 中文：`ringscope expect`。 */
import type { ExpectTexts } from '../expect.ts'
import { either } from './phrases/words.ts'

export const expect: ExpectTexts = {
  heads: {
    expected: '预期',
    compared: '比较',
    'as-expected': '符合预期',
    acceptable: '可以接受',
    below: '低于预期',
    'far-below': '远低于预期',
    above: '高于预期',
    undecided: '无法判定',
    range: '不作判定',
  },
  headline: {
    judged: ({ measured, share, expected, other, collective, machine }, print) =>
      other
        ? `${print.rate(measured)} 是 NCCL 在此默认所能达到的 ${print.percent(share)}，是 ${other.algorithm} 的 ${print.percent(other.share)}。`
        : `${print.rate(measured)} 是 ${machine} 上 ${collective} 应达到的 ${print.rate(expected)} 的 ${print.percent(share)}。`,
    undecided: ({ measured, fine, low, fact }, print) =>
      fine.length > 0 && low.length > 0
        ? `${print.rate(measured)}：${either(fine)} 时正常，${either(low)} 时偏低。`
        : low.length === 0
          ? `${print.rate(measured)} 的好坏取决于${fact}，但没有给出。`
          : `${print.rate(measured)} 在这类机器的各种常见配置下都偏低，但没有给出${fact}。`,
    range: ({ measured, bytes, machine }, print) =>
      `${print.bytes(bytes)} 时 ${print.rate(measured)}：1 MiB 以下 ${machine} 只有一个范围，没有目标值。`,
    wide: ({ measured, low, high, machine }, print) =>
      `${print.rate(measured)}：${machine} 这类正常机器在 ${print.number(low / 1e9)} 到 ${print.rate(high)} 之间，相差太大，无法评判。`,
    above: ({ measured, share, expected, machine }, print) =>
      `${print.rate(measured)} 是 ${machine} 预期可达的 ${print.rate(expected)} 的 ${print.percent(share)}。`,
    plateau: ({ collective, machine, low, high, bytes, algorithm }, print) =>
      `${machine} 上的 ${collective} 在 ${print.bytes(bytes)} 时 busbw 应达到 ${print.number(low / 1e9)}-${print.rate(high)}（${algorithm}）。`,
    atSize: ({ collective, machine, bytes, seconds, busbw, algorithm }, print) =>
      `${machine} 上 ${print.bytes(bytes)} 的 ${collective} 应耗时 ${print.duration(seconds)}：busbw 为 ${print.rate(busbw)}（${algorithm}）。`,
    step: ({ what, machine, exposedSeconds, computeSeconds, share, overlap }, print) =>
      `${machine} 上的 ${what}：计算 ${print.duration(computeSeconds)}，通信${overlap > 0 ? '' : '（若完全不被掩盖）'}使每步增加 ${print.duration(exposedSeconds)}，占每步的 ${print.percent(share)}。`,
    compared: ({ collective, machines, best, times, least, bytes }, print) =>
      `${machines} 台机器上${bytes === undefined ? '' : ` ${print.bytes(bytes)} `}的 ${collective}：${best} 最高，是 ${least} 的 ${print.number(times)} 倍。`,
  },
  labels: {
    machine: '机器',
    reading: '读作',
    expected: '预期 GB/s',
    yours: '你的',
    bound: '受限于',
    basis: '依据',
    size: '大小',
    time: '时间',
    band: '正常',
    algorithm: '算法',
    byDefault: '默认',
    wire: '线速，单向',
    wireMark: '标称',
    plateau: '平台值',
    supposed: '假定',
    decide: '如何判定',
    sources: '来源',
    step: '训练步',
    preset: '预设',
  },
  machine: ({ gpus, links, linkName, nics, nicBandwidth, nodes }, print) =>
    [
      `${print.count(gpus)} 块 GPU`,
      linkName === 'PCIe' ? '经 PCIe 相连' : `每块 ${links} 条 ${linkName}`,
      ...(nics === 0 ? [] : [`${nodes > 1 ? '每节点 ' : ''}${nics} x ${print.bits(nicBandwidth)}`]),
    ].join('，'),
  reading: ({ given, seconds, algbw, busbw, bytes, sizeSupposed }, print) => {
    const at = print.bytes(bytes)
    if (given === 'time')
      return `${at} 用时 ${print.duration(seconds)}：algbw ${print.rate(algbw)}，busbw ${print.rate(busbw)}`
    if (given === 'algbw')
      return `${at} 时 algbw ${print.rate(algbw)}，即 busbw ${print.rate(busbw)}${sizeSupposed ? '；若是别的大小，请加 --size 1G' : ''}`
    return sizeSupposed
      ? `${print.rate(busbw)} 当作 ${at} 时的 busbw；若不是，请加 --size 1G 或 --algbw，或给出时间`
      : `${print.rate(busbw)} 当作 ${at} 时的 busbw；若是 algbw，请加 --algbw`
  },
  bound: ({ bound, count, each }, print) =>
    count === undefined || each === undefined
      ? BOUNDS[bound].alone
      : `${print.count(count)} ${BOUNDS[bound].many} x ${print.rate(each)}`,
  wire: ({ nics, bitsPerSecond }, print) => `${nics} x ${print.bits(bitsPerSecond / 8)}`,
  basis: {
    published: '公开数据',
    'nccl-model': 'NCCL 模型',
    'closed-form': '闭式公式',
    simulated: '模拟',
  },
  notes: {
    twoNodes: ({ other }) => `两节点时默认算法超过网卡：不能检验网络。${other ? `${other} 可以。` : ''}`,
    nvls: ({ busbw, wire, links, ranks }, print) =>
      `NVLS：由交换机求和并多播，所以 busbw 超过链路。busbw ${print.rate(busbw)} 即每块 GPU ${print.rate(links)} 的链路上流过 ${print.rate(wire)}（algbw x ${ranks + 1}/${ranks}）。其他集合操作和环都低于链路速率。`,
    range: () => '1 MiB 以下由启动和网络决定；请在 8G 或 16G 评判机器。',
    wide: () => '这里由主板和驱动决定：请与相同的机器比较（ringscope diagnose NEW --baseline OLD）。',
    above: () =>
      '超过链路所能承载：是这台机器吗？是以 GB/s 计的 busbw（不是 Gb/s，也不是双向之和）吗？是这个集合操作吗？',
  },
  faults: {
    'smaller-size': {
      name: ({ bytes = 0 }, print) => `约 ${print.bytes(bytes)} 时的正常运行`,
      check: '用 -e 16G 重跑，看最后一行',
    },
    'nic-lost': {
      name: ({ left = 0, of = 0 }) => `${of} 块网卡中只用了 ${left} 块`,
      check: "各节点上 ibstat | grep -E 'State|Rate'：每个端口都应为 Active 且满速",
    },
    'one-nic': {
      name: () => '所有 GPU 共用一块网卡',
      check: "NCCL_DEBUG=INFO ... 2>&1 | grep 'NET/IB : Using' 应列出每块网卡",
    },
    'gdr-off': {
      name: () => 'GPUDirect 关闭或 ACS 打开（减半）',
      check: '各节点上 lsmod | grep nvidia_peermem；ACS：lspci -vvv | grep ACSCtl 不应有 ReqRedir+',
    },
    'nic-on-cpu': {
      name: () => '网卡挂在 CPU 上，而不是 GPU 的 PCIe 交换机下',
      check: 'nvidia-smi topo -m：GPU 到网卡应为 PIX 或 PXB，而不是 PHB、NODE、SYS',
    },
    'nvls-off': {
      name: () => 'NVLS 关闭（NVLink 上的环）',
      check:
        'NCCL_DEBUG=INFO ... 2>&1 | grep NVLS；systemctl status nvidia-fabricmanager；echo $NCCL_NVLS_ENABLE',
    },
    'nvlinks-lost': {
      name: ({ left = 0, of = 0 }) => `某块 GPU 的 ${of} 条 NVLink 只剩 ${left} 条`,
      check: 'nvidia-smi nvlink -s：各 GPU 条数应相同，没有 inactive',
    },
    'p2p-off': {
      name: () => 'P2P 关闭（走共享内存）',
      check: 'env | grep NCCL_P2P；nvidia-smi topo -p2p r 应为 OK',
    },
    'pcie-downtrained': {
      name: () => 'PCIe 宽度或速率减半',
      check: '在负载下：nvidia-smi --query-gpu=pcie.link.gen.current,pcie.link.width.current --format=csv',
    },
    tcp: {
      name: () => '走 TCP 而不是 RDMA',
      check: "NCCL_DEBUG=INFO ... 2>&1 | grep 'Using network' 不应为 Socket",
    },
    'ring-forced': {
      name: () => '遗留了 NCCL_ALGO=RING',
      check: 'env | grep NCCL_ALGO；grep NCCL /etc/nccl.conf ~/.nccl.conf',
    },
    'll-forced': {
      name: () => '遗留了 NCCL_PROTO=LL',
      check: 'env | grep NCCL_PROTO；grep NCCL /etc/nccl.conf ~/.nccl.conf',
    },
  },
  faultReaches: ({ name, busbw, algorithm }, print) =>
    `${name}（${algorithm ? `${algorithm} ` : ''}${print.number(busbw / 1e9)}）`,
  possible: ({ measured, faults }, print) =>
    `可能，任何一项单独出现都约为 ${print.rate(measured)}：${faults.join('；')}`,
  tooFar: ({ faults }) => `相差太远，不会是：${faults.join('；')}`,
  decide: {
    size: ({ bytes, largest, command }, print) =>
      `是 ${print.bytes(bytes)} 吗？用 -e ${sizeOption(largest)} 重跑，或：${command}`,
    ring: ({ setting, test, low }, print) =>
      `${setting} ${test} -b 4G -e 16G -f 2 ：达到 ${print.rate(low)} 则网络正常`,
    collect: ({ test }) => `一次看全：${test} -b 8 -e 16G -f 2 | ringscope diagnose -`,
  },
  step: ({ what, bytes, computeSeconds, communicationSeconds, share }, print) =>
    `${what}：每步 ${print.bytes(bytes)}，通信 ${print.duration(communicationSeconds)}，计算 ${print.duration(computeSeconds)}：通信占每步的 ${print.percent(share)}。`,
  stepHidden: (
    { what, bytes, computeSeconds, communicationSeconds, exposedSeconds, overlap, share },
    print,
  ) =>
    `${what}：每步 ${print.bytes(bytes)}，通信 ${print.duration(communicationSeconds)}，其中 ${print.percent(overlap)} 被掩盖；露出 ${print.duration(exposedSeconds)}，计算 ${print.duration(computeSeconds)}：占每步的 ${print.percent(share)}。`,
}

/** nccl-tests 的写法：16G。 */
const sizeOption = (bytes: number): string => `${Math.round(bytes / 2 ** 30)}G`

const BOUNDS = {
  latency: { alone: '延迟', many: '跳' },
  protocol: { alone: '协议', many: '个通道' },
  nvlink: { alone: 'NVLink', many: '条 NVLink' },
  nvls: { alone: 'NVLink SHARP', many: '条 NVLink（NVLS）' },
  xgmi: { alone: 'xGMI', many: '条 xGMI' },
  pcie: { alone: 'PCIe', many: '条 PCIe' },
  'cpu-interconnect': { alone: 'CPU 插槽间互连', many: '条 CPU 互连' },
  nic: { alone: '网卡', many: '块网卡' },
  fabric: { alone: '网络', many: '块网卡' },
} as const
