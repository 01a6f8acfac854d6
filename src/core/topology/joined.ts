/** The same node, several times, on another fabric: what `--nodes` and `--fabric` do to a machine. */
import { portBits, portWire } from './layout/nics.ts'
import { wired } from './layout/wire.ts'
import type { Fabric, Link, Machine } from './machine.ts'

export interface Joining {
  readonly nodes?: number
  readonly fabric?: Fabric
}

/** What is given is no longer assumed. */
export function joined(machine: Machine, { nodes, fabric }: Joining): Machine {
  const given: readonly string[] = [...(nodes === undefined ? [] : ['nodes']), ...(fabric ? ['fabric'] : [])]
  return {
    ...machine,
    ...(nodes === undefined ? {} : { nodes }),
    ...(fabric ? { fabric, links: recabled(machine, fabric) } : {}),
    assumed: machine.assumed.filter((what) => !given.includes(what)),
  }
}

/** Ports keep their rate; their kind, and so what of it is usable, is the fabric's. */
function recabled({ devices, links }: Machine, { kind }: Fabric): readonly Link[] {
  const ports = new Set(devices.filter((device) => device.kind === 'NET').map(({ id }) => id))
  return links.flatMap((link) => {
    if (ports.has(link.from)) return []
    if (!ports.has(link.to)) return [link]
    return wired(link.from, link.to, { ...portWire(kind, portBits(link)), latencyShare: 0.5 })
  })
}
