/** Single lines of tools and kernel. */
import { environment, facts, printed } from '../analysis/hand-made.fixtures.ts'

export const lines = (...its: readonly string[]) => facts(printed('gpu-01', its.join('\n')))

export const lspciOf = (...its: readonly string[]) => lines(...its)

export const settingsOf = (settings: Readonly<Record<string, string>>) =>
  facts([environment('gpu-01', settings)])

export const xid = (code: number, at = '0000:31:00') =>
  `[91022.118840] NVRM: Xid (PCI:${at}): ${code}, pid=4711, name=python3, Ch 00000008`
