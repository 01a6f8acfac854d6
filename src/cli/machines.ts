/** The machine that --on, --nodes and --fabric describe: by its name, or by a topology file or matrix of it. */
import { basename } from 'node:path'
import { machineOfFile } from '../core/analysis/machine-of-file.ts'
import { type MachineAsked, machineAsked } from '../core/answers/machine.ts'
import { topologyOfMachine } from '../core/answers/machine-topology.ts'
import type { Asked } from '../core/answers/topology.ts'
import { failed, ok, type Result } from '../core/base/result.ts'
import { readInputs } from '../core/diagnose/read.ts'
import type { Machine } from '../core/machine/machine.ts'
import type { Problem } from '../core/messages/cli.ts'
import { parsers } from '../core/parsers/index.ts'
import { printable } from '../core/text/printable.ts'
import type { Context } from './answer.ts'
import { inputsOf, kindOf, STDIN } from './inputs.ts'

export const machineOf = (
  text: string,
  args: MachineAsked,
  context: Context,
): Promise<Result<Machine, Problem>> =>
  machineAsked(text, args, async (path) =>
    path !== STDIN && (await kindOf(path)) === 'missing' ? undefined : machineIn(path, context),
  )

/** Its device graph. */
export async function machineTopologyOf(
  text: string,
  args: MachineAsked,
  context: Context,
): Promise<Result<Asked, Problem>> {
  const machine = await machineOf(text, args, context)
  return machine.ok ? topologyOfMachine(machine.value) : machine
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
