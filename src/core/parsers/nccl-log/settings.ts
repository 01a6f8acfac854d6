/** The versions of library and driver, and the variables that are set (NCCL src/init.cc, src/misc/param.cc). */
import type { LogSetting, NcclLog } from '../../evidence/nccl-log.ts'
import { copy } from '../../text/copy.ts'
import { distinct } from './distinct.ts'
import type { LineKind, LogLine, PlaceOf } from './line.ts'

/** Versions and variables: each function gives what was read so far. */
export function settingReader(placeOf: PlaceOf) {
  const { values, unlessRepeated } = distinct(placeOf)
  const versions = values<string>()
  const drivers = values<number>()
  const settings = values<LogSetting>()
  let library: NcclLog['library'] = 'NCCL'

  const kinds: readonly LineKind[] = [
    { starts: 'NCCL version ', read: readVersion },
    { starts: 'RCCL version', read: readVersion },
    { starts: 'cudaDriverVersion ', read: readDriver },
    { starts: 'NCCL_', read: unlessRepeated(readSetting) },
    { starts: 'RCCL_', read: unlessRepeated(readSetting) },
  ]
  return {
    kinds,
    library: () => library,
    versions: versions.all,
    drivers: drivers.all,
    settings: settings.all,
  }

  function readVersion(line: LogLine): void {
    const [, name, version] = /^([NR]CCL) version:? ?:? ?(\d[\w.+-]*)/.exec(line.message) ?? []
    if (version === undefined) return
    if (name === 'RCCL') library = 'RCCL'
    versions.add(version, line, () => copy(version))
  }

  function readDriver(line: LogLine): void {
    const version = /^cudaDriverVersion (\d+)/.exec(line.message)?.[1]
    if (version !== undefined) drivers.add(version, line, () => Number(version))
  }

  function readSetting(line: LogLine): void {
    const [, name = '', value = ''] =
      /^([NR]CCL_[A-Z0-9_]+) set (?:by environment )?to (.+?)\.?\s*$/.exec(line.message) ?? []
    if (value !== '')
      settings.add(`${name} ${value}`, line, () => ({ name: copy(name), value: copy(value.slice(0, 200)) }))
  }
}
