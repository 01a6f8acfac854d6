/** `lsmod`: the kernel modules that are loaded; kept are those that communication needs. */
import type { Place } from '../../evidence/place.ts'
import type { HostParser } from '../parser.ts'

const KEPT =
  /^(?:nvidia|nvidia_uvm|nvidia_peermem|nv_peer_mem|gdrdrv|nvidia_fs|mlx5_core|mlx5_ib|ib_core|ib_uverbs|ib_umad|rdma_cm|ib_ipoib|efa|bnxt_re|irdma|amdgpu|amdkfd|ib_peer_mem|knem|xpmem|tcp_bbr)$/
/** "nvidia  56655872  283 nvidia_uvm,nvidia_peermem": size, how often it is used, and by which modules. */
const ROW = /^([a-z][a-z0-9_]*)\s+\d+\s+-?\d+(?:\s+(\S+))?\s*$/

export const lsmod: HostParser = {
  kind: 'host',
  id: 'lsmod',
  title: 'lsmod',
  begins: (text) => text.startsWith('Module ') && /^Module\s+Size\s+Used by/.test(text),
  read(emit) {
    const loaded = new Set<string>()
    const users = new Map<string, Place>()
    return {
      line(text, place) {
        const [, name, by = ''] = ROW.exec(text) ?? []
        if (name === undefined || !KEPT.test(name)) return
        loaded.add(name)
        emit({ is: 'module', name, place: place() })
        for (const user of by.split(',')) if (KEPT.test(user) && !users.has(user)) users.set(user, place())
      },
      // A module that uses another is loaded, though its own line is lost.
      end() {
        for (const [name, place] of users) if (!loaded.has(name)) emit({ is: 'module', name, place })
      },
    }
  },
}
