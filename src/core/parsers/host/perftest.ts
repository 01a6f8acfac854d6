/**
 * perftest: ib_write_bw, ib_read_bw, ib_send_bw (linux-rdma/perftest). The table gives MiB/s, MB/s or, with
 * --report_gbits, Gb/s; whether memory of a GPU was used stands in the command or in a line above the header.
 */
import type { PerftestFact } from '../../evidence/host-facts.ts'
import type { HostParser } from '../parser.ts'

const TITLE = /^\s*(?:RDMA_(Write|Read)|Send|(?:RDMA )?(?:Write|Read)) (?:Bidirectional )?BW Test\s*$/
const HEADER = /^\s*#bytes\s+#iterations\s+BW peak\[(\S+)\]\s+BW average\[(\S+)\]/
const UNIT: Readonly<Record<string, number>> = { 'Gb/sec': 1e9 / 8, 'MB/sec': 2 ** 20, 'MiB/sec': 2 ** 20 }

export const perftest: HostParser = {
  kind: 'host',
  id: 'perftest',
  title: 'ib_write_bw and its kin (perftest)',
  begins: (text) => text.length < 120 && text.includes(' BW Test') && TITLE.test(text),
  read(emit, { command }) {
    let about: Partial<Pick<PerftestFact, 'device' | 'linkLayer' | 'mtuBytes' | 'queuePairs'>> = {}
    let test = 'ib_write_bw'
    let memory: PerftestFact['memory'] = 'host'
    let unit = 0
    return {
      line(text, place) {
        if (TITLE.test(text)) {
          about = {}
          memory = /--use_(?:cuda|rocm)/.test(command) ? 'gpu' : 'host'
          test = text.includes('Read') ? 'ib_read_bw' : text.includes('Send') ? 'ib_send_bw' : 'ib_write_bw'
          unit = 0
          return
        }
        if (/initializing CUDA|Using GPU|use_cuda|ROCm device/i.test(text)) memory = 'gpu'
        const device = /\bDevice\s*:\s*(\S+)/.exec(text)?.[1]
        if (device !== undefined) about = { ...about, device }
        const layer = /Link type\s*:\s*(IB|Ethernet)/.exec(text)?.[1]
        if (layer !== undefined) about = { ...about, linkLayer: layer === 'IB' ? 'ib' : 'ethernet' }
        const mtu = Number(/\bMtu\s*:\s*(\d+)\[B\]/.exec(text)?.[1])
        if (mtu > 0) about = { ...about, mtuBytes: mtu }
        const pairs = Number(/Number of qps\s*:\s*(\d+)/.exec(text)?.[1])
        if (pairs > 0) about = { ...about, queuePairs: pairs }
        const [, , average] = HEADER.exec(text) ?? []
        if (average !== undefined) {
          unit = UNIT[average] ?? 0
          return
        }
        const [, bytes, , , rate] =
          unit > 0 ? (/^\s*(\d+)\s+(\d+)\s+(\d+\.\d+)\s+(\d+\.\d+)\s+\d/.exec(text) ?? []) : []
        if (bytes !== undefined && Number(rate) > 0)
          emit({
            is: 'perftest',
            test,
            memory,
            ...about,
            bytes: Number(bytes),
            bandwidth: Number(rate) * unit,
            place: place(),
          })
      },
    }
  },
}
