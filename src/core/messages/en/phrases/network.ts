/** English: words that several findings about the network share. */

import type { Print } from '../../../base/print.ts'
import type { FasterSign } from '../../../rules/path/faster-sign.ts'

export const on = (hosts: readonly string[], print: Print): string =>
  hosts.length === 0 ? '' : ` on ${some(hosts, print)}`

export function some(names: readonly string[], print: Print): string {
  return names.length > 4
    ? `${names.slice(0, 3).join(', ')} and ${print.count(names.length - 3)} more`
    : names.join(', ')
}

export const SIGN: Readonly<Record<FasterSign, string>> = {
  device: 'An RDMA device',
  interface: 'An interface of a fast network',
  plugin: 'A plugin for RDMA',
  setting: 'A setting that names RDMA devices',
  port: 'An active RDMA port',
  'other-host': 'Another host of the job that uses it',
}
