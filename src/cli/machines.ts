/** The machine that --on, --nodes and --fabric describe: by its name, or by a topology file or matrix of it. */
import { basename } from 'node:path'
import { machineOfFile } from '../core/analysis/machine-of-file.ts'
import { allOf, failed, ok, type Result } from '../core/base/result.ts'
import { readInputs } from '../core/diagnose/read.ts'
import { withFabric, withNodes } from '../core/machine/edits.ts'
import { parseFabric } from '../core/machine/fabric.ts'
import type { Fabric, Machine } from '../core/machine/machine.ts'
import { machineNamed } from '../core/machine/named.ts'
import type { Problem } from '../core/messages/cli.ts'
import { parsers } from '../core/parsers/index.ts'
import { printable } from '../core/text/printable.ts'
import type { Context } from './answer.ts'
import { inputsOf, kindOf, STDIN } from './inputs.ts'
import { optional, whole } from './options.ts'

export interface MachineOptions {
  readonly nodes?: string
  readonly fabric?: string
}

export async function machineOf(
  text: string,
  options: MachineOptions,
  context: Context,
): Promise<Result<Machine, Problem>> {
  const named = machineNamed(text)
  if (!named.ok && text !== STDIN && (await kindOf(text)) === 'missing')
    return failed({ id: 'machine-unknown', values: { seen: text }, nearest: named.problem.nearest })
  const found = named.ok ? named : await machineIn(text, context)
  if (!found.ok) return found
  const how = allOf({
    nodes: optional(whole, '--nodes', options.nodes),
    fabric: optional(fabricFrom, '--fabric', options.fabric),
  })
  if (!how.ok) return how
  const { nodes, fabric } = how.value
  const cabled = fabric ? withFabric(found.value, fabric) : found.value
  return ok(nodes === undefined ? cabled : withNodes(cabled, nodes))
}

/** NCCL's topology file, or nvidia-smi topo -m; a folder holds files of one host. */
async function machineIn(path: string, context: Context): Promise<Result<Machine, Problem>> {
  const inputs = await inputsOf([path], context)
  if (!inputs.ok) return inputs
  const { evidence } = await readInputs(inputs.value.inputs, parsers)
  const machine = machineOfFile(evidence, printable(basename(path)).replaceAll('\n', '?'))
  return typeof machine === 'string'
    ? failed({ id: 'machine-not-in-file', values: { path, why: machine } })
    : ok(machine)
}

function fabricFrom(option: string, seen: string): Result<Fabric, Problem> {
  const fabric = parseFabric(seen)
  if (fabric.ok) return fabric
  const { grammar, nearest } = fabric.problem
  return failed({ id: 'choice-unknown', values: { option, seen, choices: [grammar] }, nearest })
}
