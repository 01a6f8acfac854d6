/** English: iommu-translated. */
import type { IommuTranslatedValues } from '../../../rules/path/iommu-translated.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const iommuTranslated: RuleText<IommuTranslatedValues> = {
  name: 'the IOMMU translates every transfer',
  about:
    'Warning if the kernel logs "Default domain type: Translated" and iommu=pt is not set; info if only the command line turns the IOMMU on.',

  title: ({ why, option, host }) =>
    why === 'translated'
      ? `The IOMMU translates every transfer between GPUs and NICs${on(host)}`
      : `The IOMMU is on (${option}), and these files do not show that it passes transfers through${on(host)}`,
  cause: () => 'the IOMMU translates every transfer',
  detail: ({ why }) =>
    why === 'translated'
      ? 'The kernel logs "Default domain type: Translated": the IOMMU translates each address that a GPU or NIC uses, and peer-to-peer goes through the root complex. With iommu=pt, the host’s own devices bypass translation.'
      : 'Without iommu=pt, most kernels translate. The kernel’s boot log (dmesg | grep -i "domain type") tells.',
  actions: () => [
    'Add iommu=pt to the kernel command line (or amd_iommu=off, intel_iommu=off if the host runs no virtual machines) and reboot',
    'Check ACS too: iommu=pt does not clear it (sudo lspci -vvv | grep ACSCtl)',
  ],
  verify: () => 'dmesg | grep -i "domain type" says Passthrough',
  inOrder: 'IOMMU passes transfers through',
  explained: {
    knownBy: 'dmesg: "Default domain type"; /proc/cmdline: intel_iommu, amd_iommu, iommu.',
    costs: 'Up to half of the GPUDirect RDMA bandwidth, more together with ACS.',
    todo: 'Add iommu=pt to the kernel command line.',
    verify: 'dmesg says Passthrough.',
  },
}
