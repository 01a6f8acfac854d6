/**
 * The machine of a run, fact by fact from all evidence: `--on` and its kin, the list of devices, NCCL's log, `topo -m`, the
 * topology file, ports, CPUs. What nothing says is open, and machine/plausible/ knows what it may be. A file that
 * contradicts an option is believed, and both are told.
 */
import type { TopoMatrix } from '../../evidence/topo-matrix.ts'
import { isGivenWhole } from '../../expectation/outlook-given.ts'
import { machineFacts } from '../../machine/facts.ts'
import type { Machine } from '../../machine/machine.ts'
import { knownOf } from '../../machine/plausible/known-of.ts'
import type { KnownMachine, KnownNetwork } from '../../machine/plausible/value.ts'
import type { Curve } from '../curves.ts'
import { evidenceOf, type Facts } from '../facts.ts'
import { domainOfRun } from './domain.ts'
import type { Contradiction, FactOfRun } from './fact-of-run.ts'
import { gpuOfRun } from './gpu.ts'
import { gpuCountOfRun } from './gpu-count.ts'
import { hostOfRun } from './host.ts'
import { hostsOfRun } from './hosts.ts'
import { libraryOfRun } from './library.ts'
import { linksOfRun } from './links.ts'
import { networkOfRun } from './network.ts'

export interface MachineOfRun {
  /** Undefined where the GPU model or the number of ranks is open: then nothing can be expected. */
  readonly known?: KnownMachine
  /** What the files call GPUs of no known model, and where they ran. */
  readonly unnamed?: { readonly gpu: string; readonly hosts: number; readonly ranksAHost: number }
  /** The machine that an option gives whole, where no file contradicts it. */
  readonly exact?: Machine
  /** The model was taken from how the GPUs are linked; no file names it. */
  readonly gpuOpen?: true
  readonly facts: readonly FactOfRun<unknown>[]
  readonly contradictions: readonly Contradiction[]
}

export function machineOfRun(facts: Facts, curve: Curve): MachineOfRun {
  const given = evidenceOf(facts, 'machine').find(({ from }) => from === 'option')?.machine
  const givenKnown = given && knownOf(given)
  const gpu = gpuOfRun(facts, curve)
  const model = gpu.value ?? givenKnown?.gpu
  const hosts = hostsOfRun(facts, curve, given && { gpus: machineFacts(given).gpus, hosts: given.nodes })
  const library = libraryOfRun(facts, curve)
  if (!model || !hosts.value) {
    const [name, ...others] = new Set(
      curve.benchmarks.flatMap(({ devices }) => devices.map((one) => one.name)),
    )
    return {
      facts: [gpu, hosts, library],
      contradictions: [],
      ...(name && others.length === 0 && hosts.value ? { unnamed: { gpu: name, ...hosts.value } } : {}),
    }
  }
  const { ranksAHost } = hosts.value
  const matrix = matrixOf(facts, curve, ranksAHost)
  const count = gpuCountOfRun(facts, curve, ranksAHost, matrix)
  const domain = domainOfRun(facts, curve.ranks, ranksAHost)
  const links = linksOfRun(facts, model, matrix, curve.hosts)
  const host = hostOfRun(facts, curve.hosts, matrix)
  const network = networkOfRun(facts, curve.hosts, matrix)
  const all = [gpu, hosts, count, domain, links, host, network, library]
  const read: KnownMachine = {
    gpu: model,
    ranks: curve.ranks ?? hosts.value.hosts * hosts.value.ranksAHost,
    ...hosts.value,
    gpusAHost: count.value ?? { least: ranksAHost, exact: false },
    ...(domain.value === undefined ? {} : { domain: domain.value }),
    ...links.value,
    ...(host.value ? { host: host.value } : {}),
    ...(network.value ? { network: network.value } : {}),
    ...(library.value === undefined
      ? isOldLayout(curve)
        ? { mayPredateNvls: true }
        : {}
      : { library: library.value }),
  }
  if (!given || !givenKnown) return { known: onFabric(read, facts), facts: all, contradictions: [] }
  const contradictions = contradictionsOf(givenKnown, read, { gpu, count, network })
  return {
    known: onFabric(filled(givenKnown, read, contradictions), facts),
    ...(gpu.value === undefined && given.assumed.includes('gpu') ? { gpuOpen: true as const } : {}),
    ...(isGivenWhole(given) && contradictions.length === 0 ? { exact: given } : {}),
    facts: all,
    contradictions,
  }
}

