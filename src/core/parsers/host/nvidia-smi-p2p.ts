/**
 * `nvidia-smi topo -p2p r` (w, n, a, p): whether the driver lets each pair of GPUs read from each other. OK, or why not:
 * CNS chipset, GNS GPU, TNS topology, NS not supported, DR disabled by a registry key, U unknown (legend of the command).
 */
import type { HostParser } from '../parser.ts'

const HEADER = /^\s*(?:GPU\d+\s+)*GPU\d+\s*$/
const ROW = /^\s*GPU(\d+)\s+((?:X|OK|CNS|GNS|TNS|NS|DR|U)(?:\s+(?:X|OK|CNS|GNS|TNS|NS|DR|U))*)\s*$/

export const nvidiaSmiP2p: HostParser = {
  kind: 'host',
  id: 'nvidia-smi-p2p',
  title: 'nvidia-smi topo -p2p',
  // The header is that of topo -m of GPUs alone; the row of GPU0 tells.
  begins: (text) => (text.startsWith('GPU') || text.startsWith(' GPU') ? ROW.test(text) : false),
  read: (emit, { command }) => ({
    line(text, place) {
      if (HEADER.test(text)) return
      const [, from, cells = ''] = ROW.exec(text) ?? []
      if (from === undefined) return
      const what = /-p2p\s+([rwnap])/.exec(command)?.[1] ?? 'r'
      for (const [to, cell] of cells.trim().split(/\s+/).entries())
        if (cell !== 'X' && isStatus(cell))
          emit({ is: 'peer-access', from: Number(from), to, what, status: cell, place: place() })
    },
  }),
}

const STATUSES = ['OK', 'CNS', 'GNS', 'TNS', 'NS', 'DR', 'U'] as const
const isStatus = (text: string): text is (typeof STATUSES)[number] =>
  (STATUSES as readonly string[]).includes(text)
