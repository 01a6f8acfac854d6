/** `ip link` and `ip addr` (iproute2): the MTU of each network interface. Addresses are not kept. */
import type { HostParser } from '../parser.ts'

const LINK = /^\d+: ([\w.-]+)(?:@[\w.-]+)?: <([A-Z0-9_,-]*)> mtu (\d+)\b/

export const ipLink: HostParser = {
  kind: 'host',
  id: 'ip-link',
  title: 'ip link',
  begins: (text) => text.includes('> mtu ') && LINK.test(text),
  read: (emit) => ({
    line(text, place) {
      const [, name, flags = '', mtu] = LINK.exec(text) ?? []
      if (name === undefined || name === 'lo') return
      emit({
        is: 'interface',
        name,
        mtuBytes: Number(mtu),
        up: flags.split(',').includes('LOWER_UP'),
        place: place(),
      })
    },
  }),
}
