/**
 * Ports of NICs that do less than their siblings: no subnet manager, down where the same port of other hosts is up, a
 * lower rate than the same model elsewhere. Storage and management NICs differ by design: one model, one rate.
 */

import { groupBy } from '../base/group-by.ts'
import { threshold } from '../base/threshold.ts'
import type { PortFact } from '../evidence/nic-facts.ts'
import type { Place } from '../evidence/place.ts'
import { computed } from './facts.ts'
import { factsOf, type HostView, hosts } from './hosts.ts'

export interface DegradedPort {
  readonly host: HostView
  readonly port: PortFact
  readonly why: 'no-subnet-manager' | 'down' | 'slow' | 'hot' | 'errors'
  /** What its siblings run at. */
  readonly usual?: number
  readonly usualFirmware?: string
  readonly siblings: number
  /** Other hosts on which the same device is well. */
  readonly hosts: number
  /** One odd one among many, or the same device well elsewhere; else it may be built so. */
  readonly stands: 'out' | 'apart'
  readonly counter?: string
  readonly count?: number
  readonly place: Place
}

/** With fewer of one model nothing is usual. */
const FEWEST = threshold(
  'nic-degraded.ports',
  4,
  'count',
  'our choice: hosts have two or three ports of a model for storage, of which some are not cabled',
)
/** Since the driver was loaded: a few come with every plugging of a cable. */
const MANY_ERRORS = threshold(
  'nic-degraded.errors',
  1000,
  'count',
  'our choice: a cable that is plugged costs tens to hundreds',
)
const ERROR_COUNTERS =
  /^(?:symbol_error|link_error_recovery|local_link_integrity_errors|port_rcv_errors|rx_symbol_err_phy|rx_crc_errors_phy)$/
/** Counters of a sick port stand out of its siblings' by orders of magnitude. */
const TIMES_SIBLINGS = threshold(
  'nic-degraded.times-siblings',
  20,
  'factor',
  'our choice: more than an order of magnitude',
)

export const degradedPorts = computed((facts): readonly DegradedPort[] => {
  const all = hosts(facts).flatMap((host) => portsOf(host).map((port) => ({ host, port })))
  return all
    .flatMap(({ host, port }): DegradedPort[] => {
      const same = all.filter((other) => other.host !== host && other.port.device === port.device)
      const model = all.filter(
        (other) => other.host === host && other.port !== port && isAlike(other.port, port),
      )
      return [
        ...withoutManager(host, port),
        ...down(
          host,
          port,
          same.map((peer) => peer.port),
          model.map((peer) => peer.port),
        ),
        ...slow(
          host,
          port,
          same.map((peer) => peer.port),
          model.map((peer) => peer.port),
        ),
      ]
    })
    .concat(hosts(facts).flatMap((host) => [...hot(host), ...erring(host)]))
})

/** Whether a host's files show it, in order or not. */
export const showsPorts = (host: HostView): boolean => portsOf(host).length > 0

/** ibstat and ibv_devinfo show the same port twice: what the one leaves out the other has. */
export function portsOf(host: HostView): readonly PortFact[] {
  const byPort = groupBy(factsOf(host, 'port'), ({ device, port }) => `${device} ${port}`)
  // The first to say something is kept.
  return [...byPort.values()].map((shown): PortFact => Object.assign({}, ...shown.toReversed()))
}

const isAlike = (a: PortFact, b: PortFact): boolean =>
  a.model !== undefined && a.model === b.model && a.linkLayer === b.linkLayer

/** Trained, but nobody gave it an address: NCCL leaves it out. */
function withoutManager(host: HostView, port: PortFact): DegradedPort[] {
  const waits = (port.state === 'initializing' || port.state === 'init') && port.linkLayer !== 'ethernet'
  return waits && port.subnetManager !== true
    ? [{ host, port, why: 'no-subnet-manager', siblings: 0, hosts: 0, stands: 'out', place: port.place }]
    : []
}

function down(
  host: HostView,
  port: PortFact,
  same: readonly PortFact[],
  model: readonly PortFact[],
): DegradedPort[] {
  if (port.state !== 'down') return []
  const wellElsewhere = same.filter(({ state }) => state === 'active').length
  const wellHere = model.filter(({ state }) => state === 'active').length
  const isOddHost = wellElsewhere > 0 && wellElsewhere === same.length
  const isOddPort = wellHere >= FEWEST.value - 1 && wellHere === model.length
  if (!isOddHost && !(isOddPort && same.length === 0)) return []
  return [
    {
      host,
      port,
      why: 'down',
      siblings: wellHere,
      hosts: wellElsewhere,
      stands: isOddHost ? 'out' : 'apart',
      place: port.place,
    },
  ]
}

function slow(
  host: HostView,
  port: PortFact,
  same: readonly PortFact[],
  model: readonly PortFact[],
): DegradedPort[] {
  const { rate, state } = port
  if (rate === undefined || (state !== undefined && state !== 'active')) return []
  const faster = (ports: readonly PortFact[]) =>
    ports.filter((other) => other.state !== 'down' && (other.rate ?? 0) > rate)
  const elsewhere = faster(same)
  const here = faster(model)
  const isOddHost = elsewhere.length > 0 && elsewhere.length === same.length
  const isOddPort = here.length >= FEWEST.value - 1 && here.length === model.length
  // The same device as slow on other hosts: built so.
  if (!isOddHost && (!isOddPort || same.length > 0)) return []
  const sibling = elsewhere[0] ?? here[0]
  return [
    {
      host,
      port,
      why: 'slow',
      ...(sibling?.rate === undefined ? {} : { usual: sibling.rate }),
      ...(sibling?.firmware === undefined || sibling.firmware === port.firmware
        ? {}
        : { usualFirmware: sibling.firmware }),
      siblings: here.length,
      hosts: elsewhere.length,
      stands: 'out',
      place: port.place,
    },
  ]
}

/** The kernel says that the NIC is too hot. */
function hot(host: HostView): DegradedPort[] {
  const lines = factsOf(host, 'kernel').filter(({ about }) => about === 'nic-hot')
  return [...groupBy(lines, ({ device }) => device)].flatMap(([device, [first]]) =>
    first
      ? [
          {
            host,
            port: { is: 'port', device: device ?? '', port: 1, place: first.place },
            why: 'hot',
            siblings: 0,
            hosts: 0,
            stands: 'out',
            place: first.place,
          },
        ]
      : [],
  )
}

function erring(host: HostView): DegradedPort[] {
  const counters = factsOf(host, 'counter').filter(({ name }) => ERROR_COUNTERS.test(name))
  return [...groupBy(counters, ({ name }) => name).values()].flatMap((ofOneName) =>
    ofOneName.flatMap((counter): DegradedPort[] => {
      const others = ofOneName.filter(({ device }) => device !== counter.device)
      const most = Math.max(0, ...others.map(({ value }) => value))
      return counter.value >= MANY_ERRORS.value &&
        others.length > 0 &&
        counter.value > TIMES_SIBLINGS.value * most
        ? [
            {
              host,
              port: { is: 'port', device: counter.device, port: 1, place: counter.place },
              why: 'errors',
              siblings: others.length,
              hosts: 0,
              stands: 'apart',
              counter: counter.name,
              count: counter.value,
              place: counter.place,
            },
          ]
        : []
    }),
  )
}
