/**
 * The lines that say which network is used, and which plugin brings it (NCCL src/net.cc, src/plugin/net.cc; aws-ofi-nccl).
 */
import type { LogPlugin, LogProvider } from '../../evidence/nccl-log.ts'
import { copy } from '../../text/copy.ts'
import { distinct } from './distinct.ts'
import type { LineKind, LogLine, PlaceOf } from './line.ts'

/** Networks and plugins: each function gives what was read so far. */
export function networkReader(placeOf: PlaceOf) {
  const { values, unlessRepeated } = distinct(placeOf)
  const networks = values<string>()
  const plugins = values<LogPlugin>()
  const providers = values<LogProvider>()

  const kinds: readonly LineKind[] = [
    { starts: 'Using network ', read: unlessRepeated((line) => addNetwork(line, line.message.slice(14))) },
    {
      starts: 'Assigned NET plugin ',
      read: (line) => addNetwork(line, between(line.message, 20, ' to comm')),
    },
    { starts: 'NET/Plugin', read: unlessRepeated(readPlugin) },
    { starts: 'P2P plugin ', read: (line) => addLoaded(line, line.message.slice(11)) },
    { starts: 'Initialized NET plugin ', read: (line) => addLoaded(line, line.message.slice(23)) },
    { starts: 'NET/OFI', read: unlessRepeated(readOfi) },
  ]
  return { kinds, networks: networks.all, plugins: plugins.all, providers: providers.all }

  function addNetwork(line: LogLine, text: string): void {
    const name = text.trim()
    if (/^[\w ./-]{1,40}$/.test(name)) networks.add(name, line, () => copy(name))
  }

  function readPlugin(line: LogLine): void {
    const { message } = line
    const missing = /No plugin found \(([^)\s]+)\)|Could not find: (\S+?)[.,]?(?:\s|$)/.exec(message)
    if (missing) {
      addPlugin(line, missing[1] ?? missing[2], 'missing')
      return
    }
    const loaded = /Loaded net plugin (.+?)(?: \(v\d+\))?$|loaded external network plugin (\S+)/i.exec(
      message,
    )
    if (loaded) addLoaded(line, loaded[1] ?? loaded[2])
  }

  function addLoaded(line: LogLine, name: string | undefined): void {
    // NCCL's own, built in: no plugin.
    if (name !== undefined && !/^(?:IB|Socket)$/.test(name.trim())) addPlugin(line, name, 'loaded')
  }

  function addPlugin(line: LogLine, text: string | undefined, state: LogPlugin['state']): void {
    const name = text?.trim() ?? ''
    if (name !== '' && name.length < 80)
      plugins.add(`${name} ${state}`, line, () => ({ name: copy(name), state }))
  }

  function readOfi(line: LogLine): void {
    const failed = /initialization failed|No eligible providers|Only EFA provider is supported/i.test(
      line.message,
    )
    addPlugin(line, 'NET/OFI', failed ? 'failed' : 'loaded')
    const [, name, nics] =
      /Selected [Pp]rovider is ([a-z]+)[^(]*(?:\(found (\d+) nics?\))?/.exec(line.message) ?? []
    if (name !== undefined)
      providers.add(`${name} ${nics}`, line, () => ({
        name: copy(name),
        ...(nics === undefined ? {} : { nics: Number(nics) }),
      }))
  }
}

const between = (text: string, start: number, end: string): string => {
  const at = text.indexOf(end, start)
  return at < 0 ? '' : text.slice(start, at)
}
