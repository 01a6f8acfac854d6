/** What a machine that was given says of each fact; what had to be supposed for its graph is open again. */
import { machineFacts, type NicFacts } from '../facts.ts'
import type { NicSeat } from '../layout/nics.ts'
import type { Machine } from '../machine.ts'
import type { KnownHost, KnownMachine, KnownNetwork } from './value.ts'

/** Hosts and ranks are those of the machine itself: one rank a GPU. */
export function knownOf(machine: Machine): KnownMachine {
  const facts = machineFacts(machine)
  const isOpen = (what: Machine['assumed'][number]) => machine.assumed.includes(what)
  const { gpus, gpu, inside, gpuLinks, nodes } = facts
  const [links = 0] = gpuLinks
  const network = networkOf(machine, facts.nics)
  return {
    gpu,
    ranks: gpus * nodes,
    hosts: nodes,
    ranksAHost: gpus,
    gpusAHost: { least: gpus, exact: !isOpen('gpu-count') },
    ...(isOpen('nvlinks')
      ? {}
      : inside === 'nvswitch'
        ? { joining: 'nvswitch' as const, nvlinksPerGpu: links }
        : {}),
    ...(!isOpen('nvlinks') && inside === 'pcie' && gpuLinks.every((count) => count === 0)
      ? { joining: 'pcie' as const }
      : {}),
    ...(isOpen('cpu') ? {} : { host: hostOf(machine, facts) }),
    ...(Object.keys(network).length > 0 ? { network } : {}),
  }
}

function hostOf(
  machine: Machine,
  { cpu, sockets, gpusPerSwitch }: ReturnType<typeof machineFacts>,
): KnownHost {
  const link = machine.links.find(({ kind }) => kind.startsWith('cpu-'))?.kind
  const switched = machine.devices.some(({ kind }) => kind === 'PCI')
  return { cpu, sockets, ...(link ? { cpuLink: link } : {}), gpusPerSwitch: switched ? gpusPerSwitch : 0 }
}

const SEATS: readonly NicSeat['path'][] = ['PIX', 'PXB', 'PHB', 'NODE', 'SYS']

function networkOf({ assumed, fabric, devices }: Machine, nics: readonly NicFacts[]): KnownNetwork {
  const [first] = nics
  const gpus = devices.filter(({ kind }) => kind === 'GPU').map(({ id }) => id)
  const seats = nics.flatMap(({ path, nearest }): NicSeat[] => {
    const seat = SEATS.find((one) => one === path)
    return seat && nearest !== undefined ? [{ gpu: gpus.indexOf(nearest), path: seat }] : []
  })
  const kind =
    fabric && !assumed.includes('fabric')
      ? { kind: fabric.kind, oversubscription: fabric.oversubscription }
      : {}
  if (!first || assumed.includes('nics')) return kind
  return {
    ...kind,
    count: nics.length,
    ...(assumed.includes('nic-rate') ? {} : { bitsPerSecond: first.rawBandwidth * 8 }),
    ...(assumed.includes('nic-placement') ? {} : { seats: seats.length === nics.length ? seats : 'cpu' }),
  }
}
