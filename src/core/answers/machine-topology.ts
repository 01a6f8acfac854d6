/** The device graph of a machine, to simulate on. */
import { failed, ok, type Result } from '../base/result.ts'
import { machineFacts } from '../machine/facts.ts'
import type { Machine } from '../machine/machine.ts'
import type { Problem } from '../messages/cli.ts'
import { deviceTopology } from '../topology/device-topology.ts'
import type { Asked } from './topology.ts'

/** Several hosts without NICs have no way to each other. */
export function topologyOfMachine(machine: Machine): Result<Asked, Problem> {
  const { nodes } = machine
  if (nodes > 1 && machineFacts(machine).nics.length === 0)
    return failed({ id: 'nics-missing', values: { machine: machine.id, nodes } })
  return ok({ topology: deviceTopology(machine), machine })
}
