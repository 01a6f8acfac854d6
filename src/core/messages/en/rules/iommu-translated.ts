/** English: iommu-translated. */
import type { IommuTranslatedValues } from '../../../rules/path/iommu-translated.ts'
import type { RuleText } from '../../rule-text.ts'
import { on } from '../phrases/host.ts'

export const iommuTranslated: RuleText<IommuTranslatedValues> = {
  name: 'the IOMMU translates every transfer',
  about:
    'Warning where the kernel says "Default domain type: Translated" and no iommu=pt is set; info where only the command line turns the IOMMU on.',

  title: ({ why, option, host }) =>
    why === 'translated'
      ? `The IOMMU translates every transfer between GPUs and NICs${on(host)}`
      : `The IOMMU is on (${option}) and nothing says that it passes transfers through${on(host)}`,
  cause: () => 'the IOMMU translates every transfer',
  detail: ({ why }) =>
    why === 'translated'
      ? 'The kernel says "Default domain type: Translated": each address that a GPU or NIC uses is looked up, and peer-to-peer goes through the root complex. With iommu=pt the devices of the host itself pass through.'
      : 'Without iommu=pt most kernels translate. The kernel log of the boot (dmesg | grep -i "domain type") decides it.',
  actions: () => [
    'Kernel command line: iommu=pt (or amd_iommu=off, intel_iommu=off where no virtual machines run), then restart',
    'Look at ACS too: iommu=pt does not clear it (sudo lspci -vvv | grep ACSCtl)',
  ],
  verify: () => 'dmesg | grep -i "domain type" says Passthrough',
  inOrder: 'IOMMU passes through',
  explained: {
    knownBy: 'dmesg: "Default domain type"; /proc/cmdline: intel_iommu, amd_iommu, iommu.',
    costs: 'Up to half of the rate of GPUDirect RDMA, more together with ACS.',
    todo: 'iommu=pt on the kernel’s command line.',
    verify: 'dmesg says Passthrough.',
  },
}
