/** English: pcie-downtrained. */
import type { PcieDowntrainedValues } from '../../../rules/machine/pcie-downtrained.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const pcieDowntrained: RuleText<PcieDowntrainedValues> = {
  name: 'a PCIe link narrower or slower than it could be',
  about:
    'Error where siblings of the same model have the whole link, a warning where only LnkCap of device and port says so, info where all are alike or where only the speed of a GPU is low, which may be idle.',

  title: ({ device, address, width, speed, host, allAlike, others }, print) =>
    `${device} (${address})${on(host)} runs ${width ? `at PCIe x${width.is} of x${width.of}` : `at ${print.number(speed?.is ?? 0)} of ${print.number(speed?.of ?? 0)} GT/s`}${allAlike && others > 0 ? `, as ${print.count(others)} others of its kind` : ''}`,
  cause: ({ address, width, speed }, print) =>
    `${address} runs at ${width ? `PCIe x${width.is} of x${width.of}` : `${print.number(speed?.is ?? 0)} of ${print.number(speed?.of ?? 0)} GT/s`}`,
  detail: ({ width, speed, is, of, siblings, allAlike, idle }, print) =>
    [
      is === undefined || of === undefined
        ? ''
        : `That is about ${print.rate(is)} instead of ${print.rate(of)} in one direction.`,
      width && speed
        ? `The speed is low as well: ${print.number(speed.is)} of ${print.number(speed.of)} GT/s.`
        : '',
      allAlike
        ? 'All of its kind are alike: it is probably how the host is built.'
        : idle
          ? 'An idle GPU lowers the speed of its link; look again while it works.'
          : siblings > 0
            ? `${print.count(siblings)} of its kind ${siblings === 1 ? 'has' : 'have'} the whole link.`
            : 'The device and the port above it can do more.',
    ]
      .filter(Boolean)
      .join(' '),
  actions: ({ address, kind }) => [
    `sudo lspci -vvv -s ${address} | grep Lnk: again, while the ${kind === 'gpu' ? 'GPU' : 'NIC'} works`,
    'Reseat the card or riser, try another slot; BIOS: bifurcation and link speed of the slot on Auto; still so: repair',
  ],
  verify: () => 'LnkSta shows the same speed and width as LnkCap',
  inOrder: 'PCIe links whole',
  explained: {
    knownBy:
      'lspci -vvv: LnkSta beside LnkCap of the device and of the port above it; nvidia-smi -q; siblings of the same model.',
    costs: 'Half of the width is half of the rate: a 400G NIC at x8 of PCIe 4.0 gives 12 of 48 GB/s.',
    todo: 'Reseat, other slot, BIOS (bifurcation, link speed); then repair.',
    verify: 'LnkSta equals LnkCap.',
  },
}
