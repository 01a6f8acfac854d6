/** 中文：`ringscope expect`。 */
import type { ExpectTexts } from '../expect.ts'
import { either } from './phrases/words.ts'

export const expect: ExpectTexts = {
  heads: {
    expected: '预期',
    compared: '比较',
    'as-expected': '符合预期',
    acceptable: '可接受',
    below: '低于预期',
    'far-below': '远低于预期',
    above: '高于预期',
    undecided: '无法判定',
    range: '不作判定',
  },
  headline: {
    judged: ({ measured, share, expected, other, collective, machine }, print) =>
      other
        ? `${print.rate(measured)}，达到 NCCL 默认算法预期的 ${print.percent(share)}，${other.algorithm} 预期的 ${print.percent(other.share)}。`
        : `${print.rate(measured)}，达到预期的 ${print.percent(share)}：${machine} 上的 ${collective} 应达到 ${print.rate(expected)}。`,
    undecided: ({ measured, fine, low, fact }, print) =>
      fine.length > 0 && low.length > 0
        ? `${print.rate(measured)}：${either(fine)} 时正常，${either(low)} 时偏低。`
        : low.length === 0
          ? `${print.rate(measured)} 是否正常取决于${fact}，但没有给出。`
          : `${print.rate(measured)} 在这类机器的各种常见配置下都偏低。没有给出：${fact}。`,
    range: ({ measured, bytes, machine }, print) =>
      `${print.bytes(bytes)} 时为 ${print.rate(measured)}：1 MiB 以下，${machine} 只有一个范围，没有目标值。`,
    wide: ({ measured, low, high, machine }, print) =>
      `${print.rate(measured)}：${machine} 一类的正常机器在 ${print.number(low / 1e9)} 到 ${print.rate(high)} 之间，范围太宽，无法评判。`,
    above: ({ measured, share, expected, machine }, print) =>
      `${print.rate(measured)}，为预期的 ${print.percent(share)}：${machine} 预期可达 ${print.rate(expected)}。`,
    plateau: ({ collective, machine, low, high, bytes, algorithm }, print) =>
      `${machine} 上的 ${collective} 在 ${print.bytes(bytes)} 时 busbw 应达到 ${print.number(low / 1e9)}-${print.rate(high)}（${algorithm}）。`,
    atSize: ({ collective, machine, bytes, seconds, busbw, algorithm }, print) =>
      `${machine} 上 ${print.bytes(bytes)} 的 ${collective} 应用时 ${print.duration(seconds)}：busbw 为 ${print.rate(busbw)}（${algorithm}）。`,
    step: ({ what, machine, exposedSeconds, computeSeconds, share, overlap }, print) =>
      `${machine} 上的 ${what}：每步计算 ${print.duration(computeSeconds)}，通信${overlap > 0 ? '' : '（若完全没有被掩盖）'}再增加 ${print.duration(exposedSeconds)}，占每步的 ${print.percent(share)}。`,
    compared: ({ collective, machines, best, times, least, bytes }, print) =>
      `${print.count(machines)} 台机器上${bytes === undefined ? '' : ` ${print.bytes(bytes)} `}的 ${collective}：${best} 最快，速度是 ${least} 的 ${print.number(times)} 倍。`,
  },
  labels: {
    machine: '机器',
    reading: '解读',
    expected: '预期 GB/s',
    yours: '实测',
    bound: '受限于',
    basis: '依据',
    size: '大小',
    time: '时间',
    band: '正常',
    algorithm: '算法',
    byDefault: '默认',
    wire: '单向线速',
    wireMark: '标称',
    plateau: '平台值',
    supposed: '假定',
    decide: '核对',
    sources: '来源',
    step: '训练步',
    preset: '预设',
  },
  machine: ({ gpus, links, linkName, nics, nicBandwidth, nodes }, print) =>
    [
      `${print.count(gpus)} 块 GPU`,
      linkName === 'PCIe' ? '经 PCIe 相连' : `每块 ${links} 条 ${linkName}`,
      ...(nics === 0 ? [] : [`${nodes > 1 ? '每个节点 ' : ''}${nics} x ${print.bits(nicBandwidth)}`]),
    ].join('，'),
  reading: ({ given, seconds, algbw, busbw, bytes, sizeSupposed }, print) => {
    const at = print.bytes(bytes)
    if (given === 'time')
      return `${at} 用时 ${print.duration(seconds)}：algbw 为 ${print.rate(algbw)}，busbw 为 ${print.rate(busbw)}`
    if (given === 'algbw')
      return `${at} 时 algbw 为 ${print.rate(algbw)}，即 busbw 为 ${print.rate(busbw)}${sizeSupposed ? '；若是其他大小，请加 --size 1G' : ''}`
    return sizeSupposed
      ? `${print.rate(busbw)}，视为 ${at} 时的 busbw；若不是，请加 --size 1G 或 --algbw，或给出用时`
      : `${print.rate(busbw)}，视为 ${at} 时的 busbw；若是 algbw，请加 --algbw`
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
    twoNodes: ({ other }) =>
      `在两个节点上，默认算法的 busbw 超过网卡速率，不能用来检验网络。${other ? `${other} 可以。` : ''}`,
    nvls: ({ busbw, wire, links, ranks }, print) =>
      `NVLS：由交换机归约并多播，所以 busbw 超过链路速率。busbw 为 ${print.rate(busbw)} 时，每块 GPU 的链路承载 ${print.rate(wire)}（algbw x ${ranks + 1}/${ranks}），链路速率为 ${print.rate(links)}。环和其他集合操作都低于链路速率。`,
    range: () => '1 MiB 以下，用时由启动和网络决定。请用 8G 或 16G 的结果评判机器。',
    wide: () => '结果取决于主板和驱动。请与相同的机器比较：ringscope diagnose NEW --baseline OLD',
    above: () =>
      '超出了链路的承载能力。请核对机器和集合操作，并确认数值是以 GB/s 计的 busbw（不是 Gb/s，也不是双向合计）。',
  },
  faults: {
    'smaller-size': {
      name: ({ bytes = 0 }, print) => `约 ${print.bytes(bytes)} 时的正常运行`,
      check: '用 -e 16G 重新运行，看最后一行',
    },
    'nic-lost': {
      name: ({ left = 0, of = 0 }) => `${of} 块网卡只用了 ${left} 块`,
      check: "各节点上 ibstat | grep -E 'State|Rate'：每个端口都应为 Active，且为全速",
    },
    'one-nic': {
      name: () => '所有 GPU 共用一块网卡',
      check: "NCCL_DEBUG=INFO ... 2>&1 | grep 'NET/IB : Using' 应列出每块网卡",
    },
    'gdr-off': {
      name: () => 'GPUDirect RDMA 关闭或 ACS 打开，速率减半',
      check: '各节点上 lsmod | grep nvidia_peermem 应有输出；lspci -vvv | grep ACSCtl 不应有 ReqRedir+',
    },
    'nic-on-cpu': {
      name: () => '网卡接在 CPU 上，而不是 GPU 的 PCIe 交换机下',
      check: 'nvidia-smi topo -m：GPU 到网卡应为 PIX 或 PXB，而不是 PHB、NODE 或 SYS',
    },
    'nvls-off': {
      name: () => 'NVLS 关闭（改用 NVLink 上的环）',
      check:
        'NCCL_DEBUG=INFO ... 2>&1 | grep NVLS；systemctl status nvidia-fabricmanager；echo $NCCL_NVLS_ENABLE',
    },
    'nvlinks-lost': {
      name: ({ left = 0, of = 0 }) => `某块 GPU 只有 ${left} 条 NVLink，应为 ${of} 条`,
      check: 'nvidia-smi nvlink -s：各 GPU 的链路数应相同，且没有 inactive',
    },
    'p2p-off': {
      name: () => 'P2P 关闭（数据经共享内存）',
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
    `可能的原因（任何一项单独出现，都会得到约 ${print.rate(measured)}）：${faults.join('；')}`,
  tooFar: ({ faults }) => `数值相差太远，可以排除：${faults.join('；')}`,
  decide: {
    size: ({ bytes, largest, command }, print) =>
      `大小：如果测的是 ${print.bytes(bytes)}，请用 -e ${sizeOption(largest)} 重新运行，或：${command}`,
    ring: ({ setting, test, low }, print) =>
      `${setting} ${test} -b 4G -e 16G -f 2：达到 ${print.rate(low)} 即表明网络正常`,
    collect: ({ test }) =>
      `一次收集全部信息：${test} -b 8 -e 16G -f 2 -g <每个节点的 GPU 数> | ringscope diagnose -`,
  },
  step: ({ what, bytes, computeSeconds, communicationSeconds, share }, print) =>
    `${what}：每步 ${print.bytes(bytes)}。通信用时 ${print.duration(communicationSeconds)}，计算用时 ${print.duration(computeSeconds)}，通信占每步的 ${print.percent(share)}。`,
  stepHidden: (
    { what, bytes, computeSeconds, communicationSeconds, exposedSeconds, overlap, share },
    print,
  ) =>
    `${what}：每步 ${print.bytes(bytes)}。通信用时 ${print.duration(communicationSeconds)}，其中 ${print.percent(overlap)} 被计算掩盖，其余 ${print.duration(exposedSeconds)} 加在 ${print.duration(computeSeconds)} 的计算之上，占每步的 ${print.percent(share)}。`,
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
  'cpu-interconnect': { alone: 'CPU 插槽间链路', many: '条 CPU 间链路' },
  nic: { alone: '网卡', many: '块网卡' },
  fabric: { alone: '网络', many: '块网卡' },
} as const
