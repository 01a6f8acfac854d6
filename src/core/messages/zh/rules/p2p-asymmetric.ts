/** Chinese: p2p-asymmetric. */
import type { P2pAsymmetricValues } from '../../../rules/path/p2p-asymmetric.ts'
import type { RuleText } from '../../rule-text.ts'

export const p2pAsymmetric: RuleText<P2pAsymmetricValues> = {
  name: '点对点只在一个方向上',
  about: '错误；只有一行显示时为警告。一对中一个方向走点对点，另一个方向走共享内存。',

  title: ({ from, to, pairs, host, by }, print) =>
    by === 'driver'
      ? `GPU ${from} 到不了 GPU ${to}，反方向却可以（这样的有 ${print.count(pairs)} 对）`
      : `${host === undefined ? '' : `${host} 上 `}rank ${from} 到 rank ${to} 走共享内存，反方向走点对点`,
  cause: () => '点对点只在一个方向上可用',
  detail: ({ pairs }, print) =>
    `有 ${print.count(pairs)} 对不一致。两端各自选择传输方式；选择不同时，建立连接会失败或永远等待。固件把一些 GPU 的内存放到别的 GPU 够不到的位置，就会这样。`,
  actions: () => [
    '固件：打开 "Above 4G decoding"，MMIO 高端基址和大小按厂商建议；升级固件',
    'rocm-bandwidth-test，或 nvidia-smi topo -p2p r：哪些对是单向的？',
    '在此之前：NCCL_P2P_DISABLE=1 让所有对一致，代价是带宽',
  ],
  verify: () => '每一对的两个方向使用相同的传输方式',
  explained: {
    knownBy: '日志中一对的两个方向，或两个方向的 DeviceCanAccessPeer。',
    costs: '通信器建立不起来，或挂起。',
    todo: '固件：显存放在哪里。',
    verify: '两个方向一致。',
  },
}
