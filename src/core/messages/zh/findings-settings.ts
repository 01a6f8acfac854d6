/** 中文：有关设置的发现。 */
import type { Print } from '../../base/print.ts'
import type { SettingEffect } from '../../evidence/setting-effect.ts'
import type { FindingTexts } from '../findings.ts'
import type { SettingSource, SettingsFindings } from '../findings-settings.ts'

export const settingsFindings: Pick<FindingTexts, keyof SettingsFindings> = {
  'env-unknown': {
    title: ({ name, why, meant, until, since, version, ...source }, print) =>
      why === 'dead'
        ? `${where(source, print)}${name} 不起作用：NCCL 自 ${until} 之后不再读取它`
        : why === 'too-new'
          ? `${where(source, print)}${name} 不起作用：它从 NCCL ${since} 才有，现在用的是 ${version}`
          : meant === undefined
            ? `${where(source, print)}${name} 不是已知会被 NCCL 或 RCCL 读取的变量`
            : `${where(source, print)}${name} 不起作用：正确的变量名是 ${meant}`,
    cause: ({ name, meant }) =>
      meant === undefined ? `${name} 不起作用` : `写成了 ${name}，本应是 ${meant}`,
    detail: ({ name, value, why, meant, near }) =>
      why !== 'unknown'
        ? `对不读取的变量，NCCL 什么也不说。${name}=${value} 是为别的版本留下的；当初想要的效果并不存在。`
        : meant === undefined
          ? `对不读取的变量，NCCL 什么也不说。${name}=${value} 可能属于某个插件，或属于比此表更新的版本；最接近的已知名称是 ${near.join('，')}。`
          : `对不读取的变量，NCCL 什么也不说，所以 ${name}=${value} 什么也没改变。NCCL_DEBUG=INFO 时，每个被读取且已设置的变量都会记为 "set by environment"；这一个不会出现。`,
    actions: ({ name, meant, value }) => [
      meant === undefined ? `unset ${name}` : `unset ${name}；如果需要：export ${meant}=${value}`,
      'NCCL_DEBUG=INFO ... 2>&1 | grep "set by environment"：NCCL 真正读取了什么',
    ],
    verify: ({ name }) => `所有主机上 env | grep ${name} 都没有输出`,
  },
  'env-override': {
    title: ({ name, value, effect, ...source }, print) =>
      `${where(source, print)}${name}=${value} ${EFFECT[effect].title}`,
    cause: ({ name, value, effect }) => `${name}=${value} ${EFFECT[effect].title}`,
    detail: ({ effect, byDefault, share }, print) =>
      `${EFFECT[effect].detail}默认值是 ${byDefault}。${share === undefined ? '' : `最多只剩 ${print.percent(share)} 的带宽。`}为别的机器或在排查故障时做的设置，常常在理由消失之后还留着。`,
    actions: ({ name }) => [
      `在所有主机上 unset ${name}（包括 -x、--export、nccl.conf 和镜像），然后重新测量`,
    ],
    verify: () => 'all_reduce_perf -b 1M -e 8G -f 2：比较有它和没有它的结果',
  },
  'env-not-propagated': {
    title: ({ name, why, without, launcher }, print) =>
      why === 'not-exported'
        ? `${name} 在 shell 中设置了，但 ${launcher} 没有把它传给其他节点`
        : why === 'some-hosts'
          ? `${name} 只在部分主机上设置，${listed(without, print)} 上没有`
          : `${listed(without, print)} 上的 ${name} 与其他主机不同`,
    cause: ({ name }) => `${name} 没有到达所有 rank`,
    detail: ({ name, value, why, with: has, without, others }, print) =>
      why === 'not-exported'
        ? `${name}=${value} 只对本节点的 rank 有效：OpenMPI 只传 -x 列出的变量，srun 只传 --export 列出的。各 rank 选择不同时，要么按较慢的一方运行，要么连不上。`
        : why === 'some-hosts'
          ? `${listed(has, print)}：${value}${others.length > 0 ? `（还有 ${others.join('，')}）` : ''}；${listed(without, print)}：未设置。各 rank 选择不同时，要么按较慢的一方运行，要么连不上。哪一个正确，这些文件没有说明。`
          : `${listed(has, print)}：${value}；${listed(without, print)}：${others.join('，')}。哪一个正确，这些文件没有说明。`,
    actions: ({ name, value, launcher }) => [
      launcher === 'srun'
        ? `srun --export=ALL,${name}=${value} ...，或在各处都去掉`
        : `mpirun -x ${name}=${value} ...，或在各处都去掉`,
      '启动脚本和镜像：所有主机保持一致',
    ],
    verify: ({ name }) => `NCCL_DEBUG=INFO ... 2>&1 | grep ${name}：每台主机输出相同的一行`,
  },
  'stale-config-file': {
    title: ({ file, host, settings }, print) =>
      `${host === undefined ? '' : `${host} 上的 `}${file} 设置了 ${print.count(settings.length)} 个有害或无用的变量：${names(settings)}`,
    cause: ({ file, settings }) => `${file} 设置了 ${names(settings)}`,
    detail: ({ file, settings, unlike }, print) =>
      `${file} 对这台主机上的每个作业都等同于环境变量，而脚本里看不到它。${settings.map(({ name, value, why, effect }) => `${name}=${value}：${effect === undefined ? WHY[why] : EFFECT[effect].title}`).join('；')}。${unlike > 0 ? `另有 ${print.count(unlike)} 台主机的文件不同。` : ''}`,
    actions: ({ file }) => [
      `cat /etc/${file} ~/.${file}：谁需要这些行？`,
      '在所有主机上删除它们，或在作业中覆盖：环境变量优先于文件',
    ],
    verify: () => 'NCCL_DEBUG=INFO ... 2>&1 | grep "set by environment" 只显示作业想要的变量',
  },
  'buffsize-too-small': {
    title: ({ name, value, bytes, ...source }, print) =>
      `${where(source, print)}${name}=${value} 使每个通道的缓冲区只有 ${print.bytes(bytes)}`,
    cause: ({ name, bytes }, print) => `${name} 只有 ${print.bytes(bytes)}`,
    detail: ({ bytes, byDefaultBytes, unitIgnored }, print) =>
      `NCCL 把缓冲区分成 8 个先后传送的槽：每个 ${print.bytes(bytes / 8)}，而默认的 ${print.bytes(byDefaultBytes)} 给出 ${print.bytes(byDefaultBytes / 8)}。这么小的槽盖不住链路的延迟，大消息会变慢。${unitIgnored ? 'NCCL 只读数字，后面的字母被忽略。' : ''}`,
    actions: ({ name, byDefaultBytes }) => [`unset ${name}，或给出字节数：${name}=${byDefaultBytes}`],
    verify: () => 'all_reduce_perf -b 1M -e 8G -f 2 重新升到平台值',
  },
}

