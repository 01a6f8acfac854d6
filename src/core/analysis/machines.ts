/**
 * Which machine a curve was measured on. Given with --on, that one; the number of nodes from --nodes, else from the hosts
 * in the device lines, else from the ranks. Otherwise it is guessed: GPU model and ranks a host from the device lines,
 * links and NICs from the host's `topo -m`, the rest as machines of that kind usually are; what was supposed is marked.
 */

import type { Benchmark } from '../evidence/benchmark.ts'
import { machineFacts } from '../machine/facts.ts'
import type { Assumption, Machine } from '../machine/machine.ts'
import type { Curve } from './curves.ts'
import { evidenceOf, type Facts } from './facts.ts'
import { guessedMachine } from './guessed-machine.ts'

export function machineOf(facts: Facts, curve: Curve): Machine | undefined {
  const given = evidenceOf(facts, 'machine').find(({ from }) => from === 'option')
  const base = given?.machine ?? guessedMachine(facts, curve)
  if (!base) return undefined
  const gpus = machineFacts(base).gpus
  const { nodes, known } = nodesOf(facts, curve, gpus, given ? base.nodes : undefined)
  const rest = base.assumed.filter((what) => what !== 'nodes')
  const assumed: readonly Assumption[] = [...rest, ...(known ? [] : (['nodes'] as const))]
  return { ...base, nodes, assumed }
}

/**
 * The hosts of a list that names every rank; undefined where it does not, or where one name stands for several hosts, as
 * in containers: then a device stands in it twice.
 */
export function hostsListed({ devices, ranks }: Pick<Benchmark, 'devices' | 'ranks'>): number | undefined {
  const hosts = new Set(devices.map(({ host }) => host))
  const seats = new Set(devices.map(({ host, device }) => `${host} ${device}`))
  const whole = devices.length > 0 && devices.length === ranks && !hosts.has('')
  return whole && seats.size === devices.length ? hosts.size : undefined
}

function nodesOf(
  { options }: Facts,
  { hosts, ranks, benchmarks }: Curve,
  gpus: number,
  given: number | undefined,
): { readonly nodes: number; readonly known: boolean } {
  const listed = benchmarks.some(({ devices }) => devices.length > 0)
  if (options.nodes !== undefined) {
    const seen = benchmarks.map(hostsListed)
    // The file says otherwise: which of the two is wrong is not known, so no verdict may rest on it.
    return {
      nodes: options.nodes,
      known: seen.every((nodes) => nodes === undefined || nodes === options.nodes),
    }
  }
  // A list of devices that was cut names too few hosts.
  if (listed && hosts.length > 0 && hosts.length * gpus >= (ranks ?? 0))
    return { nodes: hosts.length, known: true }
  if (ranks !== undefined && ranks > gpus)
    return { nodes: Math.ceil(ranks / gpus), known: given !== undefined }
  // As many ranks as one node has GPUs could also be one rank on each of several nodes; a named machine settles it.
  return { nodes: given ?? 1, known: given !== undefined }
}
