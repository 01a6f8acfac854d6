/**
 * The lines that say which network is used, over which NICs, and what stood in the way (NCCL src/net.cc, src/plugin/net.cc,
 * src/transport/net_ib.cc, net_socket.cc; aws-ofi-nccl).
 */
import type {
  LogGpuDirect,
  LogInterface,
  LogNic,
  LogPlugin,
  LogRdmaProblem,
} from '../../evidence/nccl-log.ts'
import { sayings } from './distinct.ts'
import { copy, type LineKind, type LogLine, type PlaceOf } from './line.ts'

export function networkReader(placeOf: PlaceOf) {
  const said = sayings(placeOf)
  const networks = said.gathered<string>()
  const plugins = said.gathered<LogPlugin>()
  const nics = said.gathered<readonly LogNic[]>()
  const interfaces = said.gathered<readonly LogInterface[]>()
  const bootstraps = said.gathered<LogInterface>()
  const problems = said.gathered<LogRdmaProblem>()
  const gpuDirect = said.gathered<LogGpuDirect>()

  const kinds: readonly LineKind[] = [
    { starts: 'Using network ', read: said.alike((line) => network(line, line.message.slice(14))) },
    { starts: 'Assigned NET plugin ', read: (line) => network(line, between(line.message, 20, ' to comm')) },
    { starts: 'Bootstrap', read: bootstrap },
    { starts: 'NET/Plugin', read: said.alike(plugin) },
    { starts: 'P2P plugin ', read: (line) => loaded(line, line.message.slice(11)) },
    { starts: 'Initialized NET plugin ', read: (line) => loaded(line, line.message.slice(23)) },
    { starts: 'NET/OFI', read: said.alike(ofi) },
    { starts: 'NET/IB', read: said.alike(ib) },
    { starts: 'NET/Socket', read: socket },
    { starts: 'Failed to open libibverbs', read: (line) => problem(line, { problem: 'libibverbs-missing' }) },
    { starts: 'Call to ibv_open_device', read: (line) => problem(line, { problem: 'open-failed' }) },
    { starts: 'GPU Direct RDMA', read: said.alike(direct) },
  ]
  return {
    kinds,
    networks: networks.all,
    plugins: plugins.all,
    nics: nics.all,
    interfaces: interfaces.all,
    bootstraps: bootstraps.all,
    problems: problems.all,
    gpuDirect: gpuDirect.all,
  }

  function network(line: LogLine, name: string): void {
    const its = name.trim()
    if (/^[\w ./-]{1,40}$/.test(its)) networks.add(its, line, () => copy(its))
  }

  function bootstrap(line: LogLine): void {
    const [its] = interfacesIn(line.message)
    const [, name, address] = /^Bootstrap ?: Using ([\w@.-]+):(\S+)<\d+>/.exec(line.message) ?? []
    const found = name === undefined ? its : { name, ...(address === undefined ? {} : { address }) }
    // One a host: the address differs, the name tells.
    if (found) bootstraps.add(`${found.name} ${line.thread.speaker}`, line, () => own(found))
  }

  function plugin(line: LogLine): void {
    const { message } = line
    const missing = /No plugin found \(([^)\s]+)\)|Could not find: (\S+?)[.,]?(?:\s|$)/.exec(message)
    if (missing) {
      add(line, missing[1] ?? missing[2], 'missing')
      return
    }
    const name = /Loaded net plugin (.+?)(?: \(v\d+\))?$|loaded external network plugin (\S+)/i.exec(message)
    if (name) loaded(line, name[1] ?? name[2])
  }

  function loaded(line: LogLine, name: string | undefined): void {
    // NCCL's own, built in: no plugin.
    if (name !== undefined && !/^(?:IB|Socket)$/.test(name.trim())) add(line, name, 'loaded')
  }

  function add(line: LogLine, name: string | undefined, state: LogPlugin['state']): void {
    const its = name?.trim() ?? ''
    if (its !== '' && its.length < 80)
      plugins.add(`${its} ${state}`, line, () => ({ name: copy(its), state }))
  }

  function ofi(line: LogLine): void {
    const failed = /initialization failed|No eligible providers|Only EFA provider is supported/i.test(
      line.message,
    )
    add(line, 'NET/OFI', failed ? 'failed' : 'loaded')
  }

  function ib(line: LogLine): void {
    const { message } = line
    if (message.includes('No device found')) problem(line, { problem: 'no-device' })
    else if (message.includes('Unable to open device')) {
      const device = /Unable to open device (\S+)/.exec(message)?.[1]
      problem(line, { problem: 'open-failed', ...(device === undefined ? {} : { device: copy(device) }) })
    } else if (message.includes('GPU Direct RDMA')) direct(line)
    else if (message.includes(': Using ')) {
      const list = nicsIn(message)
      const end = message.indexOf(';')
      if (list.length > 0) nics.add(message.slice(0, end < 0 ? undefined : end), line, () => list)
    }
  }

  function socket(line: LogLine): void {
    if (!line.message.includes(': Using [')) return
    const list = interfacesIn(line.message)
    if (list.length > 0)
      interfaces.add(`${line.thread.speaker} ${list.map(({ name }) => name)}`, line, () => list.map(own))
  }

  function problem(line: LogLine, its: LogRdmaProblem): void {
    problems.add(`${its.problem} ${its.device}`, line, () => its)
  }

  /** GPU Direct RDMA Disabled for HCA 0 'mlx5_0' (no module); … Enabled for GPU 0[…] / HCA 1 (distance 3 <= 4) */
  function direct(line: LogLine): void {
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

const between = (text: string, start: number, end: string): string => {
  const at = text.indexOf(end, start)
  return at < 0 ? '' : text.slice(start, at)
}

const own = ({ name, address }: LogInterface): LogInterface => ({
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
