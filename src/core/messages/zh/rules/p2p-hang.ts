/** Chinese: p2p-hang. */
import type { P2pHangValues } from '../../../rules/failure/p2p-hang.ts'
import type { RuleText } from '../../rule-text.ts'

export const p2pHang: RuleText<P2pHangValues> = {
  name: 'GPU 间点对点 (P2P) 造成的挂起',
  about:
    '警告：测试打印了表头却没有任何数据行，而所有 rank 都已完成初始化，所有连接都走 P2P。文件若恰好在此处截断，看起来也一样。',

  title: ({ host, ranks, transport }, print) =>
    `${host === undefined ? '' : `${host}：`}${print.count(ranks)} 个 rank 初始化之后没有数据行：第一个集合操作挂起，数据全部经过 ${transport}`,
  cause: ({ transport }) => `第一个集合操作挂起，数据经过 ${transport}`,
  detail: () =>
    '所有 rank 都无错误地完成了初始化，因此启动器和网络没有问题。NCCL 相信驱动对 P2P 的说法；如果 PCIe 交换机或 IOMMU 不转发这些数据（ACS、处于地址转换模式的 IOMMU），或驱动在不支持的卡上开放了 P2P，GPU 就会以 100 % 的利用率和很低的功耗一直等待。',
  actions: () => [
    '用 NCCL_P2P_DISABLE=1 试一次：如果有数据行（较慢），问题就在 P2P',
    'lspci -vvv | grep ACSCtl（GPU 上级的桥为 SrcValid+ 和 ReqRedir+）：关闭 ACS；用 iommu=pt 启动',
    'nvidia-smi topo -p2p r：驱动是否为这些卡开放了 P2P？新版驱动可能已不再开放',
    'dmesg | grep -e DMAR -e IO_PAGE_FAULT -e Xid',
  ],
  verify: () => '不设 NCCL_P2P_DISABLE 时，all_reduce_perf 打印数据行，且 #wrong 为 0',
  explained: {
    knownBy: '有表头而没有数据行，所有 rank 都 "Init COMPLETE"，所有连接都 "via P2P"，且没有报错。',
    costs: '作业挂起。',
    todo: '用 NCCL_P2P_DISABLE=1 测试；再查 ACS、IOMMU 和驱动。',
    verify: '打开 P2P 时测试能打印数据行。',
  },
}
