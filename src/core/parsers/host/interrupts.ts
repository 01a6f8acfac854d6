/**
 * /proc/interrupts (how often each CPU served each vector), /proc/irq/N/smp_affinity_list as `grep .` prints it, and
 * whether irqbalance runs. Only the vectors of NICs are kept.
 */

import type { HostParser } from '../parser.ts'
import { cpusIn } from './cpu-list.ts'

const NIC_VECTOR =
  /\b(?:mlx[45]_\S+|mlx[45]_core\S*|bnxt_\S+|ice-\S+|irdma-\S+|efa\S*|ena-\S+|eth\d+\S*|en[ops]\w+(?:-\S+)?|ib\d\S*|ionic\S*|gve\S*)$/

export const interrupts: HostParser = {
  kind: 'host',
  id: 'interrupts',
  title: '/proc/interrupts, smp_affinity_list, irqbalance',
  begins: (text) =>
    (text.startsWith(' ') && /^\s+CPU\d+(?:\s+CPU\d+)*\s*$/.test(text)) ||
    text.startsWith('/proc/irq/') ||
    isService(text),
  read(emit) {
    let cpus: readonly number[] = []
    return {
      line(text, place) {
        if (text.startsWith('/proc/irq/')) {
          const [, irq, list] =
            /^\/proc\/irq\/(\d+)\/(?:smp_affinity_list|effective_affinity_list):\s*([\d,-]+)\s*$/.exec(
              text,
            ) ?? []
          if (irq !== undefined && list !== undefined)
            emit({ is: 'irq-affinity', irq: Number(irq), cpus: cpusIn(list), place: place() })
          return
        }
        if (isService(text)) {
          emit({ is: 'service', name: 'irqbalance', running: /: ?active$/.test(text.trim()), place: place() })
          return
        }
        if (/^\s+CPU\d+/.test(text)) {
          cpus = [...text.matchAll(/CPU(\d+)/g)].map(([, cpu]) => Number(cpu))
          return
        }
        const words = text.trim().split(/\s+/)
        const irq = /^(\d+):$/.exec(words[0] ?? '')?.[1]
        const name = words.at(-1) ?? ''
        if (irq === undefined || words.length < cpus.length + 2 || !NIC_VECTOR.test(name)) return
        const counts = new Map<number, number>()
        for (const [at, cpu] of cpus.entries()) {
          const count = Number(words[at + 1])
          if (count > 0) counts.set(cpu, count)
        }
        emit({ is: 'interrupt', irq: Number(irq), name, counts, place: place() })
      },
    }
  },
}

/** "irqbalance: active", as `ringscope capture` writes what systemctl is-active says. */
const isService = (text: string): boolean =>
  text.startsWith('irqbalance') && /^irqbalance(?:\.service)?: ?(?:in)?active\s*$/.test(text)
