/** `rocm-smi --showproductname`: the model of each GPU ("GPU[0] : Card Series: AMD Instinct MI300X"; "Card series" before ROCm 6). */
import type { HostParser } from '../parser.ts'

const LINE = /^GPU\[(\d+)\]\s*: Card [Ss]eries:\s*(.+?)\s*$/

export const rocmSmi: HostParser = {
  kind: 'host',
  id: 'rocm-smi',
  title: 'rocm-smi --showproductname',
  begins: (text) => text.startsWith('GPU[') && LINE.test(text),
  read: (emit) => ({
    line(text, place) {
      const [, index, name] = text.startsWith('GPU[') ? (LINE.exec(text) ?? []) : []
      if (index !== undefined && name !== undefined)
        emit({ is: 'gpu-name', index: Number(index), name: name.slice(0, 80), place: place() })
    },
  }),
}
