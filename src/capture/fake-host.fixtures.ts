/** For tests: a folder of tools that print what a made-up host would, to be put before all others on PATH. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../test/temporary-folder.ts'

/**
 * Text by command ("nvidia-smi -q", "ibstat"); a tool called otherwise fails as the real one would. `uname -n` gives the
 * host's name.
 */
export function fakeTools(host: string, printed: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder('fake')
  mkdirSync(join(folder, 'said'))
  const tools = new Map<string, string[]>()
  for (const [at, [command, text]] of Object.entries(printed).entries()) {
    const [tool = '', ...words] = command.split(' ')
    const file = join(folder, 'said', `${at}.txt`)
    writeFileSync(file, `${text}\n`)
    tools.set(tool, [...(tools.get(tool) ?? []), `  "${words.join(' ')}") cat '${file}' ;;`])
  }
  tools.set('uname', [`  "-n") echo ${host} ;;`, '  *) /bin/uname "$@" ;;'])
  for (const [tool, cases] of tools) {
    const unknown = tool === 'uname' ? [] : ['  *) echo "unknown arguments" >&2; exit 1 ;;']
    const file = join(folder, tool)
    writeFileSync(file, ['#!/bin/sh', 'case "$*" in', ...cases, ...unknown, 'esac', ''].join('\n'))
    chmodSync(file, 0o755)
  }
  return folder
}

/** PATH with these folders before what every POSIX host has. */
export const pathWith = (...folders: readonly string[]): string => [...folders, '/usr/bin', '/bin'].join(':')
