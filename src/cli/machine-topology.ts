/** The device graph of a machine that --on names, and what it has been measured to reach. */
import { failed, ok, type Result } from '../core/base/result.ts'
import { expect as expected } from '../core/expectation/expect.ts'
import { machineFacts } from '../core/machine/facts.ts'
import type { Machine } from '../core/machine/machine.ts'
import type { Problem } from '../core/messages/cli.ts'
import type { SimulateAnswer } from '../core/report/simulate/answer.ts'
import type { Row } from '../core/simulate/compare.ts'
import type { Question } from '../core/simulate/variants.ts'
import { deviceTopology } from '../core/topology/device-topology.ts'
import type { Context } from './answer.ts'
import { type MachineOptions, machineOf } from './machines.ts'
import type { Asked } from './topologies.ts'

export async function machineTopologyOf(
  text: string,
  options: MachineOptions,
  context: Context,
): Promise<Result<Asked, Problem>> {
  const machine = await machineOf(text, options, context)
  if (!machine.ok) return machine
  const { nodes } = machine.value
  if (nodes > 1 && machineFacts(machine.value).nics.length === 0)
    return failed({ id: 'nics-missing', values: { machine: machine.value.id, nodes } })
  return ok({ topology: deviceTopology(machine.value), machine: machine.value })
}

/** Beside what is simulated the number published for this machine; nothing is injected into a real one, and small sizes say nothing. */
export function checkOf(
  question: Question,
  machine: Machine,
  best: Row,
  leastBytes: number,
): Pick<SimulateAnswer, 'check'> {
  if (question.topology !== question.healthy || question.options.bytes < leastBytes) return {}
  const published = expected({ collective: question.collective, machine })?.bases.find(
    ({ kind }) => kind === 'published',
  )
  return published
    ? { check: { busbw: published.busbw * 1e9, simulated: best.busbw, source: published.source } }
    : {}
}
