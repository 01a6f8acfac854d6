/** Chinese: pcie-downtrained. */
import type { PcieDowntrainedValues } from '../../../rules/machine/pcie-downtrained.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const pcieDowntrained: RuleText<PcieDowntrainedValues> = {
  name: 'PCIe 链路比能达到的更窄或更慢',
  about:
    '同型号的同伴有完整链路时为错误，只有设备和端口的 LnkCap 这样说时为警告；全部如此，或只有可能空闲的 GPU 速率偏低时为信息。',

  title: ({ device, address, width, speed, host, allAlike, others }, print) =>
    `${on(host)}${device}（${address}）${width ? `运行在 PCIe x${width.is}，应为 x${width.of}` : `运行在 ${print.number(speed?.is ?? 0)}，应为 ${print.number(speed?.of ?? 0)} GT/s`}${allAlike && others > 0 ? `，另有 ${print.count(others)} 块同类也是如此` : ''}`,
  cause: ({ address, width, speed }, print) =>
    `${address} 运行在${width ? ` PCIe x${width.is}，应为 x${width.of}` : ` ${print.number(speed?.is ?? 0)}，应为 ${print.number(speed?.of ?? 0)} GT/s`}`,
  detail: ({ width, speed, is, of, siblings, allAlike, idle }, print) =>
    [
      is === undefined || of === undefined ? '' : `单方向约为 ${print.rate(is)}，而不是 ${print.rate(of)}。`,
      width && speed ? `速率也偏低：${print.number(speed.is)}，应为 ${print.number(speed.of)} GT/s。` : '',
      allAlike
        ? '同类全部如此：机器很可能就是这样搭的。'
        : idle
          ? '空闲的 GPU 会降低链路速率；请在它工作时再看一次。'
          : siblings > 0
            ? `有 ${print.count(siblings)} 块同类的链路是完整的。`
            : '设备和它上方的端口都能做到更多。',
    ].join(''),
  actions: ({ address, kind }) => [
    `sudo lspci -vvv -s ${address} | grep Lnk：在${kind === 'gpu' ? ' GPU ' : '网卡'}工作时再看一次`,
    '重新插好板卡或转接卡，换一个插槽；BIOS：插槽的拆分和速率设为 Auto；仍然如此：报修',
  ],
  verify: () => 'LnkSta 显示的速率和宽度与 LnkCap 相同',
  inOrder: 'PCIe 链路完整',
  explained: {
    knownBy: 'lspci -vvv：设备的 LnkSta 对照设备和上方端口的 LnkCap；nvidia-smi -q；同型号的同伴。',
    costs: '宽度减半就是速率减半：400G 网卡在 PCIe 4.0 的 x8 上只有 12，应为 48 GB/s。',
    todo: '重新插好，换插槽，检查 BIOS（拆分、链路速率）；然后报修。',
    verify: 'LnkSta 与 LnkCap 相同。',
  },
}
