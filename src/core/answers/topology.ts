/** The topology that `--on` names: a generator with the `--bandwidth` and `--latency` of its links; and what is injected into it. */
import { allOf, failed, ok, type Result } from '../base/result.ts'
import type { Machine } from '../machine/machine.ts'
import type { Problem } from '../messages/cli.ts'
import { generated, generators, USUAL_RATE } from '../topology/generators/index.ts'
import { type LinkFault, withLinkFaults } from '../topology/injected.ts'
import type { LinkIndex, Topology } from '../topology/topology.ts'
import type { MachineAsked } from './machine.ts'
import { duration, optional, rate, share, unreadable } from './values.ts'

export interface TopologyAsked extends MachineAsked {
  readonly bandwidth?: string
  readonly latency?: string
}

export interface Asked {
  readonly topology: Topology
  /** Where it is one that people own. */
  readonly machine?: Machine
}

export interface Generated {
  readonly topology: Topology
  /** What of its links was not given. */
  readonly supposed: readonly ('bandwidth' | 'latency')[]
}

/** Links of a machine have the rates that they have. */
export function generatedNeeded(options: TopologyAsked): Problem | undefined {
  const [wrong] = (['bandwidth', 'latency'] as const).filter((option) => options[option] !== undefined)
  const needs = `--on ${generators.map(({ grammar }) => grammar).join('|')}`
  return wrong && { id: 'option-needs', values: { option: `--${wrong}`, needs } }
}

export function generatedOf(text: string, options: TopologyAsked): Result<Generated, Problem> {
  const [wrong] = (['nodes', 'fabric'] as const).filter((option) => options[option] !== undefined)
  if (wrong) return failed({ id: 'options-exclude', values: { option: `--${wrong}`, other: `--on ${text}` } })
  const links = allOf({
    bandwidth: optional(rate, '--bandwidth', options.bandwidth),
    latency: optional(duration, '--latency', options.latency),
  })
  if (!links.ok) return links
  const { bandwidth = USUAL_RATE.bandwidth, latency = USUAL_RATE.latencySeconds } = links.value
  const topology = generated(text, { bandwidth, latencySeconds: latency })
  const supposed = (['bandwidth', 'latency'] as const).filter((option) => options[option] === undefined)
  if (topology.ok) return ok({ topology: topology.value, supposed })
  const { seen, grammar, nearest, mostRanks } = topology.problem
  return failed({
    id: 'topology-unknown',
    values: { seen, grammar, ...(mostRanks === undefined ? {} : { mostRanks }) },
    nearest,
  })
}

/** "0-3:0.5", "GPU2-NVS0:25%", "0-1:0". Names may hold dashes, so the share is split off first. */
export function slowLinks(option: string, seen: readonly string[]): Result<readonly LinkFault[], Problem> {
  const faults: LinkFault[] = []
  for (const text of seen) {
    const match = /^([^\s:-]+)\s*-\s*([^\s:-]+)\s*:\s*([\d.]+\s*%?)$/.exec(text.trim())
    const left = share(option, match?.[3] ?? '')
    if (!match || !left.ok) return unreadable(option, text, 'slow-link')
    faults.push({ a: match[1] ?? '', b: match[2] ?? '', share: left.value })
  }
  return ok(faults)
}

export function faultyTopology(
  topology: Topology,
  faults: readonly LinkFault[],
): Result<{ readonly topology: Topology; readonly links: readonly LinkIndex[] }, Problem> {
  const faulty = withLinkFaults(topology, faults)
  if (faulty.ok) return faulty
  const { problem } = faulty
  return failed({
    id: 'link-unknown',
    values:
      problem.kind === 'no-link'
        ? { ...problem, topology: topology.title, known: problem.neighbours, nodeExists: true }
        : { a: problem.seen, b: '', topology: topology.title, known: problem.nodes, nodeExists: false },
  })
}
