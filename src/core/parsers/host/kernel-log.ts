/**
 * dmesg, journalctl -k and /proc/cmdline: lines of the kernel and its drivers that bear on communication. IOMMU:
 * drivers/iommu/iommu.c; NIC temperature: mlx5_core events.c; Xid: NVIDIA's Xid catalogue; PCIe bandwidth:
 * drivers/pci/pci.c (pcie_print_link_status). What is counted over many lines: kernel-log-pcie.ts, kernel-log-links.ts.
 */
import type { KernelFact } from '../../evidence/kernel-facts.ts'
import type { HostParser } from '../parser.ts'
import { isLinkEvent, nicLinkCount } from './kernel-log-links.ts'
import { isPcieError, pcieErrorCount } from './kernel-log-pcie.ts'

interface Sign {
  readonly about: KernelFact['about']
  /** A word that every such line has. */
  readonly word: string
  readonly pattern: RegExp
}

const PCI = String.raw`((?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\.[0-7])`

/** In each pattern `value` is what is kept, `device` whom it concerns. */
const SIGNS: readonly Sign[] = [
  {
    about: 'iommu-default',
    word: 'Default domain type',
    pattern: /Default domain type:\s*(?<value>Translated|Passthrough)/,
  },
  {
    about: 'nic-hot',
    word: 'emperature',
    pattern: new RegExp(
      `mlx5_core ${PCI.replace('(', '(?<device>')}.*(?<value>High temperature|temperature (?:is )?(?:above|exceed)\\w*)`,
      'i',
    ),
  },
  {
    about: 'xid',
    word: 'NVRM: Xid',
    pattern: /NVRM: Xid \((?:PCI:)?(?<device>[0-9A-Fa-f:.]+)\): (?<value>\d+)\b/,
  },
  {
    about: 'pcie-bandwidth',
    word: 'available PCIe bandwidth, limited by',
    pattern: new RegExp(
      `${PCI.replace('(', '(?<device>')}: (?<value>\\d+(?:\\.\\d+)? Gb/s available PCIe bandwidth, limited by .*)`,
    ),
  },
]

/** Options of the kernel's command line. */
const OPTION =
  /(?:^|\s)((?:intel_iommu|amd_iommu|iommu|iommu\.passthrough|pci|disable_acs_redir|numa_balancing)=\S+)/g

export const kernelLog: HostParser = {
  kind: 'host',
  id: 'kernel-log',
  title: 'dmesg, /proc/cmdline',
  begins: (text) => isOurs(text),
  read: (emit) => {
    const errors = pcieErrorCount()
    const links = nicLinkCount()
    const take = (earlierBoot: boolean) => {
      for (const fact of [...errors.take(earlierBoot), ...links.take(earlierBoot)]) emit(fact)
    }
    return {
      line(text, place) {
        if (isStart(text)) take(true)
        errors.line(text, place)
        links.line(text, place)
        for (const { about, word, pattern } of SIGNS) {
          if (!text.includes(word)) continue
          const { value, device } = pattern.exec(text)?.groups ?? {}
          if (value !== undefined)
            emit({ is: 'kernel', about, value, ...(device === undefined ? {} : { device }), place: place() })
        }
        if (isCommandLine(text))
          for (const [, option = ''] of text.matchAll(OPTION))
            emit({
              is: 'kernel',
              about: /acs/i.test(option)
                ? 'acs-option'
                : option.startsWith('numa')
                  ? 'numa-balancing'
                  : 'iommu-option',
              value: option,
              place: place(),
            })
      },
      end: () => take(false),
    }
  },
}

/** The kernel's first line; journalctl puts one of its own between two starts: "-- Boot 1f2e… --", "-- Reboot --". */
const isStart = (text: string): boolean =>
  /(?:\] |kernel: )Linux version \d|^-- (?:Boot [0-9a-f]+|Reboot) --/.test(text)

const isCommandLine = (text: string): boolean =>
  text.includes('BOOT_IMAGE=') || text.includes('Command line:') || text.includes('Kernel command line:')

function isOurs(text: string): boolean {
  const first = text.charCodeAt(0)
  // "[    1.2] …", "Apr 28 …", "2026-04-28T…", "BOOT_IMAGE=", "NVRM: …", "iommu: …", "mlx5_core …", "root=… BOOT_IMAGE="
  if (first === 35 || first === 9 || (!text.includes(': ') && !text.includes('='))) return false
  return (
    isCommandLine(text) ||
    isPcieError(text) ||
    isLinkEvent(text) ||
    SIGNS.some(({ word, pattern }) => text.includes(word) && pattern.test(text))
  )
}
