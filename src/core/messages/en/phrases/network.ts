/** English: words that several findings about the network share. */

import type { Print } from '../../../base/print.ts'
import type { FasterSign } from '../../../rules/path/faster-sign.ts'
import { listSome } from './words.ts'

export const on = (hosts: readonly string[], print: Print): string =>
  hosts.length === 0 ? '' : ` on ${listSome(hosts, print)}`

export const SIGN: Readonly<Record<FasterSign, string>> = {
  device: 'An RDMA device',
  interface: 'An interface of a fast network',
  plugin: 'A plugin for RDMA',
  setting: 'A setting that names RDMA devices',
  port: 'An active RDMA port',
  'other-host': 'Another host of the job with RDMA',
}
