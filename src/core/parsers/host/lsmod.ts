/** `lsmod`: the kernel modules that are loaded; kept are those that communication needs. */
import type { HostParser } from '../parser.ts'

const KEPT =
  /^(?:nvidia|nvidia_uvm|nvidia_peermem|nv_peer_mem|gdrdrv|nvidia_fs|mlx5_core|mlx5_ib|ib_core|ib_uverbs|ib_umad|rdma_cm|ib_ipoib|efa|bnxt_re|irdma|amdgpu|amdkfd|ib_peer_mem|knem|xpmem|tcp_bbr)$/
const ROW = /^([a-z][a-z0-9_]*)\s+\d+\s+-?\d+(?:\s+\S+)?\s*$/

export const lsmod: HostParser = {
  kind: 'host',
  id: 'lsmod',
  title: 'lsmod',
  begins: (text) => text.startsWith('Module ') && /^Module\s+Size\s+Used by/.test(text),
  read: (emit) => ({
    line(text, place) {
      const name = ROW.exec(text)?.[1]
      if (name !== undefined && KEPT.test(name)) emit({ is: 'module', name, place: place() })
    },
  }),
}
