/**
 * PCIe's Advanced Error Reporting (AER) in the kernel's log, counted: a storm has thousands of lines, and one error has
 * several. Sources: Linux drivers/pci/pcie/aer.c, where 6.11 says "Correctable error message received from" and older
 * kernels "Corrected error received:", and err.c ("device recovery").
 */
import type { PcieErrorFact, PcieErrorSeverity } from '../../evidence/kernel-facts.ts'
import type { Place } from '../../evidence/place.ts'
import { kernelTime } from '../../text/kernel-time.ts'

const PCI = String.raw`(?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]`
const SEVERITY = String.raw`(?<severity>Correct|Uncorrect)(?:ed|able)(?: \((?<fatal>Non-Fatal|Fatal)\))?`

/** What the port at the root was told, and by whom. Old kernels say bus, device and function as one number: "id=00e5". */
const RECEIVED = new RegExp(
  `(?<port>${PCI}): AER: (?:Multiple )?${SEVERITY} error (?:message )?received(?: from)?:? (?:id=(?<id>[0-9a-f]{4})|(?<device>${PCI}))`,
)
/** What the device itself says of it. */
const BUS_ERROR = new RegExp(
  `(?:(?<driver>[\\w-]+) )?(?<device>${PCI}): (?:AER: )?PCIe Bus Error: severity=${SEVERITY}`,
)
/** "nvidia 0000:5d:00.0:    [14] CmpltTO                (First)" */
const KIND = new RegExp(`(?<device>${PCI}): (?:AER: )? *\\[ ?\\d{1,2}\\] (?<kind>[A-Z]\\w+)`)
const RECOVERED = new RegExp(`(?<port>${PCI}): AER: device recovery successful`)

/** More devices are no host's. */
const MOST_DEVICES = 4096

/** Whether AER wrote the line. */
export const isPcieError = (text: string): boolean =>
  text.includes('AER: ') || text.includes('PCIe Bus Error: ')

interface Tally {
  readonly device: string
  readonly severity: PcieErrorSeverity
  driver?: string
  /** The same error stands in both. */
  received: number
  reported: number
  firstSeconds?: number
  lastSeconds?: number
  readonly kinds: Set<string>
  /** Ports that it was received at. */
  readonly ports: Set<string>
  recovered: boolean
  readonly first: Place
  last?: Place
}

/** Counts of one host. */
export interface PcieErrorCount {
  line(text: string, place: () => Place): void
  /** The tallies so far; counting begins anew. */
  take(earlierBoot: boolean): readonly PcieErrorFact[]
}

/** For one host. */
export function pcieErrorCount(): PcieErrorCount {
  const tallies = new Map<string, Tally>()
  let latest: Tally | undefined

  function add(
    device: string,
    groups: Readonly<Record<string, string | undefined>>,
    text: string,
    place: () => Place,
  ): Tally | undefined {
    const severity = severityOf(groups)
    const key = `${device} ${severity}`
    const known = tallies.get(key)
    if (!known && tallies.size >= MOST_DEVICES) return undefined
    const seconds = kernelTime(text)?.seconds
    const tally: Tally = known ?? {
      device,
      severity,
      received: 0,
      reported: 0,
      ...(seconds === undefined ? {} : { firstSeconds: seconds }),
      kinds: new Set(),
      ports: new Set(),
      recovered: false,
      first: place(),
    }
    if (seconds !== undefined) tally.lastSeconds = seconds
    tallies.set(key, tally)
    latest = tally
    return tally
  }

  return {
    line(text, place) {
      if (latest && text.includes('] ')) tellKind(latest, text)
      if (!isPcieError(text)) return
      const received = RECEIVED.exec(text)?.groups
      if (received) {
        const { port = '', id, device = addressOf(id ?? '', port) } = received
        const tally = add(full(device, port), received, text, place)
        if (!tally) return
        tally.received++
        tally.ports.add(full(port))
        if (tally.received > 1) tally.last = place()
        return
      }
      const reported = BUS_ERROR.exec(text)?.groups
      if (reported) {
        const tally = add(full(reported.device ?? ''), reported, text, place)
        if (!tally) return
        tally.reported++
        if (reported.driver !== undefined) tally.driver ??= reported.driver
        if (tally.reported > Math.max(1, tally.received)) tally.last = place()
        return
      }
      const port = RECOVERED.exec(text)?.groups?.port
      if (port !== undefined)
        for (const tally of tallies.values())
          if (tally.severity !== 'corrected' && (tally.ports.has(full(port)) || tally.device === full(port)))
            tally.recovered = true
    },
    take(earlierBoot) {
      const facts = [...tallies.values()].map((tally) => factOf(tally, earlierBoot))
      tallies.clear()
      latest = undefined
      return facts
    },
  }
}

function tellKind({ device, kinds }: Tally, text: string): void {
  const { device: of = '', kind } = KIND.exec(text)?.groups ?? {}
  if (kind !== undefined && device === full(of, device) && kinds.size < 32) kinds.add(kind)
}

function factOf(tally: Tally, earlierBoot: boolean): PcieErrorFact {
  const { device, driver, severity, received, reported, firstSeconds, lastSeconds, kinds, recovered } = tally
  return {
    is: 'pcie-error',
    device,
    ...(driver === undefined ? {} : { driver }),
    severity,
    count: Math.max(received, reported),
    ...(firstSeconds === undefined || lastSeconds === undefined
      ? {}
      : { overSeconds: Math.max(0, lastSeconds - firstSeconds) }),
    kinds: [...kinds],
    recovered,
    earlierBoot,
    place: tally.first,
    ...(tally.last ? { lastPlace: tally.last } : {}),
  }
}

const severityOf = ({ severity, fatal }: Readonly<Record<string, string | undefined>>): PcieErrorSeverity =>
  severity === 'Correct' ? 'corrected' : fatal === 'Fatal' ? 'fatal' : 'non-fatal'

/** "5d:00.0" below the port 0000:00:1c.5 -> "0000:5d:00.0" */
const full = (address: string, near = '0000:00:00.0'): string =>
  address.split(':').length > 2 || address === '' ? address : `${domainOf(near)}:${address}`

/** "00e5" below the port 0000:00:1c.5 -> "0000:00:1c.5" */
function addressOf(id: string, port: string): string {
  const number = Number.parseInt(id, 16)
  const hex = (value: number) => value.toString(16).padStart(2, '0')
  return `${domainOf(full(port))}:${hex(number >> 8)}:${hex((number >> 3) & 31)}.${number & 7}`
}

const domainOf = (address: string): string => address.split(':').at(-3) ?? '0000'