/** nccl-tests prints the group of each device since 2.12, from the year before NVLink SHARP. */
const isOldLayout = ({ benchmarks }: Curve): boolean =>
  benchmarks.some(({ devices }) => devices.some(({ group }) => group === undefined))

/** The matrix of one of the run's hosts, else the only one there is; it must not have fewer GPUs than ranks ran there. */
export function matrixOf(
  facts: Facts,
  { hosts }: Pick<Curve, 'hosts'>,
  ranksAHost: number,
): TopoMatrix | undefined {
  const all = evidenceOf(facts, 'topo-matrix')
  const own = all.find(({ host }) => host !== undefined && hosts.includes(host))
  const only = all.length === 1 && (all[0]?.host === undefined || hosts.length === 0) ? all[0] : undefined
  const matrix = own ?? only
  const gpus = matrix?.devices.filter(({ kind }) => kind === 'gpu').length ?? 0
  return gpus >= ranksAHost ? matrix : undefined
}

/** `--fabric` tells the kind where no file and no machine does. */
function onFabric(known: KnownMachine, { options: { fabric } }: Facts): KnownMachine {
  if (!fabric || known.network?.kind !== undefined) return known
  return {
    ...known,
    network: { ...known.network, kind: fabric.kind, oversubscription: fabric.oversubscription },
  }
}

/** What is given fills what no file says; where a file says otherwise, the file counts. */
function filled(
  given: KnownMachine,
  read: KnownMachine,
  contradictions: readonly Contradiction[],
): KnownMachine {
  const isContradicted = (fact: string) => contradictions.some((one) => one.fact === fact)
  // With other GPUs it is another machine: nothing of the one that is given can be taken for it.
  if (isContradicted('gpu')) return read
  const { ranks, hosts, ranksAHost } = read
  const network = isContradicted('network') ? read.network : { ...read.network, ...given.network }
  const host = { ...read.host, ...given.host }
  return {
    ...read,
    ...given,
    ...(read.domain === undefined ? {} : { domain: read.domain }),
    ...(read.library === undefined ? {} : { library: read.library }),
    ...(read.mayPredateNvls ? { mayPredateNvls: true } : {}),
    gpusAHost: isContradicted('gpu-count') ? read.gpusAHost : given.gpusAHost,
    ranks,
    hosts,
    ranksAHost,
    ...(network ? { network } : {}),
    ...(Object.keys(host).length > 0 ? { host } : {}),
  }
}

function contradictionsOf(
  given: KnownMachine,
  read: KnownMachine,
  { gpu, count, network }: Readonly<Record<'gpu' | 'count' | 'network', FactOfRun<unknown>>>,
): readonly Contradiction[] {
  const found: Contradiction[] = []
  if (gpu.how === 'read' && read.gpu.id !== given.gpu.id && !isSameBoard(read.gpu.id, given.gpu.id))
    found.push({ fact: 'gpu', given: given.gpu.title, read: read.gpu.title, places: gpu.places })
  if (
    count.how === 'read' &&
    read.gpusAHost.exact &&
    given.gpusAHost.exact &&
    read.gpusAHost.least !== given.gpusAHost.least
  )
    found.push({
      fact: 'gpu-count',
      given: String(given.gpusAHost.least),
      read: String(read.gpusAHost.least),
      places: count.places,
    })
  const ports = [given.network, read.network]
  if (ports.every((one) => one?.bitsPerSecond !== undefined) && !isSameNetwork(given.network, read.network))
    found.push({
      fact: 'network',
      given: portsText(given.network),
      read: portsText(read.network),
      places: network.places,
    })
  return found
}

/** A100-SXM4 of 40 and of 80 GB are one machine to a collective. */
const isSameBoard = (a: string, b: string): boolean => a.replace(/-\d+GB$/, '') === b.replace(/-\d+GB$/, '')

/** 32 x 100G and 8 x 400G are one network where a plugin joins ports. */
const isSameNetwork = (a: KnownNetwork | undefined, b: KnownNetwork | undefined): boolean =>
  a?.bitsPerSecond === b?.bitsPerSecond ||
  (a?.count ?? 0) * (a?.bitsPerSecond ?? 0) === (b?.count ?? 0) * (b?.bitsPerSecond ?? 0)

const portsText = (network: KnownNetwork | undefined): string =>
  `${network?.count ?? '?'} x ${(network?.bitsPerSecond ?? 0) / 1e9}G`
