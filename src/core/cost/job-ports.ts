/**
 * A job over other ports: NICs in the same places, of another rate and kind. No device graph is built anew for it, so that many
 * networks cost little more than one.
 */
import type { NicFacts } from '../machine/facts.ts'
import { portWire } from '../machine/layout/nics.ts'
import { usableBandwidth } from '../machine/links.ts'
import type { Fabric } from '../machine/machine.ts'
import type { Job } from './job.ts'

/** `job`: one whose ports have no limit of their own, so that a NIC's bandwidth is that of its way to the GPU. */
export function withPorts(job: Job, bitsPerSecond: number, fabric: Fabric): Job {
  const { kind, count, rawBandwidth } = portWire(fabric.kind, bitsPerSecond)
  const port = usableBandwidth(kind, count, rawBandwidth)
  const ported = (nic: NicFacts): NicFacts => ({
    ...nic,
    rawBandwidth: bitsPerSecond / 8,
    bandwidth: Math.min(port, nic.bandwidth),
  })
  return {
    ...job,
    machine: { ...job.machine, fabric },
    facts: { ...job.facts, nics: job.facts.nics.map(ported) },
    nics: job.nics.map(ported),
  }
}
