/** Which GPU sits at an address of the PCIe bus: kernel and drivers name GPUs by address, people and NCCL by number. */
import { communicators } from './communicators.ts'
import { computed } from './facts.ts'
import { factsOf, hosts } from './hosts.ts'

/** "00000000:5D:00.0", "PCI:0000:5d:00", "5d:00.0" -> "0000:5d:00". */
export function seatOf(address: string): string {
  const [, domain = '0', bus = '', device = ''] =
    /^(?:([0-9a-f]+):)?([0-9a-f]{2}):([0-9a-f]{2})(?:\.[0-7])?$/i.exec(address) ?? []
  return `${domain.slice(-4).padStart(4, '0')}:${bus}:${device}`.toLowerCase()
}

/** By host and seat, as nvidia-smi -q or the ranks of a log tell it. */
export const gpuAt = computed((facts): ((host: string | undefined, seat: string) => number | undefined) => {
  const found = new Map<string, number>()
  for (const { members } of communicators(facts))
    for (const { host, busId, nvmlDevice } of members.values())
      if (busId !== undefined && nvmlDevice !== undefined) found.set(`${host} ${ofBusId(busId)}`, nvmlDevice)
  for (const host of hosts(facts))
    for (const { busId, index } of factsOf(host, 'gpu'))
      if (busId !== undefined) found.set(`${host.name} ${seatOf(busId)}`, index)
  return (host, seat) => found.get(`${host} ${seat}`)
})

/** NCCL prints domain, bus, device and function as one hexadecimal number: "5d000". */
function ofBusId(busId: string): string {
  const digits = busId.padStart(9, '0')
  return `${digits.slice(-9, -5).padStart(4, '0')}:${digits.slice(-5, -3)}:${digits.slice(-3, -1)}`
}
