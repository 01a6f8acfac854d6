/** The machine that --on, --nodes and --fabric describe. */
import { allOf, failed, ok, type Result } from '../core/base/result.ts'
import type { Problem } from '../core/messages/cli.ts'
import { withFabric, withNodes } from '../core/topology/edits.ts'
import { parseFabric } from '../core/topology/fabric.ts'
import type { Fabric, Machine } from '../core/topology/machine.ts'
import { machineNamed } from '../core/topology/named.ts'
import { kindOf } from './inputs.ts'
import { optional, whole } from './options.ts'

export interface MachineOptions {
  readonly nodes?: string
  readonly fabric?: string
}

/** A file is none: `topo -m` does not name the GPU model, so it is evidence for diagnose and no machine. */
export async function machineOf(text: string, options: MachineOptions): Promise<Result<Machine, Problem>> {
  const named = machineNamed(text)
  if (!named.ok) {
    return (await kindOf(text)) === 'missing'
      ? failed({ id: 'machine-unknown', values: { seen: text }, nearest: named.problem.nearest })
      : failed({ id: 'machine-is-file', values: { path: text } })
  }
  const how = allOf({
    nodes: optional(whole, '--nodes', options.nodes),
    fabric: optional(fabricFrom, '--fabric', options.fabric),
  })
  if (!how.ok) return how
  const { nodes, fabric } = how.value
  const cabled = fabric ? withFabric(named.value, fabric) : named.value
  return ok(nodes === undefined ? cabled : withNodes(cabled, nodes))
}

function fabricFrom(option: string, seen: string): Result<Fabric, Problem> {
  const fabric = parseFabric(seen)
  if (fabric.ok) return fabric
  const { grammar, nearest } = fabric.problem
  return failed({ id: 'choice-unknown', values: { option, seen, choices: [grammar] }, nearest })
}
