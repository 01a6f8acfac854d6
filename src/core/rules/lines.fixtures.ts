/** Single lines of tools and kernel. */
import { environment, facts, printed } from '../analysis/hand-made.fixtures.ts'

export const lines = (...text: readonly string[]) => facts(printed('gpu-01', text.join('\n')))

export const lspciOf = (...text: readonly string[]) => lines(...text)

export const settingsOf = (settings: Readonly<Record<string, string>>) =>
  facts([environment('gpu-01', settings)])

export const xid = (code: number, at = '0000:31:00') =>
  `[91022.118840] NVRM: Xid (PCI:${at}): ${code}, pid=4711, name=python3, Ch 00000008`
