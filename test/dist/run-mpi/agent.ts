/** What mpirun starts ranks on other hosts with, in place of ssh: here in network namespaces. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../temporary-folder.ts'
import { ADDRESSES, IP } from '../two-hosts.ts'

/** Path of a program that is called as ssh is: options, host, command. */
export function agentOf([left, right]: readonly [string, string]): string {
  const file = join(temporaryFolder('mpi'), 'agent')
  writeFileSync(
    file,
    `#!/bin/sh
while [ "\${1#-}" != "$1" ]; do shift; done
case $1 in ${ADDRESSES[0]}) space=${left} ;; *) space=${right} ;; esac
shift
exec ${IP} netns exec $space sh -c "$*"
`,
  )
  chmodSync(file, 0o755)
  return file
}
