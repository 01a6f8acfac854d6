/** `lscpu` (util-linux) and `numactl -H`: CPU model, sockets, NUMA nodes and their CPUs. */
import type { CpuFact } from '../../evidence/host-facts.ts'
import type { Place } from '../../evidence/place.ts'
import type { HostParser } from '../parser.ts'
import { cpusIn } from './cpu-list.ts'

export const lscpu: HostParser = {
  kind: 'host',
  id: 'lscpu',
  title: 'lscpu, numactl -H',
  begins: (text) =>
    /^(?:Architecture:\s|CPU\(s\):\s|Vendor ID:\s|Model name:\s|NUMA node\(s\):\s|available: \d+ nodes)/.test(
      text,
    ),
  read(emit) {
    const values = new Map<string, { value: string; place: Place }>()
    const bytes = new Map<number, number>()
    const nodes: { node: number; cpus: readonly number[]; place: Place }[] = []
    return {
      line(text, place) {
        const [, node, cpus] = /^\s*(?:NUMA )?node\s?(\d+) (?:CPU\(s\)|cpus):\s*([\d, -]*)$/.exec(text) ?? []
        if (node !== undefined && cpus !== undefined) {
          if (cpus.trim() !== '') nodes.push({ node: Number(node), cpus: cpusIn(cpus), place: place() })
          return
        }
        const [, sized, size] = /^node (\d+) size: (\d+) MB/.exec(text) ?? []
        if (sized !== undefined) bytes.set(Number(sized), Number(size) * 2 ** 20)
        const [, key, value] = /^\s*([A-Z][\w() ]*?):\s+(.+?)\s*$/.exec(text) ?? []
        if (key !== undefined && value !== undefined && !values.has(key))
          values.set(key, { value, place: place() })
      },
      end() {
        const model = values.get('Model name') ?? values.get('Vendor ID')
        const vendor = values.get('Vendor ID')?.value ?? model?.value ?? ''
        const sockets = Number(values.get('Socket(s)')?.value)
        const count = Number(values.get('NUMA node(s)')?.value)
        if (model)
          emit({
            is: 'cpu',
            vendor: vendorOf(vendor),
            model: model.value.slice(0, 80),
            ...(sockets > 0 ? { sockets } : {}),
            ...(count > 0 ? { numaNodes: count } : {}),
            virtualised: values.has('Hypervisor vendor'),
            place: (values.get('NUMA node(s)') ?? model).place,
          })
        for (const { node, cpus, place } of nodes) {
          const size = bytes.get(node)
          emit({ is: 'numa-node', node, cpus, ...(size === undefined ? {} : { bytes: size }), place })
        }
      },
    }
  },
}

function vendorOf(text: string): CpuFact['vendor'] {
  if (/Intel/i.test(text)) return 'intel'
  if (/AMD/i.test(text)) return 'amd'
  if (/ARM|Neoverse|Grace|Ampere/i.test(text)) return 'arm'
  return /IBM|POWER/i.test(text) ? 'power' : 'other'
}
