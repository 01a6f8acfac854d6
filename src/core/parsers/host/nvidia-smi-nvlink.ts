/** `nvidia-smi nvlink -s` (each link's rate, or <inactive>) and `-e` (its error counters); `nvidia-smi -L`, which names the GPUs alike. */
import { GBps } from '../../base/units.ts'
import type { NvlinkErrorFact } from '../../evidence/gpu-facts.ts'
import type { HostParser } from '../parser.ts'

/** "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-…)"; nvidia-smi -L prints the same line, without links below. */
const GPU = /^\s*GPU (\d+): (.+?)(?: \(UUID: .*)?$/
/** "  MIG 3g.40gb     Device  0: (UUID: MIG-…)": below the GPU that it is a slice of. */
const MIG = /^\s+MIG (\S+)\s+Device/
const RATE = /^\s*Link (\d+): (?:(\d+(?:\.\d+)?) GB\/s|(<inactive>|inactive))\s*$/
const ERROR = /^\s*Link (\d+): ([A-Z][A-Za-z ]*?) (?:Errors?|events): (\d+)\s*$/

export const nvidiaSmiNvlink: HostParser = {
  kind: 'host',
  id: 'nvidia-smi-nvlink',
  title: 'nvidia-smi nvlink -s, -e; nvidia-smi -L',
  begins: (text) => text.startsWith('GPU ') && GPU.test(text),
  read(emit) {
    let gpu: { readonly index: number; readonly name: string; link: number } | undefined
    /** Links are listed in order: where they begin anew, the line that named the next GPU is lost. */
    const isOfNext = (link: number): boolean => {
      if (gpu && link < gpu.link) gpu = undefined
      else if (gpu) gpu.link = link
      return gpu === undefined
    }
    return {
      line(text, place) {
        const [, index, name = ''] = text.includes('GPU ') ? (GPU.exec(text) ?? []) : []
        if (index !== undefined) {
          gpu = { index: Number(index), name: name.trim().slice(0, 80), link: 0 }
          emit({ is: 'gpu-name', index: gpu.index, name: gpu.name, place: place() })
          return
        }
        const [, slice] = MIG.exec(text) ?? []
        if (gpu && slice !== undefined) {
          emit({ is: 'gpu-name', index: gpu.index, name: `MIG ${slice}`, place: place() })
          return
        }
        if (!gpu || !text.includes('Link ')) return
        const [, link, rate] = RATE.exec(text) ?? []
        if (link !== undefined) {
          if (isOfNext(Number(link))) return
          emit({
            is: 'nvlink',
            gpu: gpu.index,
            name: gpu.name,
            link: Number(link),
            ...(rate === undefined ? {} : { bandwidth: Number(rate) * GBps }),
            place: place(),
          })
          return
        }
        const [, at, what, count] = ERROR.exec(text) ?? []
        if (at !== undefined && what !== undefined && !isOfNext(Number(at)))
          emit({
            is: 'nvlink-error',
            gpu: gpu.index,
            link: Number(at),
            what,
            count: Number(count),
            place: place(),
          } satisfies NvlinkErrorFact)
      },
    }
  },
}