/** "gpu-07 上 "；没有帮助时为空。 */
function where({ host, from, hosts = 1 }: SettingSource & { readonly hosts?: number }, print: Print): string {
  const place = hosts > 1 ? `${print.count(hosts)} 台主机上 ` : host === undefined ? '' : `${host} 上 `
  return `${place}${from === 'file' ? 'nccl.conf 中的 ' : ''}`
}

function listed(hosts: readonly string[], print: Print): string {
  return hosts.length > 3
    ? `${hosts.slice(0, 3).join('，')} 和另外 ${print.count(hosts.length - 3)} 台`
    : hosts.join('，')
}

const names = (settings: readonly { readonly name: string }[]): string =>
  settings.map(({ name }) => name).join('，')

const WHY = {
  costly: '损失带宽',
  unknown: '没有版本读取它',
  dead: '现在的版本都不读取它',
  differs: '其他主机没有它',
} as const

const EFFECT: Readonly<Record<SettingEffect, { readonly title: string; readonly detail: string }>> = {
  'll-only': {
    title: '禁用了 Simple 协议',
    detail: 'LL 给每个字的数据都带上标志：链路的一半是标志。它是为小消息设计的。',
  },
  'll128-only': {
    title: '只留下 LL128',
    detail: 'LL128 每 120 字节带一个标志，并要求链路保持 128 字节的完整；做不到的地方数据会损坏。',
  },
  'one-algorithm': {
    title: '固定了算法',
    detail:
      '大消息适合环，小消息适合树，有能求和的交换机时适合 NVLS：所有大小用同一个总会在某处吃亏，它做不了的调用会失败。',
  },
  'few-channels': {
    title: '把 NCCL 限制在少数通道',
    detail: '每个通道是 GPU 的一个块和一个环：几个通道填不满 GPU 的链路。',
  },
  'many-channels': {
    title: '强制了通道数',
    detail: 'NCCL 按拓扑选择通道数；下限会移动算法之间的边界，占用计算的多处理器，并把小消息切得更小。',
  },
  'few-threads': {
    title: '给每个通道的线程太少',
    detail: '每个通道需要几百个线程才能以链路的速率搬运数据。',
  },
  'gdr-off': {
    title: '关闭了 GPUDirect RDMA',
    detail: '所有网络数据都经过主机内存：网卡和 GPU 共用通往它的路。',
  },
  'p2p-off': {
    title: '关闭了 GPU 之间的 P2P',
    detail: '同一主机上 GPU 之间的所有数据都经过主机内存，NVLink 闲置。',
  },
  'p2p-far': {
    title: '允许跨 CPU 的 P2P',
    detail: '经过主机桥或插槽之间的直接传输，常常比经主机内存拷贝还慢。',
  },
  'shm-off': {
    title: '关闭了共享内存',
    detail: '同一主机上没有 P2P 的 GPU 于是要经过网络通信。',
  },
  'rdma-off': {
    title: '强制使用 TCP 套接字',
    detail: '即使网卡支持也不用 RDMA；TCP 消耗 CPU 时间，只达到速率的一部分。',
  },
  'nvls-off': {
    title: '关闭了 NVLink SHARP',
    detail:
      '自 Hopper 起的 NVSwitch 机器由交换机求和；没有它，all_reduce 从约 480 降到 370 GB/s（八块 H100）。',
  },
  'split-data': {
    title: '把每条消息拆到所有队列对上',
    detail: '每个队列对只带小块数据。在按哈希分流的链路上可能有用；在延迟要紧的地方会损失吞吐。',
  },
  'pxn-off': {
    title: '关闭了 PXN',
    detail: '去往其他轨的数据于是经过 PCIe 或 spine，而不是 NVLink 和邻居的网卡；all_to_all 受影响最大。',
  },
  'cross-nic': {
    title: '允许环跨轨',
    detail: '在每轨一个 leaf 的网络上，这会让所有数据经过 spine。',
  },
  verbose: { title: '记录每次调用', detail: '写日志的代价超过一次小的集合操作。' },
  checks: { title: '检查每个指针', detail: '每次调用都要向驱动查询缓冲区：增加延迟。' },
  'launch-blocking': {
    title: '等待每个 kernel',
    detail: '什么都不重叠：每次启动都要等前一个 kernel 完成。它是为调试准备的。',
  },
  'relaxed-ordering-off': {
    title: '关闭了 PCIe relaxed ordering',
    detail: '在 AMD CPU 和虚拟机中，写的顺序于是拖住每块网卡。',
  },
  'dmabuf-off': { title: '关闭了 DMA-BUF', detail: 'GPUDirect RDMA 于是需要 nvidia-peermem 模块。' },
  'small-chunks': { title: '把网络传输切成小块', detail: '每一块都要网卡处理一个请求。' },
}
