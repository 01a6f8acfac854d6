/**
 * Bandwidth between pairs of GPUs: p2pBandwidthLatencyTest (cuda-samples) and nvbandwidth's device_to_device tests.
 * Rows are the sender of p2pBandwidthLatencyTest; for nvbandwidth see its own headline ("write from … to …").
 */
import { GBps } from '../../base/units.ts'
import type { HostParser } from '../parser.ts'

/** "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)", "memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)" */
const CUDA_SAMPLE = /^(Uni|Bi)directional P2P=(Enabled|Disabled) Bandwidth .*Matrix \(GB\/s\)/
const NVBANDWIDTH =
  /^memcpy (?:CE|SM) GPU\((row|column)\) (<?->|<-) GPU\((?:row|column)\) (?:total )?bandwidth \(GB\/s\)/

export const gpuBandwidthMatrix: HostParser = {
  kind: 'host',
  id: 'gpu-bandwidth-matrix',
  title: 'p2pBandwidthLatencyTest, nvbandwidth',
  begins: (text) => CUDA_SAMPLE.test(text) || NVBANDWIDTH.test(text),
  read(emit) {
    let matrix: { bidirectional: boolean; mode: 'p2p' | 'no-p2p'; rowReceives: boolean } | undefined
    let columns: readonly number[] = []
    return {
      line(text, place) {
        const [, direction, enabled] = CUDA_SAMPLE.exec(text) ?? []
        if (direction !== undefined) {
          matrix = {
            bidirectional: direction === 'Bi',
            mode: enabled === 'Enabled' ? 'p2p' : 'no-p2p',
            rowReceives: false,
          }
          columns = []
          return
        }
        const [, , arrow] = NVBANDWIDTH.exec(text) ?? []
        if (arrow !== undefined) {
          matrix = { bidirectional: arrow === '<->', mode: 'p2p', rowReceives: arrow === '<-' }
          columns = []
          return
        }
        if (!matrix) return
        const words = text.trim().split(/\s+/)
        if (/^\s*(?:D\\D\s+)?\d+(?:\s+\d+)+\s*$/.test(text) && columns.length === 0) {
          columns = words.filter((word) => /^\d+$/.test(word)).map(Number)
          return
        }
        if (columns.length === 0) return
        const row = Number(words[0])
        const cells = words.slice(1)
        if (!Number.isInteger(row) || cells.length !== columns.length) {
          matrix = undefined
          return
        }
        for (const [at, cell] of cells.entries()) {
          const other = columns[at]
          const rate = Number(cell)
          if (other === undefined || other === row || !(rate > 0)) continue
          emit({
            is: 'gpu-pair',
            from: matrix.rowReceives ? other : row,
            to: matrix.rowReceives ? row : other,
            bandwidth: rate * GBps,
            mode: matrix.mode,
            bidirectional: matrix.bidirectional,
            place: place(),
          })
        }
      },
    }
  },
}
