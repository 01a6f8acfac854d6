/** Chinese: few-channels. */
import type { FewChannelsValues } from '../../../rules/path/few-channels.ts'
import type { RuleText } from '../../rule-text.ts'

export const fewChannels: RuleText<FewChannelsValues> = {
  name: '只有一两个 channel',
  about:
    'NVSwitch 后的单台主机且至少四个 rank 时为警告；多台主机时为信息，因为数量由网卡决定。人为设置的限制按该设置报告。',

  title: ({ channels, ranks }, print) =>
    `NCCL 为 ${print.count(ranks)} 个 rank 只建立了 ${print.count(channels)} 个 channel`,
  cause: ({ channels }, print) => `只有 ${print.count(channels)} 个 channel`,
  detail: ({ nodes }) =>
    nodes === 'one'
      ? 'NVSwitch 后面的 GPU 通常有 16 到 32 个。这么少说明 NCCL 找不到更好的 ring：某个 GPU 的链路断了，或有它看不到的拓扑。'
      : '主机之间由网卡决定：每块给出一到两个 channel。每台主机一块网卡时这么少是对的，更多网卡时就不对。',
  actions: () => [
    'nvidia-smi nvlink -s：每个 GPU 启用的链路数相同吗？',
    'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,GRAPH ... 2>&1 | grep -E "Pattern|System"',
    '多台主机："NET/IB : Using" 或插件的列表：网卡都在吗？虚拟机中用 NCCL_TOPO_FILE',
  ],
  verify: () => '"coll channels" 一行显示更多',
  inOrder: 'channel 足够',
  explained: {
    knownBy: '"2 coll channels" 或图文件的 nchannels，以及日志、拓扑文件或 GPU 名称所示的 NVSwitch。',
    costs: '最多损失十分之九的带宽。',
    todo: '所有 GPU 的链路；拓扑；网卡。',
    verify: '更多 channel。',
  },
}
