/**
 * What joins PCIe cards where no NVLink does: the CPU's own link between its sockets, one root for all, or slots with fewer
 * lanes. SXM boards hang on NVLink, where none of it matters. Sources: docs/plausible.md; rates: links.ts.
 */
import type { PcieId } from '../links.ts'
import type { KnownHost } from './value.ts'

export interface HostBuild extends KnownHost {
  readonly id: string
  readonly source: string
}

const UPI = {
  id: 'Intel UPI',
  cpu: 'intel',
  cpuLink: 'cpu-intel-upi',
  sockets: 2,
  source: 'Xeon Scalable to Ice Lake',
} as const
const EPYC = { id: 'EPYC', cpu: 'amd', cpuLink: 'cpu-amd', sockets: 2, source: 'EPYC servers' } as const
const SPR = {
  id: 'Sapphire Rapids',
  cpu: 'intel',
  cpuLink: 'cpu-intel-spr',
  sockets: 2,
  source: 'Xeon Scalable of the fourth generation',
} as const
const EMR = {
  id: 'Emerald Rapids',
  cpu: 'intel',
  cpuLink: 'cpu-intel-emr',
  sockets: 2,
  source: 'Xeon Scalable from the fifth generation on',
} as const
const ONE_ROOT = {
  id: 'one root',
  sockets: 1,
  source: 'servers whose cards all hang on switches of one CPU',
} as const

const BY_SLOT: Readonly<Record<string, readonly HostBuild[]>> = {
  pcie3: [UPI, EPYC, ONE_ROOT],
  pcie4: [UPI, EPYC, SPR, ONE_ROOT],
  pcie5: [SPR, EMR, EPYC, UPI, ONE_ROOT],
  pcie6: [EMR, SPR, EPYC, ONE_ROOT],
}

/** Boards of desktops and small servers have whole slots for few cards. */
const MOST_WITH_NARROW_SLOTS = 4
const NARROW = [8, 4] as const

/** Usual first. */
export function hostsOf(pcie: PcieId, gpus: number): readonly HostBuild[] {
  const builds = BY_SLOT[pcie] ?? [UPI, EPYC, ONE_ROOT]
  if (gpus > MOST_WITH_NARROW_SLOTS) return builds
  return [
    ...builds,
    ...NARROW.map((lanes) => ({
      ...ONE_ROOT,
      id: `slots x${lanes}`,
      slot: { pcie, lanes },
      source: `boards that split a slot of 16 lanes`,
    })),
  ]
}
