/** The machine that `--on`, `--nodes` and `--fabric` name: a preset or a short form, as many hosts, so cabled. */
import { allOf, failed, ok, type Result } from '../base/result.ts'
import { withFabric, withNodes } from '../machine/edits.ts'
import { parseFabric } from '../machine/fabric.ts'
import type { Fabric, Machine } from '../machine/machine.ts'
import { machineNamed } from '../machine/named.ts'
import type { Problem } from '../messages/cli.ts'
import { optional, whole } from './values.ts'

export interface MachineAsked {
  readonly nodes?: string
  readonly fabric?: string
}

/** Where a text that names no machine may lead: a file. Undefined where there is none of that name. */
export type Elsewhere = (text: string) => Promise<Result<Machine, Problem> | undefined>

export async function machineAsked(
  text: string,
  asked: MachineAsked,
  elsewhere: Elsewhere,
): Promise<Result<Machine, Problem>> {
  const named = machineNamed(text)
  const found = named.ok ? named : await elsewhere(text)
  if (!found)
    return failed({
      id: 'machine-unknown',
      values: { seen: text },
      ...(named.ok ? {} : { nearest: named.problem.nearest }),
    })
  if (!found.ok) return found
  const how = allOf({
    nodes: optional(whole, '--nodes', asked.nodes),
    fabric: optional(fabricFrom, '--fabric', asked.fabric),
  })
  if (!how.ok) return how
  const { nodes, fabric } = how.value
  const cabled = fabric ? withFabric(found.value, fabric) : found.value
  return ok(nodes === undefined ? cabled : withNodes(cabled, nodes))
}

/** `--fabric` */
export function fabricFrom(option: string, seen: string): Result<Fabric, Problem> {
  const fabric = parseFabric(seen)
  if (fabric.ok) return fabric
  const { grammar, nearest } = fabric.problem
  return failed({ id: 'choice-unknown', values: { option, seen, choices: [grammar] }, nearest })
}
