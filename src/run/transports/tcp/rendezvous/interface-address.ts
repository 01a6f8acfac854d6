/**
 * The address that a rank listens at when an interface is named, as NCCL_SOCKET_IFNAME names them: "eth0" or "10.0.0.5"; "eth",
 * the first that begins so; "=eth0", exactly this one; a list, of which the first that exists counts; "^docker,lo", none of these.
 */
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { RunError } from '../../../run-error.ts'

export function interfaceAddress(wanted: string, interfaces = networkInterfaces()): string {
  const excludes = wanted.startsWith('^')
  const names = wanted
    .slice(excludes ? 1 : 0)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const known = Object.keys(interfaces)
  const candidates = excludes
    ? known.filter((name) => !names.some((pattern) => matches(name, pattern)))
    : names.flatMap((pattern) => [
        ...known.filter((name) => name === pattern),
        ...known.filter((name) => matches(name, pattern)),
      ])
  const literal = names.find((name) => isIP(name) !== 0)
  if (literal !== undefined && !excludes) return literal
  for (const name of candidates) {
    // An address of the link alone would need its interface's name on the other side as well.
    const addresses = (interfaces[name] ?? []).filter(
      ({ address }) => !address.toLowerCase().startsWith('fe80:'),
    )
    const found = addresses.find(({ family }) => family === 'IPv4') ?? addresses[0]
    if (found) return found.address
  }
  throw new RunError({ kind: 'argument', argument: 'interface', seen: wanted, wanted: known.join(', ') })
}

const matches = (name: string, wanted: string): boolean =>
  wanted.startsWith('=') ? name === wanted.slice(1) : name.startsWith(wanted)
