/** English: pcie-downtrained. */

import type { PcieDowntrainedValues } from '../../../rules/machine/pcie-downtrained.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'
import { counted, plural } from '../phrases/words.ts'

export const pcieDowntrained: RuleText<PcieDowntrainedValues> = {
  name: 'a PCIe link narrower or slower than it could be',
  about:
    'Error if other devices of the same model have the full link; warning if only LnkCap of device and port shows it; info if all are alike, or if only the speed of a GPU is low, since it may be idle.',

  title: ({ device, address, width, speed, host, allAlike, others }, print) =>
    `${device} (${address})${on(host)} runs ${width ? `at PCIe x${width.is} of x${width.of}` : `at ${print.number(speed?.is ?? 0)} of ${print.number(speed?.of ?? 0)} GT/s`}${allAlike && others > 0 ? `, like ${counted(others, print, 'other')} of the same model` : ''}`,
  cause: ({ address, width, speed }, print) =>
    `${address} runs at ${width ? `PCIe x${width.is} of x${width.of}` : `${print.number(speed?.is ?? 0)} of ${print.number(speed?.of ?? 0)} GT/s`}`,
  detail: ({ width, speed, is, of, siblings, allAlike, idle }, print) =>
    [
      is === undefined || of === undefined
        ? ''
        : `That is about ${print.rate(is)} instead of ${print.rate(of)} in one direction.`,
      width && speed
        ? `The speed is also low: ${print.number(speed.is)} of ${print.number(speed.of)} GT/s.`
        : '',
      allAlike
        ? 'All devices of this model are alike, so this is probably how the host is built.'
        : idle
          ? 'An idle GPU lowers the speed of its link; check again under load.'
          : siblings > 0
            ? `${counted(siblings, print, 'other')} of the same model ${plural(siblings, 'has', 'have')} the full link.`
            : 'Both the device and the port above it support more.',
    ]
      .filter(Boolean)
      .join(' '),
  actions: ({ address, kind }) => [
    `sudo lspci -vvv -s ${address} | grep Lnk: check again while the ${kind === 'gpu' ? 'GPU' : 'NIC'} is under load`,
    'Reseat the card or riser, or try another slot; in the BIOS, set bifurcation and link speed of the slot to Auto. If that does not help, have it repaired',
  ],
  verify: () => 'LnkSta shows the same speed and width as LnkCap',
  inOrder: 'PCIe links at full width and speed',
  explained: {
    knownBy:
      'lspci -vvv: LnkSta compared with LnkCap of the device and of the port above it; nvidia-smi -q; other devices of the same model.',
    costs: 'Half the width is half the bandwidth: a 400G NIC at PCIe 4.0 x8 reaches 12 of 48 GB/s.',
    todo: 'Reseat the card, try another slot, check the BIOS (bifurcation, link speed); then have it repaired.',
    verify: 'LnkSta equals LnkCap.',
  },
}
