/** The address that a rank listens at when an interface is named: eth0, 10.0.0.5, or a list of which the first that exists counts. */

import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { RunError } from '../../run-error.ts'

/** IPv4 before IPv6, and no link-local address, which would need its interface's name on the other side as well. */
export function interfaceAddress(wanted: string, interfaces = networkInterfaces()): string {
  const names = wanted.split(',').map((name) => name.trim())
  for (const name of names) {
    if (isIP(name) !== 0) return name
    const addresses = (interfaces[name] ?? []).filter(
      ({ address }) => !address.toLowerCase().startsWith('fe80:'),
    )
    const found = addresses.find(({ family }) => family === 'IPv4') ?? addresses[0]
    if (found) return found.address
  }
  throw new RunError({
    kind: 'argument',
    argument: 'interface',
    seen: wanted,
    wanted: Object.keys(interfaces).join(', '),
  })
}
