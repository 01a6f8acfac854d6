/**
 * The lines that name NICs and interfaces, and say what stands in the way of RDMA (NCCL src/transport/net_ib.cc,
 * net_socket.cc, src/bootstrap.cc).
 */
import type { LogGpuDirect, LogInterface, LogNic, LogRdmaProblem } from '../../evidence/nccl-log.ts'
import { copy } from '../../text/copy.ts'
import { distinct } from './distinct.ts'
import type { LineKind, LogLine, PlaceOf } from './line.ts'

/** NICs, interfaces, RDMA: each function gives what was read so far. */
export function nicReader(placeOf: PlaceOf) {
  const { values, unlessRepeated } = distinct(placeOf)
  const nics = values<readonly LogNic[]>()
  const interfaces = values<readonly LogInterface[]>()
  const bootstraps = values<LogInterface>()
  const problems = values<LogRdmaProblem>()
  const gpuDirect = values<LogGpuDirect>()

  /** A list of interfaces that an editor broke: one a line, below "NET/Socket : Using". */
  let torn: { readonly line: LogLine; readonly used: LogInterface[] } | undefined

  const kinds: readonly LineKind[] = [
    { starts: 'Bootstrap', read: readBootstrap },
    { starts: 'NET/IB', read: unlessRepeated(readIb) },
    { starts: 'NET/Socket', read: readSocket },
    {
      starts: 'Failed to open libibverbs',
      read: (line) => addProblem(line, { problem: 'libibverbs-missing' }),
    },
    { starts: 'Call to ibv_open_device', read: (line) => addProblem(line, { problem: 'open-failed' }) },
    { starts: 'GPU Direct RDMA', read: unlessRepeated(readGpuDirect) },
  ]
  return {
    kinds,
    nics: nics.all,
    interfaces: () => {
      endTornList()
      return interfaces.all()
    },
    readInterfaceBelow,
    bootstraps: bootstraps.all,
    problems: problems.all,
    gpuDirect: gpuDirect.all,
  }

  function readBootstrap(line: LogLine): void {
    const [first] = interfacesIn(line.message)
    const [, name, address] = /^Bootstrap ?: Using ([\w@.-]+):(\S+)<\d+>/.exec(line.message) ?? []
    const used = name === undefined ? first : { name, ...(address === undefined ? {} : { address }) }
    // One a host: the address differs, the name tells.
    if (used) bootstraps.add(`${used.name} ${line.thread.speaker}`, line, () => ownInterface(used))
  }

  function readIb(line: LogLine): void {
    const { message } = line
    if (message.includes('No device found')) addProblem(line, { problem: 'no-device' })
    else if (message.includes('Unable to open device')) {
      const device = /Unable to open device (\S+)/.exec(message)?.[1]
      addProblem(line, { problem: 'open-failed', ...(device === undefined ? {} : { device: copy(device) }) })
    } else if (message.includes('GPU Direct RDMA')) readGpuDirect(line)
    else if (message.includes(': Using ')) {
      const used = nicsIn(message)
      const end = message.indexOf(';')
      // NCCL ends the list with the interface of its bootstrap: a list without it was cut.
      if (used.length > 0 && end >= 0) nics.add(message.slice(0, end), line, () => used)
    }
  }

  function readSocket(line: LogLine): void {
    endTornList()
    if (/: Using\s*$/.test(line.message)) torn = { line, used: [] }
    if (line.message.includes(': Using [')) addInterfaces(line, interfacesIn(line.message))
  }

  function addInterfaces(line: LogLine, used: readonly LogInterface[]): void {
    if (used.length > 0)
      interfaces.add(`${line.thread.speaker} ${used.map(({ name }) => name)}`, line, () =>
        used.map(ownInterface),
      )
  }

  /** "[1]docker0:172.17.0.1<0>" alone in a line; true where it belongs to a list. */
  function readInterfaceBelow(message: string): boolean {
    const used = torn && /^\[\d+\]\S+<\d+>\s*$/.test(message) ? interfacesIn(message) : []
    torn?.used.push(...used.map(ownInterface))
    return used.length > 0
  }

  function endTornList(): void {
    if (torn) addInterfaces(torn.line, torn.used)
    torn = undefined
  }

  function addProblem(line: LogLine, problem: LogRdmaProblem): void {
    problems.add(`${problem.problem} ${problem.device}`, line, () => problem)
  }

  /** GPU Direct RDMA Disabled for HCA 0 'mlx5_0' (no module); … Enabled for GPU 0[…] / HCA 1 (distance 3 <= 4) */
  function readGpuDirect(line: LogLine): void {
    const [, state, rest = ''] = /GPU Direct RDMA (Enabled|Disabled) for (.*)$/i.exec(line.message) ?? []
    if (state === undefined) return
    const nic = /HCA (?:\d+ ')?(\w+)/.exec(rest)?.[1]
    const reason = /\(([^()]*)\)/.exec(rest)?.[1]
    const enabled = state.toLowerCase() === 'enabled'
    gpuDirect.add(`${enabled} ${nic} ${reason}`, line, () => ({
      enabled,
      ...(nic === undefined ? {} : { nic: copy(nic) }),
      ...(reason === undefined ? {} : { reason: copy(reason) }),
    }))
  }
}

const ownInterface = ({ name, address }: LogInterface): LogInterface => ({
  name: copy(name),
  ...(address === undefined ? {} : { address: copy(address) }),
})

/** "[0]mlx5_0:1/IB [1]mlx5_1:1/RoCE/SHARP [RO]" */
function nicsIn(message: string): readonly LogNic[] {
  return [...message.matchAll(/\[(\d+)\]([\w+.-]+)(?::(\d+))?(?:\/(IB|RoCE))?/g)].map(
    ([, index, name = '', port, link]) => ({
      index: Number(index),
      name: copy(name),
      ...(port === undefined ? {} : { port: Number(port) }),
      ...(link === 'IB' || link === 'RoCE' ? { link } : {}),
    }),
  )
}

/** "[0]eth0:10.0.0.1<0> [1]docker0:172.17.0.1<0>"; addresses may have been replaced: "[0]ib0.<ip>". */
function interfacesIn(message: string): readonly LogInterface[] {
  return [...message.matchAll(/\[\d+\]([\w@.-]+?)(?::([^\s<]*)|\.)?<[^>\s]*>/g)].map(
    ([, name = '', address]) => ({
      name,
      ...(address === undefined || address === '' ? {} : { address }),
    }),
  )
}
