/** `ibstat` (infiniband-diags), `ibstatus` and `ibv_devinfo` (rdma-core): the ports of InfiniBand and RoCE NICs. */
import type { PortFact } from '../../evidence/nic-facts.ts'
import type { Place } from '../../evidence/place.ts'
import type { HostParser } from '../parser.ts'

type PortDraft = { -readonly [Key in keyof PortFact]: PortFact[Key] }

const GIGABIT = 1e9 / 8
/** infiniband-diags and libibverbs; another word was cut. */
const STATES = new Set(['nop', 'down', 'init', 'initializing', 'armed', 'active', 'active_defer'])
/** InfiniBand architecture specification; another number was cut. */
const PATH_MTUS = new Set([256, 512, 1024, 2048, 4096])

export const ibstat: HostParser = {
  kind: 'host',
  id: 'ibstat',
  title: 'ibstat, ibstatus, ibv_devinfo: InfiniBand and RoCE ports',
  begins: (text) => deviceIn(text) !== undefined,
  read(emit) {
    let device: { name: string; model?: string; firmware?: string } | undefined
    let port: PortDraft | undefined
    let isRateLast = false
    const finish = () => {
      // A port without a state is a cut listing: nothing is known of it.
      if (port && (port.state !== undefined || port.rate !== undefined)) emit(port)
      port = undefined
    }
    const open = (number: number, place: Place) => {
      const isNext = device !== undefined && port?.port === number && port.device === device.name
      finish()
      // The line that named the next device is lost.
      if (isNext) device = undefined
      if (!device) return
      const { name, model, firmware } = device
      port = {
        is: 'port',
        device: name,
        port: number,
        ...(model === undefined ? {} : { model }),
        ...(firmware === undefined ? {} : { firmware }),
        place,
      }
    }
    return {
      line(text, place) {
        const found = deviceIn(text)
        if (found) {
          finish()
          device = { name: found.name }
          if (found.port !== undefined) open(found.port, place())
          return
        }
        if (!device || !/^\s/.test(text)) return
        const [, key = '', value = ''] = /^\s+([A-Za-z][\w ]*?)\s*:\s*(.*?)\s*$/.exec(text) ?? []
        switch (key.toLowerCase()) {
          case 'ca type':
          case 'vendor_part_id':
            device.model = value
            return
          case 'firmware version':
          case 'fw_ver':
            device.firmware = value
            return
          case 'port':
            open(Number(value) || 1, place())
            return
        }
        // "Port 1:" of ibstat
        const number = /^Port (\d+)$/.exec(key)?.[1]
        if (number !== undefined) return open(Number(number), place())
        isRateLast = key.toLowerCase() === 'rate'
        if (port) readPort(port, key.toLowerCase(), value, place)
      },
      end() {
        // In the last line of the listing it may be cut: "40" of "400".
        if (port && isRateLast) delete port.rate
        finish()
      },
    }
  },
}

/** "CA 'mlx5_0'", "hca_id: mlx5_0", "Infiniband device 'mlx5_0' port 1 status:" */
function deviceIn(text: string): { readonly name: string; readonly port?: number } | undefined {
  if (text.startsWith("CA '")) {
    const name = /^CA '([\w.-]+)'\s*$/.exec(text)?.[1]
    return name === undefined ? undefined : { name }
  }
  if (text.startsWith('hca_id:')) {
    const name = /^hca_id:\s*([\w.-]+)\s*$/.exec(text)?.[1]
    return name === undefined ? undefined : { name }
  }
  if (text.startsWith('Infiniband device')) {
    const [, name, port] = /^Infiniband device '([\w.-]+)' port (\d+) status:/.exec(text) ?? []
    return name === undefined ? undefined : { name, port: Number(port) }
  }
  return undefined
}

function readPort(port: PortDraft, key: string, value: string, place: () => Place): void {
  switch (key) {
    case 'state': {
      // "Active", "4: ACTIVE", "PORT_ACTIVE (4)"
      const state = value.replace(/^\d+:\s*|^PORT_|\s*\(\d+\)$/g, '').toLowerCase()
      if (!STATES.has(state)) return
      port.state = state
      if (port.state !== 'active') port.place = place()
      return
    }
    case 'physical state':
    case 'phys state':
    case 'phys_state':
      port.physicalState = value
        .replace(/^\d+:\s*|\s*\(\d+\)$/g, '')
        .replace('_', '')
        .toLowerCase()
      return
    case 'rate': {
      // "400", "200 Gb/sec (4X HDR)", "2.5"
      const rate = Number(/^(\d+(?:\.\d+)?)/.exec(value)?.[1])
      if (!(rate > 0)) return
      port.rate = rate * GIGABIT
      if (port.state === undefined || port.state === 'active') port.place = place()
      return
    }
    case 'sm lid':
      port.subnetManager = Number(value) > 0
      return
    case 'link layer':
    case 'link_layer':
      if (/^(?:infiniband|ethernet)$/i.test(value))
        port.linkLayer = value.toLowerCase() as 'infiniband' | 'ethernet'
      return
    case 'max_mtu':
    case 'active_mtu': {
      const bytes = Number(/^(\d+)/.exec(value)?.[1])
      if (PATH_MTUS.has(bytes)) port[key === 'max_mtu' ? 'maxMtuBytes' : 'activeMtuBytes'] = bytes
      return
    }
  }
}
