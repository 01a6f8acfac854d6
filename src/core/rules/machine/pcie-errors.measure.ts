/**
 * Errors of PCIe on the paths of GPUs and NICs, as the kernel's log counts them: for each host and kind the devices. Whose
 * path it is, lspci tells, or the driver that owns the device; a disk's is left out.
 */

import { computed, type Facts } from '../../analysis/facts.ts'
import { gpuAt, seatOf } from '../../analysis/gpu-seats.ts'
import { factsOf, type HostView, hosts } from '../../analysis/hosts.ts'
import { devicesBelow } from '../../analysis/pcie-tree.ts'
import { groupBy } from '../../base/group-by.ts'
import { threshold } from '../../base/threshold.ts'
import type { PcieErrorFact } from '../../evidence/kernel-facts.ts'
import type { Place } from '../../evidence/place.ts'

export interface PcieErrors {
  readonly host: HostView
  /**
   * unsupported: nothing but requests that were refused; storm: corrected errors that go on; many: corrected ones, slow
   * or at a rate that the log does not tell.
   */
  readonly why: 'fatal' | 'non-fatal' | 'unsupported' | 'storm' | 'many'
  readonly devices: readonly ErringDevice[]
  readonly count: number
  /** Of the device with most. */
  readonly perMinute?: number
  readonly kinds: readonly string[]
  /** The devices are well again: brought back, listed by their tools, or the host was started anew. */
  readonly over: boolean
  readonly places: readonly Place[]
}

export interface ErringDevice {
  readonly address: string
  /** Whose path it is. */
  readonly of: 'gpu' | 'nic' | 'nvswitch' | 'unknown'
  readonly gpu?: number
  /** A port of the CPU or of a switch above it. */
  readonly port: boolean
}

/** "8 replays per minute is the maximum recommended" */
const MOST_PER_MINUTE = threshold(
  'pcie-errors.per-minute',
  8,
  'count',
  'NVIDIA DCGM, dcgm_gpu_hardware_limits.h',
)
const MANY = threshold(
  'pcie-errors.many',
  100,
  'count',
  'our choice: fewer come with a cable that is touched or a link that trains anew',
)
/** A request nobody serves, or that access control stops: tools that probe cause them, and no data is lost. */
const REFUSED = new Set(['UnsupReq', 'ACSViol'])

interface Seen {
  readonly fact: PcieErrorFact
  readonly device: ErringDevice
  readonly why: PcieErrors['why']
  readonly over: boolean
}

export const pcieErrorsOfHosts = computed((facts): readonly PcieErrors[] =>
  hosts(facts).flatMap((host) => {
    const seen = errorsOf(host).flatMap((fact): Seen[] => {
      const device = deviceOf(facts, host, fact)
      const why = whyOf(fact)
      return device === undefined || why === undefined || (why === 'many' && device.of === 'unknown')
        ? []
        : [
            {
              fact,
              device,
              why,
              over: fact.earlierBoot || (why === 'fatal' && (fact.recovered || isListed(host, device))),
            },
          ]
    })
    return [
      ...groupBy(seen, ({ why, over, device }) => `${why} ${over} ${device.of === 'unknown'}`).values(),
    ].flatMap((alike) => together(host, alike))
  }),
)

/** Whether a host's files show it, in order or not. */
export const showsPcieErrors = (host: HostView): boolean => factsOf(host, 'pcie-error').length > 0

/** The same lines may stand in several files: of each device what counted most. */
const errorsOf = (host: HostView): readonly PcieErrorFact[] =>
  [
    ...groupBy(
      factsOf(host, 'pcie-error'),
      ({ device, severity, earlierBoot }) => `${device} ${severity} ${earlierBoot}`,
    ).values(),
  ].map((same) => same.reduce((most, one) => (one.count > most.count ? one : most)))

function whyOf({ severity, count, kinds, overSeconds }: PcieErrorFact): PcieErrors['why'] | undefined {
  if (severity === 'fatal') return 'fatal'
  if (severity === 'non-fatal')
    return kinds.length > 0 && kinds.every((kind) => REFUSED.has(kind)) ? 'unsupported' : 'non-fatal'
  if (count < MANY.value) return undefined
  return overSeconds !== undefined && perMinute(count, overSeconds) > MOST_PER_MINUTE.value ? 'storm' : 'many'
}

/** A burst shorter than a minute counts as one minute: that bounds what is told, and decides nothing. */
const perMinute = (count: number, seconds: number): number => count / Math.max(1, seconds / 60)

const DRIVERS: Readonly<Record<string, ErringDevice['of']>> = {
  nvidia: 'gpu',
  amdgpu: 'gpu',
  mlx5_core: 'nic',
  bnxt_en: 'nic',
  ice: 'nic',
  irdma: 'nic',
  efa: 'nic',
  ionic: 'nic',
  'nvidia-nvswitch': 'nvswitch',
  pcieport: 'unknown',
}

/** Undefined where it is no path of a GPU or NIC. */
function deviceOf(
  facts: Facts,
  host: HostView,
  { device: address, driver }: PcieErrorFact,
): ErringDevice | undefined {
  const gpu = (at: string) => {
    const index = gpuAt(facts)(host.name, seatOf(at))
    return index === undefined ? {} : { gpu: index }
  }
  const all = factsOf(host, 'pcie-device')
  const listed = all.find((other) => placeOnBus(other.address) === placeOnBus(address))
  if (listed?.kind === 'bridge' && listed.secondary !== undefined) {
    const [below] = devicesBelow(listed, all)
    return below?.kind === 'gpu' || below?.kind === 'nic'
      ? { address, of: below.kind, port: true, ...gpu(below.address) }
      : undefined
  }
  if (listed && listed.kind !== 'bridge')
    return listed.kind === 'other' ? undefined : { address, of: listed.kind, port: false, ...gpu(address) }
  if (gpu(address).gpu !== undefined || hasXid(host, address))
    return { address, of: 'gpu', port: false, ...gpu(address) }
  const of = driver === undefined ? 'unknown' : DRIVERS[driver]
  return of === undefined ? undefined : { address, of, port: driver === 'pcieport' }
}

const placeOnBus = (address: string): string => `${seatOf(address)}.${address.split('.').at(-1)}`

/** Only GPUs have one. */
const hasXid = (host: HostView, address: string): boolean =>
  factsOf(host, 'kernel').some(
    ({ about, device }) => about === 'xid' && device !== undefined && seatOf(device) === seatOf(address),
  )

/** nvidia-smi -q lists it: it is there. */
const isListed = (host: HostView, { of, address, port }: ErringDevice): boolean =>
  of === 'gpu' &&
  !port &&
  factsOf(host, 'gpu').some(({ busId }) => busId !== undefined && seatOf(busId) === seatOf(address))

function together(host: HostView, alike: readonly Seen[]): readonly PcieErrors[] {
  const [first] = alike
  if (!first) return []
  const rates = alike.flatMap(({ fact: { count, overSeconds } }) =>
    overSeconds === undefined ? [] : [perMinute(count, overSeconds)],
  )
  return [
    {
      host,
      why: first.why,
      devices: alike.map(({ device }) => device),
      count: alike.reduce((sum, { fact }) => sum + fact.count, 0),
      ...(rates.length === 0 ? {} : { perMinute: Math.max(...rates) }),
      kinds: [...new Set(alike.flatMap(({ fact }) => fact.kinds))],
      over: first.over,
      places: alike.flatMap(({ fact: { place, lastPlace } }) => [place, ...(lastPlace ? [lastPlace] : [])]),
    },
  ]
}
